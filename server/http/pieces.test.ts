import { expect, it } from 'vitest';
import { commaSeparated } from './pieces.ts';

it('texts of any alphabet are put together with commas, as bytes', () => {
  expect(commaSeparated(['"Città"', '"測量"', '"🧭"'], '[', ']').toString()).toBe('["Città","測量","🧭"]');
  expect(commaSeparated([], '[', ']').toString()).toBe('[]');
});
