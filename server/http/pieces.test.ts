import { expect, it } from 'vitest';
import { separated } from './pieces.ts';

it('joins texts of any script with commas, as bytes', () => {
  const texts = ['"Città"', '"測量"', '"🧭"'].map((text) => Buffer.from(text));
  expect(separated(',', texts, '[', ']').toString()).toBe('["Città","測量","🧭"]');
  expect(separated(',', [], '[', ']').toString()).toBe('[]');
});
