import { expect, it } from 'vitest';
import type { SourceOf } from '#core/protocol';
import { FileObjects } from './file-objects.ts';

const SOURCE: SourceOf<'file'> = {
  kind: 'file',
  url: 'file:woods.kml',
  layer: 'woods',
  readAs: 'EPSG:4326',
  count: 3,
  extent: [12, 42, 13, 43],
  colour: '#0072b2',
};
const feature = (name: string, geometry: object) => ({ type: 'Feature', properties: { name }, geometry });
const text = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    feature('diagonal', { type: 'LineString', coordinates: [[12, 42, 5], [13, 43, 6]] }), // prettier-ignore
    feature('square', { type: 'Polygon', coordinates: [[[12, 42], [12.2, 42], [12.2, 42.2], [12, 42.2], [12, 42]]] }), // prettier-ignore
    feature('far', { type: 'Point', coordinates: [100, 0] }),
  ],
});

it('are loaded once, found by their boxes for drawing, and by their shapes for a click', async () => {
  let loaded = 0;
  let isOffline = true;
  const objects = new FileObjects(
    {
      fetch: async () => {
        if (isOffline) throw new Error('offline');
        loaded++;
        return new Response(text);
      },
    },
    (key) => key,
  );
  const names = async (found: ReturnType<FileObjects['within']>) =>
    (await found).features.map(({ properties }) => properties['name']);
  await expect(objects.within('a', SOURCE, [12, 42, 13, 43])).rejects.toThrow('offline');
  isOffline = false;
  expect(await names(objects.within('a', SOURCE, [12.8, 42.1, 12.9, 42.2]))).toEqual(['diagonal']);
  expect(await names(objects.at('a', SOURCE, [12.8, 42.1, 12.9, 42.2], 20))).toEqual([]);
  expect(await names(objects.at('a', SOURCE, [12.1, 42.05, 12.11, 42.06], 20))).toEqual(['square']);
  expect(await objects.within('a', SOURCE, [12, 42, 12.1, 42.1], 1)).toMatchObject({ isWhole: false });
  expect(loaded).toBe(1);
  objects.keep([]);
  await objects.within('a', SOURCE, [12, 42, 13, 43]);
  expect(loaded).toBe(2);
});
