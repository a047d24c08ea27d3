import { describe, expect, it } from 'vitest';
import { seenFrom, sunOver } from './sun.ts';

describe('The sun', () => {
  it("has the position of NREL's worked example of the Solar Position Algorithm", () => {
    // Reda and Andreas, NREL/TP-560-34302 (2003), table A5.1: 17 October 2003, 12:30:30 at UTC−7, 39.742476° N, 105.1786° W;
    // azimuth 194.340241°, elevation without refraction 39.872046°.
    const over = sunOver(Date.UTC(2003, 9, 17, 19, 30, 30));
    const { azimuth, elevation } = seenFrom([-105.1786, 39.742476], over);
    expect(Math.abs(azimuth - 194.340241)).toBeLessThan(0.01);
    expect(Math.abs(elevation - 39.872046)).toBeLessThan(0.01);
  });

  it('is over the tropics at the solstices and over the equator at the equinoxes of 2026', () => {
    // Instants: US Naval Observatory; declination at a solstice is the obliquity of the date, 23.436°.
    expect(sunOver(Date.UTC(2026, 2, 20, 14, 46))[1]).toBeCloseTo(0, 2);
    expect(sunOver(Date.UTC(2026, 5, 21, 8, 25))[1]).toBeCloseTo(23.436, 2);
    expect(sunOver(Date.UTC(2026, 8, 23, 0, 5))[1]).toBeCloseTo(0, 2);
    expect(sunOver(Date.UTC(2026, 11, 21, 20, 50))[1]).toBeCloseTo(-23.436, 2);
  });

  it('is 16 minutes and 25 seconds ahead of the clock in early November', () => {
    // The equation of time is greatest on 3 November: +16 min 25 s (Astronomical Almanac), 15° of longitude an hour.
    const [longitude] = sunOver(Date.UTC(2026, 10, 3, 12));
    expect(-longitude * 4).toBeCloseTo(16 + 25 / 60, 1);
  });

  it('is at the zenith of the place below it, and at the horizon a quarter of the way around', () => {
    expect(seenFrom([12, 5], [12, 5]).elevation).toBeCloseTo(90, 4);
    // To the west of someone 90° further east.
    expect(seenFrom([90, 0], [0, 0])).toEqual({ azimuth: 270, elevation: expect.closeTo(0, 9) as number });
  });
});
