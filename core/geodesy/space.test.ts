import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Position } from '#core/protocol';
import { chord, inSpace, seenFrom, type Vector } from './space.ts';

/** Geographic and geocentric places in both directions, IOGP's GIGS test 5201, from PROJ's tests. */
const GIGS = join(import.meta.dirname, '../../../shared/data/measure/proj/gigs-5201.gie');

describe('Geocentric coordinates', () => {
  it('lie on the axes of the earth at 0° E, 90° E and the pole', () => {
    // a = 6,378,137 m; b = a · (1 − 1/298.257223563) = 6,356,752.314245 m.
    expect(inSpace([0, 0, 0])).toEqual([6_378_137, 0, 0]);
    expect(inSpace([90, 0, 100])[1]).toBeCloseTo(6_378_237, 6);
    expect(inSpace([0, 90, 0])[2]).toBeCloseTo(6_356_752.314245, 5);
  });

  it('are those of the worked example of the OGP (Guidance Note 7-2, geographic to geocentric)', () => {
    // 53°48′33.820″ N, 2°07′46.380″ E, 73.0 m: X 3 771 793.968, Y 140 253.342, Z 5 124 304.349.
    const place: Position = [2 + 7 / 60 + 46.38 / 3600, 53 + 48 / 60 + 33.82 / 3600, 73];
    const [x, y, z] = inSpace(place);
    expect(x).toBeCloseTo(3_771_793.968, 2);
    expect(y).toBeCloseTo(140_253.342, 2);
    expect(z).toBeCloseTo(5_124_304.349, 2);
  });

  it.skipIf(!existsSync(GIGS))('agree with GIGS 5201 to its centimetre', () => {
    const pairs = [...readFileSync(GIGS, 'utf8').matchAll(/^accept +(.+)\nexpect +(.+)$/gm)].map(
      ([, ...lines]) => lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number, number]),
    );
    expect(pairs.length).toBeGreaterThan(40);
    for (const [given, expected] of pairs) {
      // Geocentric coordinates are thousands of kilometres, degrees never more than 180.
      const isPlace = Math.hypot(given![0], given![1]) < 400;
      const [place, space]: [Position, Vector] = isPlace ? [given!, expected!] : [expected!, given!];
      expect(Math.hypot(...inSpace(place).map((value, i) => value - space[i]!)), String(place)).toBeLessThan(
        0.01,
      );
    }
  });

  it('give east, north and up relative to a place', () => {
    const see = seenFrom([12.5, 42, 100]);
    expect(see([12.5, 42, 130])[2]).toBeCloseTo(30, 6);
    const [east, north, up] = see([12.501, 42, 100]);
    // A thousandth of a degree on the parallel of 42°: 0.001 · π/180 · N cos 42°, with N = a / √(1 − e² sin² 42°).
    const radius =
      (6_378_137 / Math.sqrt(1 - 0.00669437999014 * Math.sin((42 * Math.PI) / 180) ** 2)) *
      Math.cos((42 * Math.PI) / 180);
    expect(east).toBeCloseTo((0.001 * Math.PI * (radius + 100 * Math.cos((42 * Math.PI) / 180))) / 180, 4);
    expect(Math.abs(north)).toBeLessThan(0.001);
    // The earth curves away by d² / 2R: 82.8² / 12.8e6 = 0.54 mm.
    expect(up).toBeCloseTo(-0.00054, 4);
  });

  it('give the straight distance between places, also across 180°', () => {
    expect(chord([10, 45, 0], [10, 45, 250])).toBeCloseTo(250, 6);
    expect(chord([179.9995, 0, 0], [-179.9995, 0, 0])).toBeCloseTo(
      2 * 6_378_137 * Math.sin((0.0005 * Math.PI) / 180),
      6,
    );
    // Halfway around the equator: the diameter.
    expect(chord([0, 0], [180, 0])).toBeCloseTo(2 * 6_378_137, 5);
  });
});
