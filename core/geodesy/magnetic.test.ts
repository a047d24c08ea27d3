import { beforeAll, expect, it } from 'vitest';
import { declinationAt, decimalYear, loadMagneticModel } from './magnetic.ts';

beforeAll(loadMagneticModel);

it('the declination is that of the test values of WMM2025', () => {
  // NOAA, WMM2025_TestValues.txt: 2025.0, at the ellipsoid.
  const start = new Date('2025-01-01T00:00:00Z');
  expect(declinationAt([0, 80], start)!.degrees).toBeCloseTo(1.28, 1);
  expect(declinationAt([120, 0], start)!.degrees).toBeCloseTo(-0.16, 1);
  expect(declinationAt([-120, -80], start)!.degrees).toBeCloseTo(68.78, 1);
  expect(declinationAt([12, 42], start)!.model).toMatch(/2025/);
});

it('the declination is less sure towards the poles, and unknown beyond the model', () => {
  const now = new Date('2026-11-26T00:00:00Z');
  const [rome, arctic] = [declinationAt([12.5, 41.9], now)!, declinationAt([-100, 78], now)!];
  expect(rome.degrees).toBeGreaterThan(3.5);
  expect(rome.degrees).toBeLessThan(5);
  expect(rome.sigma).toBeGreaterThan(0.26);
  expect(rome.sigma).toBeLessThan(0.5);
  expect(arctic.sigma).toBeGreaterThan(rome.sigma);
  expect(declinationAt([12.5, 41.9], new Date('2040-01-01'))).toBeUndefined();
});

it('years are decimal', () => {
  expect(decimalYear(new Date('2026-07-02T12:00:00Z'))).toBeCloseTo(2026.5, 3);
});
