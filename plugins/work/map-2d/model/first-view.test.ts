import { expect, it } from 'vitest';
import { crsOf } from '#core/geodesy';
import { firstViewOf } from './first-view.ts';

const NOTHING = { extent: null, location: null };

it('is the extent of the objects, else the place of the project, else the area of use of its system', () => {
  const area = crsOf('EPSG:7792')!.bounds!;
  const location = { type: 'Point', coordinates: [12.6, 42.9] } as const;
  const point = { ...NOTHING, location: { ...location, coordinates: [12.6, 42.9] as [number, number] } };
  expect(firstViewOf({ ...point, extent: [12, 42, 13, 43] }, area)).toEqual({ extent: [12, 42, 13, 43] });
  expect(firstViewOf(point, area)).toEqual({ place: [12.6, 42.9], zoom: 16 });
  expect(firstViewOf(NOTHING, area)).toEqual({ extent: [...area] });
});

it('is the world for a system of the world, or one without an area', () => {
  expect(firstViewOf(NOTHING, crsOf('EPSG:4326')!.bounds)).toBeUndefined();
  expect(firstViewOf(NOTHING, null)).toBeUndefined();
});

it('is the wider part of an area across the antimeridian', () => {
  // New Zealand: EPSG:2193 without its islands to the east.
  expect(firstViewOf(NOTHING, [166, -48, -175, -34])).toEqual({ extent: [166, -48, 180, -34] });
  expect(firstViewOf(NOTHING, [175, 50, -130, 72])).toEqual({ extent: [-180, 50, -130, 72] });
});
