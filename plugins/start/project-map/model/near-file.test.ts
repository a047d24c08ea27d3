import { expect, it } from 'vitest';
import { AppError } from '#core/kernel';
import { nearGeometriesOf } from './near-file.ts';

const reason = (text: string): string => {
  try {
    nearGeometriesOf(text);
  } catch (thrown) {
    return thrown instanceof AppError ? thrown.id : String(thrown);
  }
  return '';
};
const point = (x: number, y: number) => ({ type: 'Point', coordinates: [x, y] });
const feature = (geometry: unknown) => ({ type: 'Feature', properties: {}, geometry });

it('unites the geometries of each kind, of features, collections and alone', () => {
  const line = {
    type: 'LineString',
    coordinates: [
      [1, 2],
      [3, 4],
    ],
  };
  expect(nearGeometriesOf(JSON.stringify(line))).toEqual([line]);
  const features = [
    feature(point(1, 2)),
    feature(null),
    feature({ type: 'GeometryCollection', geometries: [line, point(3, 4)] }),
    feature({
      type: 'MultiPoint',
      coordinates: [
        [5, 6],
        [7, 8],
      ],
    }),
  ];
  expect(nearGeometriesOf(JSON.stringify({ type: 'FeatureCollection', features }))).toEqual([
    {
      type: 'MultiPoint',
      coordinates: [
        [1, 2],
        [3, 4],
        [5, 6],
        [7, 8],
      ],
    },
    line,
  ]);
});

it('names what is wrong with a file', () => {
  expect(reason('kmz')).toBe('file.json');
  expect(reason('null')).toBe('file.nothing');
  expect(reason(JSON.stringify({ type: 'FeatureCollection', features: [] }))).toBe('file.nothing');
  expect(reason(JSON.stringify(point(1514877, 5034561)))).toBe('file.geometry');
  const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3003' } };
  expect(reason(JSON.stringify({ ...feature(point(1, 2)), crs }))).toBe('file.crs');
});
