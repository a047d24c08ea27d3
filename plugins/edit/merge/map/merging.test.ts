import { describe, expect, it } from 'vitest';
import type { MapObject } from '#core/document';
import type { ObjectType, Position } from '#core/protocol';
import { desk, field, TestPointer, object, selectionOf, targetsOf } from '#core/testing';
import type { MergeKind } from '../model/merged.ts';
import { Merging } from '../model/merging.ts';
import { MergeSession } from './merge-session.ts';

const PARCEL = {
  name: 'parcel',
  title: { en: 'Parcels', it: 'Particelle' },
  fields: [field('owner'), field('value', { type: 'number' }), field('code', { unique: true })],
} as unknown as ObjectType;
/** A square with sides of 100 pixels; a pixel is 0.00001 degrees, (500, 500) is 0, 0. */
const parcel = (
  id: string,
  west: number,
  properties: MapObject['properties'] = {},
  width = 0.001,
): MapObject => {
  const ring: Position[] = [[west, 0], [west + width, 0], [west + width, 0.001], [west, 0.001], [west, 0]]; // prettier-ignore
  return object(id, { type: 'Polygon', coordinates: [ring] }, { typeName: 'parcel', properties });
};

function merging(objects: readonly MapObject[], selected: readonly string[] = [], how: MergeKind = 'merge') {
  const setUp = desk(objects, [PARCEL]);
  const selection = selectionOf(selected);
  const work = new Merging(targetsOf(setUp.project, selection));
  const session = new MergeSession(how, setUp, work);
  const { document, history } = setUp.project;
  return {
    ...setUp,
    document,
    history,
    selection,
    work,
    session,
    pointer: new TestPointer(setUp.view, session),
  };
}

describe('The merge tool', () => {
  it('merges the clicked objects in one step that can be undone', () => {
    const [a, b] = [parcel('a', 0), parcel('b', 0.001)];
    const { pointer, session, work, document, history, selection } = merging([a, b]);
    pointer.click(550, 450).click(650, 450);
    session.complete();
    expect(document.size).toBe(2);
    expect(work.go()).toBe(true);
    expect([...document.values()].map(({ id }) => id)).toEqual(['a']);
    expect(document.get('a')!.location.type).toBe('Polygon');
    expect(selection.ids).toEqual(['a']);
    expect(history.state.done.map(({ code }) => code)).toEqual(['merge']);
    history.undo();
    expect(document.get('a')).toBe(a);
    expect(document.get('b')).toBe(b);
  });

  it('opens the dialog at once for several selected objects, and keeps the id and values of the largest by default', () => {
    const small = parcel('small', 0, { owner: 'Rossi', value: 30, code: 'A' });
    const large = parcel('large', 0.001, { owner: 'Bianchi', value: 50, note: 'x' }, 0.002);
    const { work, document } = merging([small, large], ['small', 'large']);
    expect(work.targetId).toBe('large');
    expect(work.fields.map(({ field: { name }, offer }) => [name, offer.value])).toEqual([
      ['owner', 'Bianchi'],
      ['value', 50],
      ['code', 'A'],
    ]);
    work.choose('value', 'sum');
    work.choose('owner', 'from small');
    work.go();
    // 30 + 50; attributes without a field are kept.
    expect(document.get('large')!.properties).toEqual({ owner: 'Rossi', value: 80, code: 'A', note: 'x' });
  });

  it('keeps the chosen object, and moves references of the deleted ones to it', () => {
    const [a, b] = [parcel('a', 0), parcel('b', 0.001, {}, 0.002)];
    const house = { ...object('house', { type: 'Point', coordinates: [1, 1] }), relatesTo: ['a', 'b', 'x'] };
    const { work, document } = merging([{ ...a, relatesTo: ['b', 'y'] }, b, house], ['a', 'b']);
    work.keep('a');
    work.go();
    expect(document.get('b')).toBeUndefined();
    expect(document.get('a')!.relatesTo).toEqual(['y']);
    expect(document.get('house')!.relatesTo).toEqual(['a', 'x']);
  });

  it('makes a multipart object of objects that do not touch', () => {
    const { work, document } = merging([parcel('a', 0), parcel('b', 0.002)], ['a', 'b']);
    work.go();
    expect(document.get('a')!.location.type).toBe('MultiPolygon');
  });

  it.each([
    ['few', [parcel('a', 0)]],
    ['types', [parcel('a', 0), { ...parcel('b', 0.001), typeName: 'lake' }]],
    ['kinds', [parcel('a', 0), { ...parcel('b', 0.001), location: { type: 'Point', coordinates: [0, 0] } }]],
    [
      'heights',
      [
        parcel('a', 0),
        {
          ...parcel('b', 0.001),
          location: {
            type: 'Polygon',
            coordinates: [
              [
                [0, 0, 1],
                [1, 0, 1],
                [1, 1, 1],
                [0, 0, 1],
              ],
            ],
          },
        },
      ],
    ],
  ] as [string, MapObject[]][])('says why it cannot: %s', (reason, objects) => {
    const { session, document } = merging(objects, objects.map(({ id }) => id)); // prettier-ignore
    session.complete();
    expect(session.state.hint).toBe(`merge:problem.${reason}`);
    expect([...document.values()]).toEqual(objects);
  });

  it('closes the dialog when the tool is deactivated', () => {
    const { session, work } = merging([parcel('a', 0), parcel('b', 0.001)], ['a', 'b']);
    expect(work.proposal).toBeDefined();
    session.dispose();
    expect(work.proposal).toBeUndefined();
  });

  it('merges nothing if an object has changed since the dialog opened', () => {
    const [a, b] = [parcel('a', 0), parcel('b', 0.001)];
    const { work, document } = merging([a, b], ['a', 'b']);
    const other = { ...b, properties: { owner: 'Verdi' } };
    document.apply([{ id: 'b', before: b, after: other }], 'remote');
    expect(work.go()).toBe(false);
    expect(document.get('b')).toBe(other);
    expect(document.get('a')).toBe(a);
  });
});

describe('The combine tool', () => {
  it('makes one object with unchanged parts and the chosen attributes; undo restores the objects', () => {
    const [a, b] = [parcel('a', 0, { value: 30 }), parcel('b', 0.002, { value: 50 })];
    const { work, document, history } = merging([a, b], ['a', 'b'], 'combine');
    work.choose('value', 'sum');
    work.go();
    expect([...document.values()]).toEqual([
      {
        ...a,
        properties: { value: 80 },
        location: { type: 'MultiPolygon', coordinates: [a.location.coordinates, b.location.coordinates] },
      },
    ]);
    expect(history.state.done.map(({ code }) => code)).toEqual(['combine']);
    history.undo();
    expect([...document.values()]).toEqual([a, b]);
  });

  it('keeps lines that touch as two parts, and points as a multipoint', () => {
    const line = (id: string, west: number) =>
      object(id, { type: 'LineString', coordinates: [[west, 0], [west + 0.001, 0]] }); // prettier-ignore
    const lines = merging([line('a', 0), line('b', 0.001)], ['a', 'b'], 'combine');
    lines.work.go();
    expect([...lines.document.values()][0]!.location).toEqual({
      type: 'MultiLineString',
      coordinates: [[[0, 0], [0.001, 0]], [[0.001, 0], [0.002, 0]]], // prettier-ignore
    });
  });

  it.each([
    ['overlap', parcel('b', 0.0005)],
    ['share an edge', parcel('b', 0.001)],
    ['lie within each other', parcel('b', 0, {}, 0.0005)],
  ])('refuses areas that %s, as they would be invalid parts', (_, b) => {
    const { session, document } = merging([parcel('a', 0), b], ['a', 'b'], 'combine');
    expect(session.state.hint).toBe('merge:problem.overlap');
    expect(document.size).toBe(2);
  });

  it("accepts areas that touch at one point or lie in each other's holes", () => {
    const corner = object('b', {
      type: 'Polygon',
      coordinates: [[[0.001, 0.001], [0.002, 0.001], [0.002, 0.002], [0.001, 0.001]]], // prettier-ignore
    }, { typeName: 'parcel' }); // prettier-ignore
    const [outer] = parcel('a', 0).location.coordinates as Position[][];
    const court: Position[] = [[0.0002, 0.0002], [0.0002, 0.0008], [0.0008, 0.0008], [0.0002, 0.0002]]; // prettier-ignore
    const around = object('a', { type: 'Polygon', coordinates: [outer!, court] }, { typeName: 'parcel' });
    const house: Position[] = [[0.0003, 0.0004], [0.0005, 0.0007], [0.0003, 0.0007], [0.0003, 0.0004]]; // prettier-ignore
    const within = object('b', { type: 'Polygon', coordinates: [house] }, { typeName: 'parcel' });
    for (const pair of [
      [parcel('a', 0), corner],
      [around, within],
    ])
      // prettier-ignore
      expect(merging(pair, ['a', 'b'], 'combine').work.proposal?.location.coordinates).toHaveLength(2);
  });
});
