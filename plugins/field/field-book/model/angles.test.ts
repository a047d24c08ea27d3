import { expect, it } from 'vitest';
import { angleText, signedAngle, smallAngle, typedAngle } from './angles.ts';

it('a misclosure has a sign unless it is shown as 0', () => {
  expect(signedAngle(-11 / 3600, 'dms')).toBe('−0°00′11.0″');
  expect(signedAngle(-0.01 / 3600, 'dms')).toBe('0°00′00.0″');
  expect(signedAngle(-0.01, 'gon')).toBe('−0.0111 gon');
});

it('angles are shown in the unit of the file, and read back from it', () => {
  expect(angleText(90, 'gon')).toBe('100.0000');
  expect(angleText(35 + 45 / 60 + 10.04 / 3600, 'dms')).toBe('35°45′10.0″');
  // Rounded up over the minute.
  expect(angleText(12 + 59.99999 / 60, 'dms')).toBe('13°00′00.0″');
  // 400 gon, 6400 mil and 2π rad are 360°.
  const typed: [string, string][] = [
    ['137.175', 'gon'],
    ['2194.8', 'mil'],
    ['2.154739867', 'rad'],
    ['123.4575', 'deg'],
  ];
  for (const [text, unit] of typed) expect(typedAngle(text, unit)).toBeCloseTo(123.4575, 6);
  for (const text of ['35 45 10', '35°45′10.0″', '35:45:10'])
    expect(typedAngle(text, 'dms')).toBeCloseTo(35 + 45 / 60 + 10 / 3600, 12);
});

it('errors of the instrument are small angles', () => {
  expect(smallAngle(-0.9 / 1000, 'gon')).toBe('−1.0 mgon');
  expect(smallAngle(4 / 3600, 'dms')).toBe('4.0″');
  expect(smallAngle(-0.01 / 3600, 'dms')).toBe('0.0″');
});

it('no angle of a circle is none', () => {
  for (const typed of ['', 'x', '-1', '401', '12 60 00']) expect(typedAngle(typed, 'gon')).toBeUndefined();
  expect(typedAngle('400', 'gon')).toBe(360);
});
