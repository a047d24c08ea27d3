import { describe, expect, it } from 'vitest';
import type { Conflict } from '#core/autosave';
import type { MapObject } from '#core/document';
import type { Position } from '#core/protocol';
import { carry, differences } from './differences.ts';
import { clashes, isDisputed, merged, proposed } from './merge.ts';
import { picturesOf } from './picture.ts';

function pole(
  properties: Record<string, unknown>,
  at: Position = [9, 45],
  more: Partial<MapObject> = {},
): MapObject {
  return {
    id: 'a',
    typeName: 'pole',
    location: { type: 'Point', coordinates: at },
    properties,
    relatesTo: [],
    ...more,
  };
}
const conflict = (
  base: MapObject | undefined,
  mine: MapObject | undefined,
  theirs: MapObject | undefined,
): Conflict => ({
  id: 'a',
  base,
  local: mine,
  remote: theirs,
  remoteRecord: { version: 2 },
});

describe('Two states of an object', () => {
  it('differ in geometry, type, attributes and relations', () => {
    const found = differences(
      pole({ height: 3, old: 1 }),
      pole({ height: 4, new: 2 }, [9, 46], { typeName: 'mast', relatesTo: ['b'] }),
    );
    expect(found.map(({ aspect }) => aspect)).toEqual([
      'geometry',
      'type',
      'attribute:height',
      'attribute:new',
      'attribute:old',
      'relations',
    ]);
  });

  it('are equal whatever the order of their properties', () => {
    expect(differences(pole({ a: 1, b: { x: 1, y: [2] } }), pole({ b: { y: [2], x: 1 }, a: 1 }))).toEqual([]);
  });

  it('pass on an attribute, or its absence', () => {
    expect(carry(pole({ a: 1, b: 2 }), pole({}), 'attribute:a').properties).toEqual({ b: 2 });
    expect(carry(pole({}), pole({ a: 1 }), 'attribute:a').properties).toEqual({ a: 1 });
  });
});

describe('A conflict', () => {
  it('proposes for each aspect the side that changed it, and mine where both did', () => {
    const both = conflict(
      pole({ height: 1, colour: 'red', state: 'new' }),
      pole({ height: 2, colour: 'red', state: 'mine' }, [9, 45.1]),
      pole({ height: 1, colour: 'blue', state: 'theirs' }),
    );
    expect([...proposed(both)]).toEqual([
      ['geometry', 'mine'],
      ['attribute:colour', 'theirs'],
      ['attribute:height', 'mine'],
      ['attribute:state', 'mine'],
    ]);
    expect(
      clashes(both)
        .filter(({ aspect }) => isDisputed(both, aspect))
        .map(({ aspect }) => aspect),
    ).toEqual(['attribute:state']);
    const result = merged(both, proposed(both));
    expect(result?.properties).toEqual({ height: 2, colour: 'blue', state: 'mine' });
    expect(result?.location.coordinates).toEqual([9, 45.1]);
  });

  it('must be decided by the person where the common ancestor is unknown', () => {
    const unknown = conflict(undefined, pole({ a: 1 }), pole({ a: 2 }));
    expect(isDisputed(unknown, 'attribute:a')).toBe(true);
    expect(merged(unknown, new Map([['attribute:a', 'theirs']]))?.properties).toEqual({ a: 2 });
  });

  it('is all or nothing where one side is deleted', () => {
    expect(clashes(conflict(pole({}), undefined, pole({ a: 1 })))).toEqual([]);
    expect(merged(conflict(pole({}), undefined, pole({ a: 1 })), new Map())).toBeUndefined();
  });
});

describe('A picture of geometries', () => {
  it('has north up and one scale for all', () => {
    const [small, large] = picturesOf(
      [
        {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [0, 1],
          ],
        },
        {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [0, 2],
          ],
        },
      ],
      100,
      100,
    );
    // 2° over 80 pixels between margins of 10: one degree is 40 pixels.
    expect(large?.path).toBe('M50.0 90.0L50.0 10.0');
    expect(small?.path).toBe('M50.0 90.0L50.0 50.0');
  });

  it('puts a single point in the middle', () => {
    expect(picturesOf([{ type: 'Point', coordinates: [9, 45] }], 100, 60)[0]?.points).toEqual([[50, 30]]);
  });
});
