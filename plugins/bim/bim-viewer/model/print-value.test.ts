import { expect, it } from 'vitest';
import { printValue } from './print-value.ts';

const italian = new Intl.NumberFormat('it', { maximumSignificantDigits: 12 });
const print = (number: number) => italian.format(number);

it('prints the numbers of lists, ranges and tables in the language, and leaves texts', () => {
  const of = (value: string, type: 'numbers' | null, number: number | null = null) =>
    printValue({ value, type, number }, print);
  expect(of('1.5, 2.25', 'numbers')).toBe('1,5; 2,25');
  expect(of('-0.5 … 12', 'numbers')).toBe('-0,5 … 12');
  expect(of('20.5 (15 … 1e-7)', 'numbers')).toBe('20,5 (15 … 0,0000001)');
  expect(of('1, 2 → 0.1, 0.2', 'numbers')).toBe('1; 2 → 0,1; 0,2');
  expect(of('Release 1.5, 2.0', null)).toBe('Release 1.5, 2.0');
  expect(of('4.5', null, 4.5)).toBe('4,5');
});
