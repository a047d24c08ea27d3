import { describe, expect, it } from 'vitest';
import { AppError } from '#core/kernel';
import type { SourceOf } from '#core/protocol';
import { ForeignFeatures } from './foreign-features.ts';
import { readFeatures } from './read-features.ts';

const feature = (geometry: unknown, properties: unknown = {}) => ({ type: 'Feature', geometry, properties });
const answer = (features: unknown[], more: object = {}) => JSON.stringify({ features, ...more });
const POINT = { type: 'Point', coordinates: [12.6, 42.9] };

describe('Objects of another server', () => {
  it('are read with their attributes', () => {
    const line = { type: 'LineString', coordinates: [[12, 42, 5], [13, 43, 6]] }; // prettier-ignore
    expect(readFeatures(answer([feature(POINT, { n: 1 }), feature(line, null)]), 10)).toEqual({
      features: [
        { geometry: POINT, properties: { n: 1 } },
        { geometry: line, properties: {} },
      ],
      isWhole: true,
    });
  });

  it.each([
    ['has a next page', answer([feature(POINT)], { links: [{ rel: 'next', href: '…' }] }), false],
    ['counts more', answer([feature(POINT)], { numberMatched: 7 }), false],
    ['counts these', answer([feature(POINT), feature(POINT)], { numberMatched: 2 }), true],
    ['is full, without a count', answer([feature(POINT), feature(POINT)]), false],
    ['has objects without a place', answer([feature(POINT), feature(null)], { totalFeatures: 2 }), true],
    ['has objects of another kind', answer([feature({ type: 'GeometryCollection', geometries: [] })]), false],
    ['has broken coordinates', answer([feature({ type: 'LineString', coordinates: [['a']] })]), false],
  ])('are known to be all or not: the answer %s', (_, text, isWhole) => {
    expect(readFeatures(text, 2).isWhole).toBe(isWhole);
  });

  it.each([
    ['features.other', '<html/>'],
    ['features.other', '{"error": "no such type"}'],
    ['features.other', 'null'],
    ['features.crs', answer([feature({ type: 'Point', coordinates: [305_000, 4_757_000] })])],
  ])('are refused with %s', (id, text) => {
    expect(() => readFeatures(text, 10)).toThrow(expect.objectContaining({ id }));
  });

  it('are a file for the import wizard, or a sentence where there are none or too many', async () => {
    const source = {
      kind: 'features',
      url: 'https://a.test/items',
      service: 'ogcapi',
    } as SourceOf<'features'>;
    const answering = (text: string) =>
      new ForeignFeatures({ fetch: async () => new Response(text) }, (key) => key);
    const file = await answering(answer([feature(POINT, { n: 1 })])).file(
      'a',
      source,
      [12, 42, 13, 43],
      'Wells',
    );
    expect([file.name, JSON.parse(await file.text())]).toEqual([
      'Wells.geojson',
      { type: 'FeatureCollection', features: [feature(POINT, { n: 1 })] },
    ]);
    const refusal = (text: string) => answering(text).file('a', source, [12, 42, 13, 43], 'Wells');
    await expect(refusal(answer([]))).rejects.toThrow('features.none');
    await expect(refusal(answer([feature(POINT)], { numberMatched: 20_000 }))).rejects.toThrow(
      'features.cut',
    );
    await expect(refusal('<html/>')).rejects.toThrow(AppError);
  });
});
