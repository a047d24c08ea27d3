import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Geometry, Position } from '#core/protocol';
import { object } from '#core/testing';
import type { Extent } from './contract.ts';
import { ObjectDocument } from './document.ts';
import type { MapObject } from './object.ts';
import { extentsMeet, runsOf } from './runs.ts';

/** In steps of a tenth of a degree: edges begin and end on borders of extents, too. */
const ordinate = fc.integer({ min: -20, max: 20 }).map((tenths) => tenths / 10);
const position = fc.tuple(ordinate, ordinate) as fc.Arbitrary<Position>;
// Runs of up to 64 vertices are walked edge by edge, longer ones by strides of 32.
const run = fc.oneof(
  fc.array(position, { minLength: 2, maxLength: 6 }),
  fc.array(position, { minLength: 63, maxLength: 130, size: 'max' }),
);
const runs = fc.array(run, { minLength: 1, maxLength: 3 });
const geometry = fc.oneof(
  position.map((coordinates) => ({ type: 'Point', coordinates })),
  run.map((coordinates) => ({ type: 'MultiPoint', coordinates })),
  run.map((coordinates) => ({ type: 'LineString', coordinates })),
  runs.map((coordinates) => ({ type: 'MultiLineString', coordinates })),
  runs.map((coordinates) => ({ type: 'Polygon', coordinates })),
  fc
    .array(runs, { minLength: 1, maxLength: 2 })
    .map((coordinates) => ({ type: 'MultiPolygon', coordinates })),
) as fc.Arbitrary<Geometry>;

function edgesOf({ id, location }: MapObject, extent: Extent): string[] {
  return runsOf(location).flatMap(({ kind, positions, pathTo }) =>
    positions.flatMap((from, at) => {
      const to = kind === 'points' ? from : positions[at + 1];
      if (!to) return [];
      const box: Extent = [
        Math.min(from[0], to[0]),
        Math.min(from[1], to[1]),
        Math.max(from[0], to[0]),
        Math.max(from[1], to[1]),
      ];
      return extentsMeet(box, extent) ? [JSON.stringify([id, from, to, pathTo(at)])] : [];
    }),
  );
}

describe('Edges near a place', () => {
  it('agree with a search through all edges, for objects inside and outside of a tree', () => {
    fc.assert(
      fc.property(
        fc.array(geometry, { minLength: 1, maxLength: 6 }),
        // 64 objects stay loose, 65 get a tree.
        fc.constantFrom(0, 65),
        fc.tuple(ordinate, ordinate, ordinate, ordinate),
        (geometries, others, [x, y, toX, toY]) => {
          const locations: Geometry[] = [...geometries];
          for (let i = 0; i < others; i++) locations.push({ type: 'Point', coordinates: [50 + i, 50] });
          const objects = locations.map((location, i) => object(`o${i}`, location));
          const document = new ObjectDocument('p');
          document.apply(
            objects.map((after) => ({ id: after.id, before: undefined, after })),
            'load',
          );
          const extent: Extent = [Math.min(x, toX), Math.min(y, toY), Math.max(x, toX), Math.max(y, toY)];
          const expected = objects.flatMap((each) => edgesOf(each, extent)).sort();
          const { index } = document;
          const found = index
            .segments(extent)
            .map(({ id, from, to, path }) => JSON.stringify([id, from, to, path]));
          expect(found.sort()).toEqual(expected);
          // Asked again, and by their ordinates alone.
          const { size, ends } = index.edges(extent);
          const limited = index.edges(extent, { max: 3 });
          expect([size, ends.length, limited.size]).toEqual([
            expected.length,
            4 * expected.length,
            Math.min(3, expected.length),
          ]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('continue the previous edge only along the same run', () => {
    const document = new ObjectDocument('p');
    const line = (id: string, ...coordinates: Position[]) => object(id, { type: 'LineString', coordinates });
    const objects = [line('one', [0, 0], [1, 0], [2, 0]), line('other', [2, 0], [3, 0])];
    document.apply(
      objects.map((after) => ({ id: after.id, before: undefined, after })),
      'load',
    );
    const edges = document.index.edges([-1, -1, 4, 1]);
    expect([0, 1, 2].map((edge) => [edges.segment(edge).id, edges.continues(edge)])).toEqual([
      ['one', false],
      ['one', true],
      ['other', false],
    ]);
  });
});
