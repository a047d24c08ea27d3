import { expect, it } from 'vitest';
import { angleText, fromUnit, inUnit } from './angles.ts';

it('angles are shown in the unit of the file, and read back from it', () => {
  expect(angleText(90, 'gon')).toBe('100.0000');
  expect(angleText(35 + 45 / 60 + 10.04 / 3600, 'dms')).toBe('35°45′10.0″');
  // Rounded up over the minute.
  expect(angleText(12 + 59.99999 / 60, 'dms')).toBe('13°00′00.0″');
  for (const unit of ['gon', 'mil', 'rad', 'deg', 'dms'])
    expect(fromUnit(inUnit(123.456789, unit), unit)).toBeCloseTo(123.456789, 12);
});
