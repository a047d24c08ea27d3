import { beforeAll, describe, expect, it } from 'vitest';
import type { MapObject } from '#core/document';
import { geoidAt, loadCrs, unproject } from '#core/geodesy';
import type { Field, Position } from '#core/protocol';
import type { Computations } from './compute.ts';
import { contours } from './contours.ts';
import { contourObjects, SurfaceDesk } from './surface-desk.ts';
import { volumesBetween } from './volumes.ts';

const direct: Computations = {
  contours: (...task) => Promise.resolve(contours(...task)),
  volumes: (...task) => Promise.resolve(volumesBetween(...task)),
};
const CRS = 'EPSG:32633';
const BASE = [500_000, 4_650_000] as const;
let geoid = 0;
beforeAll(async () => {
  await loadCrs(CRS);
  geoid = (await geoidAt(15, 42)).height;
});

/** A place in the plane, with a height above the sea. */
const place = ([x, y, height]: readonly [number, number, number]): Position => [
  ...unproject(CRS, [BASE[0] + x, BASE[1] + y]),
  height + geoid,
];
const object = (type: string, coordinates: unknown): MapObject => ({
  id: JSON.stringify(coordinates),
  typeName: 'Spots',
  location: { type, coordinates } as MapObject['location'],
  properties: {},
  relatesTo: [],
});
const SPOTS = [
  [0, 0, 100],
  [100, 0, 110],
  [100, 100, 110],
  [0, 100, 100],
] as const;
const points = () => SPOTS.map((spot) => object('Point', place(spot)));
const options = { name: 'S', crs: CRS, longest: undefined, hasBorders: true };

describe('a surface of objects', () => {
  it('is in the plane, with heights above the sea, and counts what has none', async () => {
    const desk = new SurfaceDesk(direct);
    await desk.make([...points(), object('Point', [15, 42])], options);
    const { facts, flat, tin } = desk.chosen!;
    expect(facts.plan).toBeCloseTo(10_000, 3);
    // The geoid changes by millimetres over 100 m.
    expect(facts.low).toBeCloseTo(100, 1);
    expect(facts.high).toBeCloseTo(110, 1);
    expect(tin.places[0]).toBeCloseTo(BASE[0], 4);
    expect(flat).toBe(1);
  });

  it('has the outlines of areas as borders or as breaklines', async () => {
    const ring = [[0, 0, 100], [50, 0, 105], [50, 50, 105], [0, 50, 100], [0, 0, 100]] as const; // prettier-ignore
    const area = object('Polygon', [ring.map(place)]);
    const planOf = async (hasBorders: boolean) => {
      const desk = new SurfaceDesk(direct);
      await desk.make([...points(), area], { ...options, hasBorders });
      return desk.chosen!.facts.plan;
    };
    expect(await planOf(true)).toBeCloseTo(2500, 3);
    expect(await planOf(false)).toBeCloseTo(10_000, 3);
  });

  it('of too few points is refused, and the last stays', async () => {
    const desk = new SurfaceDesk(direct);
    await desk.make(points(), options);
    await expect(desk.make(points().slice(0, 2), options)).rejects.toMatchObject({ id: 'surfaces.too-few' });
    expect(desk.surfaces).toHaveLength(1);
    desk.remove(desk.chosen!);
    expect(desk.chosen).toBeUndefined();
  });

  it('gives contours as objects above the ellipsoid, with their height in a field', async () => {
    const desk = new SurfaceDesk(direct);
    await desk.make(points(), options);
    await desk.contour(3);
    expect(desk.shown.map(({ height }) => height)).toEqual([102, 105, 108]);
    const fields = [{ name: 'Quota', type: 'number' }] as unknown as Field[];
    const [, contour] = await contourObjects(desk.shown, 'Contours', fields);
    expect(contour!.properties).toEqual({ Quota: 105 });
    const line = contour!.location.coordinates as Position[];
    expect(line[0]![2]).toBeCloseTo(105 + geoid, 1);
    await expect(desk.contour(0.001)).rejects.toMatchObject({ id: 'surfaces.too-many-levels' });
  });

  it('counts lines with gaps, and is none of coordinates in degrees', async () => {
    const desk = new SurfaceDesk(direct);
    const broken = object('LineString', [place(SPOTS[0]), [15, 42], place(SPOTS[2])]);
    await desk.make([...points(), broken], options);
    expect(desk.chosen).toMatchObject({ flat: 1, gaps: 1 });
    await expect(desk.make(points(), { ...options, crs: 'EPSG:4326' })).rejects.toMatchObject({ id: 'surfaces.degrees' }); // prettier-ignore
  });
});
