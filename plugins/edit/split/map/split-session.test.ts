import { describe, expect, it } from 'vitest';
import type { MapObject } from '#core/document';
import type { ObjectType, Position } from '#core/protocol';
import {
  desk,
  TestPointer,
  memoryStorage,
  object,
  performsAtOnce,
  selectionOf,
  targetsOf,
} from '#core/testing';
import { Rules } from '../model/rules.ts';
import { Splitting } from '../model/splitting.ts';
import { SplitSession } from './split-session.ts';

function splitting(
  objects: readonly MapObject[],
  selected: readonly string[] = [],
  types: ObjectType[] = [],
) {
  const setUp = desk(objects, types);
  const selection = selectionOf(selected);
  const rules = new Rules(memoryStorage());
  const work = new Splitting(targetsOf(setUp.project, selection), rules, performsAtOnce);
  const session = new SplitSession(setUp, work, setUp.settings, setUp.i18n);
  const { document, history } = setUp.project;
  return {
    ...setUp,
    selection,
    rules,
    session,
    document,
    history,
    pointer: new TestPointer(setUp.view, session),
    all: () => [...document.values()],
    runs: () => [...document.values()].map(({ location }) => location.coordinates),
  };
}

// A pixel is 0.00001 degrees; (500, 500) is 0, 0.
const road = object('road', {
  type: 'LineString',
  coordinates: [
    [0, 0, 10],
    [0.002, 0, 30],
  ],
});
const square = (id: string, west: number, typeName = 'parcel'): MapObject => {
  const ring: Position[] = [
    [west, 0],
    [west + 0.001, 0],
    [west + 0.001, 0.001],
    [west, 0.001],
    [west, 0],
  ];
  return object(id, { type: 'Polygon', coordinates: [ring] }, { typeName });
};

describe('The split tool', () => {
  it('splits a line where it is clicked, with its height there, in one step', () => {
    const { pointer, runs, history, selection, all } = splitting([road]);
    pointer.click(550, 500);
    // A quarter of the length is a quarter of the rise: 10 + 20 / 4.
    expect(runs()).toEqual([
      [
        [0, 0, 10],
        [0.0005, 0, 15],
      ],
      [
        [0.0005, 0, 15],
        [0.002, 0, 30],
      ],
    ]);
    expect(all()[0]!.id).toBe('road');
    expect(selection.ids).toEqual(all().map(({ id }) => id));
    expect(history.state.done.map(({ code }) => code)).toEqual(['split']);
    history.undo();
    expect(all()).toEqual([road]);
  });

  it('previews the cut, and removes the marker', () => {
    const { pointer, view, session } = splitting([road]);
    pointer.move(550, 502);
    expect(view.sketches.get('split')?.handles).toEqual([{ position: [0.0005, 0, 15], role: 'active' }]);
    // 0.0005 degrees on the equator are a pi / 180 * 0.0005 = 55.660 m; 0.0015 are 166.979 m.
    expect(view.sketches.get('split')?.labels?.map(({ text }) => text)).toEqual([
      '55.660\u00a0m',
      '166.979\u00a0m',
    ]);
    pointer.move(550, 600);
    expect(view.sketches.get('split')).toBeUndefined();
    pointer.move(550, 502);
    session.dispose();
    expect(view.sketches.size).toBe(0);
  });

  it('ignores the second click of a double click', () => {
    const { pointer, all, session } = splitting([road]);
    pointer.double(550, 500);
    expect(all()).toHaveLength(2);
    expect(session.state).toMatchObject({ hint: 'split:hint.start', busy: false });
  });

  it('reports that there is nothing to split at an end', () => {
    const { pointer, all, session } = splitting([road]);
    pointer.click(500, 500);
    expect(session.state.hint).toBe('split:problem.at-end');
    expect(all()).toEqual([road]);
  });

  it('splits polygons of one type along a path in one step', () => {
    const { pointer, all, history } = splitting([square('a', 0), square('b', 0.002)]);
    pointer.click(480, 450).double(820, 450);
    expect(all()).toHaveLength(4);
    expect(history.state.done).toHaveLength(1);
    history.undo();
    expect(all().map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('splits only what is selected, even across a line', () => {
    const boundary = object('wall', {
      type: 'LineString',
      coordinates: [
        [-0.001, 0.0005],
        [0.005, 0.0005],
      ],
    });
    const { pointer, document } = splitting([square('a', 0), square('b', 0.002), boundary], ['a']);
    // The first click is on the wall.
    pointer.click(480, 450).double(820, 440);
    expect(document.size).toBe(4);
    expect(document.get('b')).toEqual(square('b', 0.002));
    expect(document.get('wall')).toEqual(boundary);
  });

  it('splits nothing while a part of the selection is not loaded', () => {
    const { pointer, session, selection, document } = splitting([square('a', 0), square('b', 0.002)]);
    Object.assign(selection, { missing: 1 });
    pointer.click(480, 450).double(820, 440);
    expect([session.state.hint, document.size]).toEqual(['split:problem.partial', 2]);
  });

  it('does not split objects of two types, or of a locked layer', () => {
    const two = splitting([square('a', 0), square('b', 0.002, 'lake')]);
    two.pointer.click(480, 450).double(820, 450);
    expect(two.session.state.hint).toBe('split:problem.several-types');
    expect(two.document.size).toBe(2);
    const locked = splitting([square('a', 0, 'locked')]);
    locked.pointer.click(480, 450).double(620, 450);
    expect(locked.session.state.hint).toBe('split:problem.nothing-there');
    expect(locked.document.size).toBe(1);
  });

  it('keeps a path that does not divide anything, for correction', () => {
    const { pointer, session, all } = splitting([square('a', 0)]);
    pointer.click(480, 450).double(550, 450);
    expect(session.state.hint).toBe('split:problem.ends-inside');
    expect(session.path.vertices).toHaveLength(2);
    pointer.double(620, 450);
    expect(all()).toHaveLength(2);
  });

  it('gives the parts attributes by the rules of their type, and the geometry type that it requires', () => {
    const field = {
      name: 'trees',
      title: { en: 'Trees', it: 'Alberi' },
      type: 'integer',
      required: false,
    } as const;
    const type = { name: 'parcel', geometryType: 'MultiPolygon', fields: [field] } as unknown as ObjectType;
    const parcel = { ...square('a', 0), properties: { trees: 8, note: 'x' } };
    const { pointer, rules, all } = splitting([parcel], [], [type]);
    rules.choose(type, field, 'divide');
    // At a quarter of the width: a quarter of the area, 2 trees of 8.
    pointer.click(525, 520).double(525, 380);
    expect(all().map(({ properties, location }) => [location.type, properties])).toEqual([
      ['MultiPolygon', { trees: 6, note: 'x' }],
      ['MultiPolygon', { trees: 2, note: 'x' }],
    ]);
  });
});
