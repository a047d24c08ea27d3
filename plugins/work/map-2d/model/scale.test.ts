import { describe, expect, it } from 'vitest';
import { scaleBarOf, scaleOf } from './scale.ts';

describe('the scale bar', () => {
  it('is the longest round length of at most 120 pixels', () => {
    // 0.8377 m · 120 = 100.5 m: 100 m fits in 100 / 0.8377 = 119 pixels.
    expect(scaleBarOf(0.8377)).toEqual({ length: 100, unit: 'meter', pixels: 119 });
    // 60 · 120 = 7,200 m: 5 km in 5,000 / 60 = 83 pixels.
    expect(scaleBarOf(60)).toEqual({ length: 5, unit: 'kilometer', pixels: 83 });
    // 0.005 · 120 = 0.6 m: 50 cm in 0.5 / 0.005 = 100 pixels.
    expect(scaleBarOf(0.005)).toEqual({ length: 50, unit: 'centimeter', pixels: 100 });
  });

  it('is in feet or miles where the lengths of the project are', () => {
    // 0.8377 m · 120 = 329.8 ft: 200 ft in 200 · 0.3048 / 0.8377 = 73 pixels.
    expect(scaleBarOf(0.8377, 'ftUS')).toEqual({ length: 200, unit: 'foot', pixels: 73 });
    // 60 · 120 = 4.47 miles: 2 miles in 3,218.688 / 60 = 54 pixels.
    expect(scaleBarOf(60, 'mi')).toEqual({ length: 2, unit: 'mile', pixels: 54 });
  });

  it('assumes a pixel of 0.28 mm', () => {
    // 0.28 m a pixel / 0.00028 m = 1 : 1,000
    expect(scaleOf(0.28)).toBe(1_000);
    expect(scaleOf(0.8377)).toBe(2_990);
  });
});
