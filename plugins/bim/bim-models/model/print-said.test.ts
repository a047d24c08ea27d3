import { expect, it } from 'vitest';
import { printSaid } from './print-said.ts';

const italian = new Intl.NumberFormat('it', { maximumSignificantDigits: 12 });
const said = (value: string, unit: string | null) => printSaid({ value, unit }, 'it', italian.format);

it('prints what a file says of its place in the language', () => {
  expect(said('49 6 1 566000', '° ′ ″')).toBe('49°06′01,566000″');
  expect(said('-12 -30 0', '° ′ ″')).toBe('−12°30′00,000000″');
  expect(said('49.99999999998059', '°')).toBe('50°');
  expect(said('458870.0632', 'm')).toBe('458.870,0632 m');
  expect(said('0.9996', null)).toBe('0,9996');
  expect(said('06049', null)).toBe('06049');
  expect(said('EPSG:25832', null)).toBe('EPSG:25832');
});
