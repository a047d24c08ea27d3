import { describe, expect, it } from 'vitest';
import type { MapObject } from '#core/document';
import { countByType, idsOfType } from './counting.ts';

const objects = ['Well', 'Pipe', 'Well'].map((typeName, n): MapObject => ({
  id: `${n + 1}`,
  typeName,
  location: { type: 'Point', coordinates: [12.5, 41.9] },
  properties: {},
  relatesTo: [],
}));

describe('the inventory', () => {
  it('counts the objects of each type, most first', () => {
    expect(countByType(objects)).toEqual([
      { typeName: 'Well', count: 2, share: 2 / 3 },
      { typeName: 'Pipe', count: 1, share: 1 / 3 },
    ]);
    expect(countByType([])).toEqual([]);
  });

  it('knows the objects of a type', () => {
    expect(idsOfType(objects, 'Well')).toEqual(['1', '3']);
  });
});
