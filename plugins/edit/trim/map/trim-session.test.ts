import { describe, expect, it } from 'vitest';
import type { MapObject } from '#core/document';
import type { ObjectType, Position } from '#core/protocol';
import { desk, TestPointer, object, performsAtOnce, selectionOf, targetsOf } from '#core/testing';
import { TrimSession, type TrimKind } from './trim-session.ts';

// A pixel is 0.00001 degrees; (500, 500) is 0, 0.
const line = (id: string, ...coordinates: Position[]): MapObject =>
  object(id, { type: 'LineString', coordinates });
const road = line('road', [0, 0, 10], [0.003, 0, 40]);
const wall = (id: string, east: number, height?: number): MapObject =>
  line(
    id,
    height === undefined ? [east, -0.001] : [east, -0.001, height],
    height === undefined ? [east, 0.001] : [east, 0.001, height],
  );

function taken(
  kind: TrimKind,
  objects: readonly MapObject[],
  selected: string[] = [],
  types: ObjectType[] = [],
) {
  const setUp = desk(objects, types);
  const selection = selectionOf(selected);
  const targets = targetsOf(setUp.project, selection);
  const session = new TrimSession(kind, setUp, {
    ...setUp,
    targets,
    newValues: performsAtOnce,
  });
  const { document, history } = setUp.project;
  return {
    ...setUp,
    session,
    targets,
    document,
    history,
    pointer: new TestPointer(setUp.view, session),
    run: (id = 'road') => document.get(id)!.location.coordinates as Position[],
  };
}

describe('Trimming', () => {
  it('removes the end of a line up to an edge, with the height of the line there, in one step', () => {
    const { pointer, run, history, document } = taken('trim', [road, wall('wall', 0.002)]);
    pointer.click(750, 500);
    // Two thirds of the length are two thirds of the rise: 10 + 30 * 2 / 3.
    expect(run()).toEqual([
      [0, 0, 10],
      [expect.closeTo(0.002, 12), 0, expect.closeTo(30, 9)],
    ]);
    expect(history.state.done.map(({ code }) => code)).toEqual(['trim']);
    history.undo();
    expect(document.get('road')).toBe(road);
  });

  it('asks which line is meant where two lie on each other', () => {
    const twin = line('twin', [0, 0], [0.003, 0]);
    const { pointer, run, targets } = taken('trim', [road, twin, wall('wall', 0.002)], ['wall']);
    pointer.click(750, 500);
    expect(targets.asked).toHaveLength(2);
    expect([run('road'), run('twin')].map((each) => each.at(-1)![0])).toEqual([0.003, 0.003]);
    targets.answer('twin');
    expect(run('twin').at(-1)![0]).toBeCloseTo(0.002, 12);
    expect(run('road').at(-1)![0]).toBe(0.003);
  });

  it('says so where edges may be missing because not all is loaded', () => {
    const { pointer, session, project } = taken('trim', [road, wall('wall', 0.002)]);
    Object.assign(project, { covers: () => false });
    pointer.move(750, 500);
    expect(session.state.hint).toBe('trim:problem.unloaded');
    Object.assign(project, { covers: () => true });
    pointer.move(750, 501);
    expect(session.state.hint).toBe('trim:hint.trim');
  });

  it('previews what would be removed, and removes the preview', () => {
    const { pointer, view, session } = taken('trim', [road, wall('wall', 0.002)]);
    pointer.move(750, 503);
    expect(view.sketch?.shapes[0]?.geometry.coordinates).toEqual([
      [expect.closeTo(0.002, 12), 0, expect.closeTo(30, 9)],
      [0.003, 0, 40],
    ]);
    // 0.001 degrees on the equator are a pi / 180 * 0.001 = 111.319 m.
    expect(view.sketch?.labels?.[0]?.text).toBe('111.319\u00a0m');
    expect(view.previewed).toHaveLength(1);
    session.dispose();
    expect(view.sketches.size + view.previewed.length).toBe(0);
  });

  it('leaves two lines when the middle is removed; the longer one keeps the id', () => {
    const type = {
      name: 'thing',
      fields: [{ name: 'code', type: 'text', unique: true }],
    } as unknown as ObjectType;
    const named = { ...road, properties: { code: 'A', use: 'x' } };
    const walls = [wall('a', 0.0005), wall('b', 0.001)];
    const { pointer, document, history } = taken('trim', [named, ...walls], [], [type]);
    pointer.click(575, 500);
    expect(document.size).toBe(4);
    expect(document.get('road')!.properties).toEqual({ code: 'A', use: 'x' });
    const other = [...document.values()].find(({ id }) => !['road', 'a', 'b'].includes(id))!;
    expect(other.properties).toEqual({ use: 'x' });
    expect((other.location.coordinates as Position[]).map(([x]) => x)).toEqual([
      0,
      expect.closeTo(0.0005, 12),
    ]);
    history.undo();
    expect(document.size).toBe(3);
  });

  it('leaves no vertex behind where an edge no longer ends a section', () => {
    const { pointer, run } = taken('trim', [road, wall('a', 0.001), wall('b', 0.002)]);
    pointer.click(750, 500);
    expect(run()).toHaveLength(2);
  });

  it('removes a section of a closed line, also across its first vertex', () => {
    const ring = line('road', [0, 0], [0.001, 0], [0.001, 0.001], [0, 0.001], [0, 0]);
    const cross = line('cross', [-0.001, 0.0005], [0.002, 0.0005]);
    const { pointer, run, document } = taken('trim', [ring, cross]);
    pointer.click(550, 500);
    expect(document.size).toBe(2);
    expect(run()).toEqual([
      [0.001, 0.0005],
      [0.001, 0.001],
      [0, 0.001],
      [0, 0.0005],
    ]);
  });

  it('keeps a line of several parts as one object', () => {
    const several = object('road', {
      type: 'MultiLineString',
      coordinates: [[[0, 0], [0.003, 0]], [[0, 0.01], [0.003, 0.01]]], // prettier-ignore
    });
    const { pointer, run, document } = taken('trim', [several, wall('a', 0.001), wall('b', 0.002)]);
    pointer.click(650, 500);
    expect(document.size).toBe(3);
    expect(run()).toHaveLength(3);
  });

  it('ends at the selected objects only, if any', () => {
    const { pointer, run } = taken('trim', [road, wall('a', 0.001), wall('b', 0.002)], ['a']);
    pointer.click(750, 500);
    expect(run().at(-1)![0]).toBeCloseTo(0.001, 12);
  });

  it.each([
    ['no-edge', [road]],
    ['no-edge', [road, { ...wall('a', 0.002), typeName: 'hidden' }]],
    ['no-edge', [road, line('beside', [0.001, 0], [0.002, 0])]],
    [
      'closed',
      [line('road', [0, 0], [0.003, 0], [0.003, 0.003], [0, 0]), line('a', [0.001, -0.001], [0.001, 0.0001])],
    ],
  ] as [string, MapObject[]][])('says why not: %s', (reason, objects) => {
    const { pointer, session, document } = taken('trim', objects);
    pointer.click(650, 500);
    expect(session.state.hint).toBe(`trim:problem.${reason}`);
    expect([...document.values()]).toEqual(objects);
  });

  it('ignores lines of locked layers, and the second click of a double click', () => {
    const locked = taken('trim', [{ ...road, typeName: 'locked' }, wall('a', 0.002)]);
    locked.pointer.click(750, 500);
    expect(locked.history.state.done).toEqual([]);
    const twice = taken('trim', [road, wall('a', 0.001), wall('b', 0.001003)]);
    twice.pointer.double(650, 500);
    expect(twice.history.state.done).toHaveLength(1);
  });
});

describe('Extending', () => {
  it('extends the nearer end to the first edge, at its height, in one step', () => {
    const far = wall('far', 0.0047, 7);
    const { pointer, run, history, document } = taken('extend', [road, wall('near', 0.004, 55), far]);
    pointer.click(780, 500);
    expect(run()).toEqual([
      [0, 0, 10],
      [expect.closeTo(0.004, 12), 0, 55],
    ]);
    expect(history.state.done.map(({ code }) => code)).toEqual(['extend']);
    history.undo();
    expect(document.get('road')).toBe(road);
  });

  it('extends the start too, and keeps its height if the edge has none', () => {
    const { pointer, run } = taken('extend', [road, wall('west', -0.002)]);
    pointer.click(510, 500);
    expect(run()[0]).toEqual([expect.closeTo(-0.002, 12), 0, 10]);
    expect(run()[1]).toEqual([0.003, 0, 40]);
  });

  it('previews the extension', () => {
    const { pointer, view } = taken('extend', [road, wall('near', 0.004)]);
    pointer.move(780, 500);
    expect(view.sketch?.handles).toEqual([{ position: [expect.closeTo(0.004, 12), 0, 40], role: 'active' }]);
    expect(view.sketch?.labels?.[0]?.text).toBe('111.319\u00a0m');
  });

  it('continues past the edge where it already ends, and past those that are not selected', () => {
    const at = taken('extend', [road, wall('at', 0.003), wall('next', 0.004)]);
    at.pointer.click(780, 500);
    expect(at.run().at(-1)![0]).toBeCloseTo(0.004, 12);
    const chosen = taken('extend', [road, wall('near', 0.0035), wall('next', 0.004)], ['next']);
    chosen.pointer.click(780, 500);
    expect(chosen.run().at(-1)![0]).toBeCloseTo(0.004, 12);
  });

  it('reports that no edge in view is on its way', () => {
    const { pointer, session, history } = taken('extend', [road, wall('out', 0.3)]);
    pointer.click(780, 500);
    expect(session.state.hint).toBe('trim:problem.no-edge');
    expect(history.state.done).toEqual([]);
  });
});
