import { expect, it } from 'vitest';
import { separated } from './pieces.ts';

it('texts of any alphabet are put together with commas, as bytes', () => {
  const texts = ['"Città"', '"測量"', '"🧭"'].map((text) => Buffer.from(text));
  expect(separated(',', texts, '[', ']').toString()).toBe('["Città","測量","🧭"]');
  expect(separated(',', [], '[', ']').toString()).toBe('[]');
});
