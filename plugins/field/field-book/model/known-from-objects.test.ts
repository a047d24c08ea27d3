import { expect, it } from 'vitest';
import type { MapObject } from '#core/document';
import { geoidAt } from '#core/geodesy';
import type { ObjectType } from '#core/protocol';
import { knownFromObjects } from './known-from-objects.ts';

const object = (properties: MapObject['properties'], coordinates: number[]): MapObject => ({
  id: JSON.stringify(properties),
  typeName: 'Marks',
  location: { type: 'Point', coordinates } as MapObject['location'],
  properties,
  relatesTo: [],
});
const types = new Map([['Marks', { style: { label: 'number' } } as unknown as ObjectType]]);

it('objects become known points in the plane of the field book, with heights above the sea', async () => {
  const objects = [
    // On the central meridian of EPSG:32633 the easting is 500 000, and on the equator the northing 0.
    object({ Punto: 'K1' }, [15, 0, 100]),
    object({ number: 7 }, [15, 42]),
    object({ Punto: 'K1' }, [15, 1]),
    object({ other: 'x' }, [15, 1]),
    {
      ...object({ Punto: 'K2' }, []),
      location: {
        type: 'LineString',
        coordinates: [
          [15, 0],
          [15, 1],
        ],
      } as MapObject['location'],
    },
  ];
  const { points, left, geoid } = await knownFromObjects(objects, types, {
    crs: 'EPSG:32633',
    heights: 'sea-level',
  });
  const undulation = await geoidAt(15, 0);
  expect(points[0]).toEqual({
    name: 'K1',
    east: 500_000,
    north: 0,
    height: expect.closeTo(100 - undulation.height, 4),
  });
  expect(points[1]).toMatchObject({ name: '7', east: 500_000, height: null });
  expect([points.length, left, geoid]).toEqual([2, 3, 'EGM96']);
});

it('heights above the ellipsoid stay as they are', async () => {
  const { points, geoid } = await knownFromObjects([object({ name: 'A' }, [15, 0, 100])], types, {
    crs: 'EPSG:32633',
    heights: 'ellipsoid',
  });
  expect([points[0]!.height, geoid]).toEqual([100, null]);
});
