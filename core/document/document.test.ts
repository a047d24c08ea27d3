import { describe, expect, it } from 'vitest';
import { ObjectDocument, type Change, type DocumentChange, type MapObject } from './index.ts';

function point(id: string, lon: number, lat: number): MapObject {
  return {
    id,
    typeName: 'pole',
    location: { type: 'Point', coordinates: [lon, lat] },
    properties: {},
    relatesTo: [],
  };
}
const created = (after: MapObject): Change => ({ id: after.id, before: undefined, after });

describe('The document of a project', () => {
  it('applies changes and emits once per list', () => {
    const document = new ObjectDocument('p');
    const heard: DocumentChange[] = [];
    document.changes$.subscribe((change) => heard.push(change));
    document.apply([created(point('a', 9, 45)), created(point('b', 10, 45))], 'load');
    expect(document.size).toBe(2);
    expect(heard.map(({ origin, changes }) => [origin, changes.length])).toEqual([['load', 2]]);
  });

  it('refuses a change whose `before` is not current, and applies nothing of that list', () => {
    const document = new ObjectDocument('p');
    const a = point('a', 9, 45);
    document.apply([created(a)], 'load');
    const newer = point('a', 9.1, 45);
    document.apply([{ id: 'a', before: a, after: newer }], 'remote');
    const stale = [created(point('b', 1, 1)), { id: 'a', before: a, after: point('a', 8, 45) }];
    expect(() => document.apply(stale, 'edit')).toThrow(
      'The object a is no longer what the change was made from',
    );
    expect(document.get('a')).toBe(newer);
    expect(document.get('b')).toBeUndefined();
  });

  it('remembers the version of a deleted object, so that it can be restored', () => {
    const document = new ObjectDocument('p');
    const a = point('a', 9, 45);
    document.apply([created(a)], 'load');
    document.apply([{ id: 'a', before: a, after: undefined }], 'edit');
    document.acknowledge('a', { version: 2 });
    expect(document.recordOf('a')).toEqual({ version: 2 });
  });
});

describe('The spatial index', () => {
  it('finds added, moved and restored objects, and no removed ones', () => {
    const document = new ObjectDocument('p');
    const many = Array.from({ length: 1000 }, (_, i) => point(`o${i}`, i / 100, 45));
    document.apply(many.map(created), 'load');
    const near = () => document.index.search([4.995, 44.9, 5.015, 45.1]).sort();
    expect(near()).toEqual(['o500', 'o501']);
    const moved = point('o500', 100, 45);
    document.apply([{ id: 'o500', before: many[500], after: moved }], 'edit');
    expect(near()).toEqual(['o501']);
    expect(document.index.search([99, 44, 101, 46])).toEqual(['o500']);
    document.apply([{ id: 'o500', before: moved, after: many[500] }], 'undo');
    expect(near()).toEqual(['o500', 'o501']);
    expect(document.index.search([99, 44, 101, 46])).toEqual([]);
  });

  it('agrees with a search through all objects, after any sequence of small and large changes', () => {
    const document = new ObjectDocument('p');
    let seed = 7;
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    const were = new Map<string, MapObject>();
    for (let round = 0; round < 60; round++) {
      const size = round % 3 === 0 ? 300 : 5;
      const changes = new Map<string, Change>();
      for (let i = 0; i < size; i++) {
        const id = `o${Math.floor(random() * 800)}`;
        const before = document.get(id);
        // An undo restores the very object that was there before.
        const earlier = random() < 0.3 ? were.get(id) : undefined;
        const after = earlier ?? (random() < 0.3 ? undefined : point(id, random() * 10, random() * 10));
        if (before) were.set(id, before);
        if (before || after) changes.set(id, { id, before, after });
      }
      document.apply([...changes.values()], 'edit');
      const [x, y] = [random() * 9, random() * 9];
      const expected = [...document.values()]
        .filter(({ location }) => {
          const [lon, lat] = location.coordinates as [number, number];
          return lon >= x && lon <= x + 1 && lat >= y && lat <= y + 1;
        })
        .map(({ id }) => id);
      expect(document.index.search([x, y, x + 1, y + 1]).sort()).toEqual(expected.sort());
    }
  });

  it('searches both sides of the antimeridian', () => {
    const document = new ObjectDocument('p');
    document.apply([created(point('east', 179.9, 0)), created(point('west', -179.9, 0))], 'load');
    expect(document.index.search([179, -1, -179, 1]).sort()).toEqual(['east', 'west']);
  });

  it('returns the edges near a place with the path of their first vertex, also for long lines', () => {
    const document = new ObjectDocument('p');
    const coordinates = Array.from({ length: 10_000 }, (_, i): [number, number, number] => [i / 1000, 45, i]);
    const line: MapObject = { ...point('line', 0, 0), location: { type: 'LineString', coordinates } };
    document.apply([created(line)], 'load');
    const near = document.index
      .segments([6.4321, 44.99, 6.4329, 45.01])
      .map(({ id, from, to, path }) => ({ id, from, to, path }));
    expect(near).toEqual([{ id: 'line', from: [6.432, 45, 6432], to: [6.433, 45, 6433], path: [6432] }]);
  });

  it('returns the path to the ring and part of an edge', () => {
    const square = (x: number): [number, number][] => [
      [x, 0],
      [x + 1, 0],
      [x + 1, 1],
      [x, 1],
      [x, 0],
    ];
    const document = new ObjectDocument('p');
    const location = { type: 'MultiPolygon' as const, coordinates: [[square(0)], [square(5), square(7)]] };
    document.apply([created({ ...point('m', 0, 0), location })], 'load');
    const near = [...document.index.segments([6.9, 0.4, 7.1, 0.6])];
    expect(near.map(({ path }) => path)).toEqual([[1, 1, 3]]);
  });
});
