import { describe, expect, it } from 'vitest';
import type { KnownPoint } from '#core/protocol';
import type { BookRecord } from '../../../formats/instruments/model.ts';
import { computeBook } from './compute.ts';
import { azimuthOf, lengthOf } from './plane.ts';
import { DEFAULT_SETTINGS } from './types.ts';

const dms = (degrees: number, minutes: number, seconds: number) => degrees + minutes / 60 + seconds / 3600;
const compute = (records: readonly BookRecord[], known: KnownPoint[]) =>
  computeBook({
    records: records.map((record, ordinal) => ({ ...record, ordinal, used: true })),
    known,
    settings: DEFAULT_SETTINGS,
  });
const station = (name: string, more: object = {}): BookRecord => ({
  kind: 'station',
  line: 1,
  name,
  ...more,
});
const shot = (target: string, circle: number, horizontal?: number): BookRecord => ({
  kind: 'observation',
  line: 1,
  target,
  purpose: 'foresight',
  circle,
  ...(horizontal !== undefined && { horizontal }),
});

describe('the polygon of Ghilani and Wolf (Elementary Surveying, tables 10.1 to 10.5), feet as metres', () => {
  const names = ['A', 'B', 'C', 'D', 'E'];
  const lengths = [647.25, 203.03, 720.35, 610.24, 285.13];
  /** At each station from the one before to the next, clockwise. */
  const book = (angles: number[]) => [
    ...names.flatMap((name, i) => [
      station(name, i === 0 ? { azimuth: dms(126, 55, 17), circle: angles[0] } : {}),
      shot(names[(i + 4) % 5]!, 0, lengths[(i + 4) % 5]),
      shot(names[(i + 1) % 5]!, angles[i]!, lengths[i]),
    ]),
  ];
  const start = [{ name: 'A', east: 10_000, north: 5000, height: null }];

  it('has angles that miss closing by the printed 11 seconds', () => {
    const measured = [dms(100, 45, 37), dms(231, 23, 43), dms(17, 12, 59), dms(89, 3, 28), dms(101, 34, 24)];
    const [traverse] = compute(book(measured), start).traverses;
    expect(traverse).toMatchObject({ stations: ['A', 'B', 'C', 'D', 'E', 'A'], kind: 'loop', angles: 5 });
    expect(traverse!.angular! * 3600).toBeCloseTo(11, 6);
  });

  it('has the printed misclosures of 0.026 and 0.077, and balanced departures and latitudes', () => {
    const balanced = [dms(100, 45, 36), dms(231, 23, 41), dms(17, 12, 56), dms(89, 3, 26), dms(101, 34, 21)];
    const [traverse] = compute(book(balanced), start).traverses;
    expect(traverse!.angular).toBeCloseTo(0, 9);
    expect(traverse!.length).toBeCloseTo(2466, 2);
    // The book rounds azimuths to seconds, which are 0.0016 on its legs, and departures to thousandths.
    expect(Math.abs(traverse!.east! - 0.026)).toBeLessThan(0.002);
    expect(Math.abs(traverse!.north! - 0.077)).toBeLessThan(0.002);
    expect(traverse!.length / Math.hypot(traverse!.east!, traverse!.north!) / 1000).toBeCloseTo(30, -1);
    const [ab] = traverse!.legs;
    expect([ab!.east - 10_000, ab!.north - 5000].map((value) => value.toFixed(3))).toEqual([
      '517.444',
      '-388.835',
    ]);
    const end = traverse!.legs.at(-1)!;
    expect([end.east, end.north]).toEqual([expect.closeTo(10_000, 9), expect.closeTo(5000, 9)]);
  });
});

describe('a traverse', () => {
  const places: Record<string, { east: number; north: number }> = {
    K: { east: 0, north: 300 },
    S: { east: 0, north: 0 },
    P: { east: 200, north: 40 },
    Q: { east: 380, north: -30 },
    T: { east: 600, north: 20 },
    L: { east: 700, north: 300 },
  };
  const known = (...list: string[]) => list.map((name) => ({ name, ...places[name]!, height: null }));
  const occupied = (name: string, ...targets: string[]) => [
    station(name),
    ...targets.map((to) =>
      shot(to, (azimuthOf(places[name]!, places[to]!) + 41) % 360, lengthOf(places[name]!, places[to]!)),
    ),
  ];

  it('between known points with known directions at both ends closes', () => {
    const records = [
      ...occupied('S', 'K', 'P'),
      ...occupied('P', 'S', 'Q'),
      ...occupied('Q', 'P', 'T'),
      ...occupied('T', 'Q', 'L'),
    ];
    const [traverse, ...others] = compute(records, known('K', 'S', 'T', 'L')).traverses;
    expect(others).toEqual([]);
    expect(traverse).toMatchObject({ stations: ['S', 'P', 'Q', 'T'], kind: 'connecting', angles: 3 });
    for (const misclosure of [traverse!.angular, traverse!.east, traverse!.north])
      expect(misclosure).toBeCloseTo(0, 9);
    expect(traverse!.legs[1]).toMatchObject({ east: expect.closeTo(380, 9), north: expect.closeTo(-30, 9) });
  });

  it('that ends on a known point without occupying it has no angular misclosure', () => {
    const records = [...occupied('S', 'K', 'P'), ...occupied('P', 'S', 'Q'), ...occupied('Q', 'P', 'T')];
    const [traverse] = compute(records, known('K', 'S', 'T')).traverses;
    expect(traverse).toMatchObject({
      stations: ['S', 'P', 'Q', 'T'],
      kind: 'connecting',
      angles: 2,
      angular: null,
    });
    expect(traverse!.east).toBeCloseTo(0, 9);
  });

  it('has a misclosure in height only against a known height', () => {
    // Flat ground, each line of sight rises by 10 mm.
    const levelled = (records: BookRecord[]) =>
      records.map((record) =>
        record.kind === 'station'
          ? { ...record, instrumentHeight: 1.5 }
          : {
              ...record,
              vertical: record.kind === 'observation' && record.target > 'P' ? 0.01 : -0.01,
              targetHeight: 1.5,
            },
      ) as BookRecord[];
    const records = levelled([
      ...occupied('S', 'K', 'P'),
      ...occupied('P', 'S', 'Q'),
      ...occupied('Q', 'P', 'T'),
    ]);
    const heightOf = (heights: Record<string, number>) =>
      compute(
        records,
        known('K', 'S', 'T').map((point) => ({ ...point, height: heights[point.name] ?? null })),
      ).traverses[0]!.height;
    // T is levelled from S alone: it checks nothing.
    expect(heightOf({ S: 100 })).toBeNull();
    expect(heightOf({ T: 100 })).toBeNull();
    expect(heightOf({ S: 100, T: 100 })).not.toBeNull();
  });

  it('that ends nowhere is open, and one that is not oriented is none', () => {
    const records = [...occupied('S', 'K', 'P'), ...occupied('P', 'S', 'Q'), ...occupied('Q', 'P')];
    const [open] = compute(records, known('K', 'S')).traverses;
    expect(open).toMatchObject({
      stations: ['S', 'P', 'Q'],
      kind: 'open',
      angular: null,
      east: null,
      north: null,
    });
    expect(compute(records, known('S')).traverses).toEqual([]);
  });

  it('is broken where a station was not seen from the one before', () => {
    const records = [...occupied('S', 'K', 'P'), ...occupied('P', 'S'), ...occupied('Q', 'P', 'T')];
    expect(compute(records, known('K', 'S', 'T')).traverses).toEqual([]);
  });
});
