import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { MapObject } from '#core/document';
import type { ObjectType, Position } from '#core/protocol';
import { printerOf } from '#core/sketch';
import { desk, field, TestPointer, object, performsAtOnce, selectionOf, targetsOf } from '#core/testing';
import { wholeCommand, type WholeKind } from '../model/commands.ts';
import { ReshapeForm } from '../model/form.ts';
import type { ReshapeKind } from '../model/reshapes.ts';
import { ReshapeSession } from './reshape-session.ts';

function held(objects: readonly MapObject[], selected: readonly string[], types: readonly ObjectType[] = []) {
  const setUp = desk(objects, types);
  const selection = selectionOf(selected);
  const targets = targetsOf(setUp.project, selection);
  const { document, history } = setUp.project;
  return { ...setUp, selection, targets, newValues: performsAtOnce, document, history };
}
function reshaping(kind: ReshapeKind, ...given: Parameters<typeof held>) {
  const setUp = held(...given);
  const form = new ReshapeForm(printerOf(setUp.i18n, setUp.settings).parseLength);
  const session = new ReshapeSession(kind, setUp, { ...setUp, form });
  return { ...setUp, form, session, pointer: new TestPointer(setUp.view, session) };
}
function command(kind: WholeKind, ...given: Parameters<typeof held>) {
  const setUp = held(...given);
  const projects = { current: setUp.project, current$: of(setUp.project) } as never;
  return {
    ...setUp,
    command: wholeCommand(kind, projects, setUp.targets, setUp.newValues),
  };
}

// A pixel is 0.00001 degrees; (500, 500) is 0, 0.
const wall = object('wall', { type: 'LineString', coordinates: [[0, 0], [0.0005, 0.000001], [0.001, 0]] }); // prettier-ignore
const runOf = (one: MapObject | undefined) => one!.location.coordinates as Position[];

describe('The simplify tool', () => {
  it('previews the result with the number of vertices, and applies it in one step', () => {
    const { form, view, session, document, history } = reshaping('simplify', [wall], ['wall']);
    // The middle vertex is 0.000001 degrees, 0.11 m, off.
    form.type('20 cm');
    expect(form.summary).toMatchObject({ count: 1, before: 3, after: 2 });
    // 0.000001 degrees, with 110,574 m per degree at the equator.
    expect(form.summary.deviation).toBeCloseTo(0.110574, 5);
    expect(view.previewed.map(runOf)).toEqual([[[0, 0], [0.001, 0]]]); // prettier-ignore
    expect(document.get('wall')).toBe(wall);
    // The original, dashed.
    expect(view.sketch?.shapes).toMatchObject([
      { geometry: { type: 'MultiLineString', coordinates: [runOf(wall)] }, dashed: true },
    ]);
    session.complete();
    expect(view.sketch).toBeUndefined();
    expect(runOf(document.get('wall'))).toHaveLength(2);
    history.undo();
    expect(document.get('wall')).toBe(wall);
  });

  it('reads its tolerance in the unit of the project, also when that changes', () => {
    const { form, settings } = reshaping('simplify', [wall], ['wall']);
    form.type('0.2');
    expect(form.summary.after).toBe(2);
    // 0.2 ft are 0.061 m: the middle vertex is farther off.
    settings.set('units', { ...settings.get('units'), lengthUnit: 'ft' });
    expect(form.summary.after).toBe(3);
  });

  it('changes nothing when it is cancelled or deactivated', () => {
    const { form, view, session, document } = reshaping('simplify', [wall], ['wall']);
    form.type('1');
    session.cancel();
    expect(view.previewed).toEqual([]);
    expect(view.sketch).toBeUndefined();
    form.type('1');
    session.dispose();
    expect(view.previewed).toEqual([]);
    expect(view.sketch).toBeUndefined();
    expect(document.get('wall')).toBe(wall);
  });

  it.each(['', '0', '-1', 'x', '200 km'])('takes no tolerance "%s"', (text) => {
    const { form, session, history } = reshaping('simplify', [wall], ['wall']);
    form.type(text);
    session.complete();
    expect(history.state.done).toHaveLength(0);
  });

  it('ignores points and locked objects', () => {
    const point = object('point', { type: 'Point', coordinates: [0, 0] });
    const { form, session, history } = reshaping(
      'simplify',
      [point, { ...wall, typeName: 'locked' }],
      ['point', 'wall'],
    );
    form.type('1');
    expect(form.summary.count).toBe(0);
    session.complete();
    expect(history.state.done).toHaveLength(0);
    expect(session.state.hint).toBe('reshape:hint.select');
  });
});

describe('The offset tool', () => {
  it('draws the parallel on the side of the click, and keeps the original', () => {
    const { form, view, pointer, document, selection } = reshaping('offset', [wall], ['wall']);
    form.type('5');
    // The original stays, so it is not shown as removed.
    expect(view.sketch).toBeUndefined();
    pointer.click(550, 450);
    expect(document.size).toBe(2);
    expect(document.get('wall')).toBe(wall);
    const [beside] = selection.ids.map((id) => document.get(id));
    // 5 m north: 5 / 110574 m per degree of latitude at the equator.
    expect(runOf(beside)[0]![1]).toBeCloseTo(5 / 110_574, 6);
    pointer.click(550, 550);
    expect(document.size).toBe(3);
  });

  it('replaces the original on request', () => {
    const { form, view, pointer, document } = reshaping('offset', [wall], ['wall']);
    form.type('5');
    form.keep(false);
    expect(view.sketch?.shapes).toHaveLength(1);
    pointer.click(550, 550);
    expect(document.size).toBe(1);
    expect(runOf(document.get('wall'))[0]![1]).toBeLessThan(0);
  });

  it('asks for another value of a field that is required and unique', () => {
    const code = field('code', { required: true, unique: true });
    const type = { name: 'thing', fields: [code] } as unknown as ObjectType;
    const { form, session, document } = reshaping('offset', [{ ...wall, properties: { code: 'A' } }], ['wall'], [type]); // prettier-ignore
    form.type('5');
    session.complete();
    expect([...document.values()].map(({ properties }) => properties)).toEqual([
      { code: 'A' },
      { code: 'A' },
    ]);
  });
});

describe('The smooth tool', () => {
  it('starts with two rounds', () => {
    const { form, session, document } = reshaping('smooth', [wall], ['wall']);
    // 3 vertices: 4 after the first round, 6 after the second.
    expect(form.summary).toMatchObject({ count: 1, before: 3, after: 6 });
    session.complete();
    expect(runOf(document.get('wall'))).toHaveLength(6);
  });
});

describe('Commands on whole objects', () => {
  const lines = object('lines', {
    type: 'MultiLineString',
    coordinates: [[[0, 0, 1], [1, 0, 2]], [[2, 0, 3], [3, 0, 4]]],
  }); // prettier-ignore

  it('reverse lines with their heights', () => {
    const { command: reverse, document } = command('reverse', [lines], ['lines']);
    expect(reverse.disabled()).toBeUndefined();
    reverse.run();
    expect(document.get('lines')!.location.coordinates).toEqual([[[1, 0, 2], [0, 0, 1]], [[3, 0, 4], [2, 0, 3]]]); // prettier-ignore
  });

  it('split objects into their parts in one step; the first keeps the id', () => {
    const {
      command: explode,
      document,
      history,
      selection,
    } = command('explode', [lines, wall], ['lines', 'wall']);
    explode.run();
    expect(document.size).toBe(3);
    expect(runOf(document.get('lines'))).toEqual([[0, 0, 1], [1, 0, 2]]); // prettier-ignore
    expect(selection.ids).toHaveLength(2);
    history.undo();
    expect([...document.values()]).toEqual([lines, wall]);
  });

  it('remove holes', () => {
    const ring = (by: number): Position[] => [[-by, -by], [by, -by], [by, by], [-by, by], [-by, -by]]; // prettier-ignore
    const court = object('court', { type: 'Polygon', coordinates: [ring(2), ring(1)] });
    const { command: fill, document } = command('fill', [court], ['court']);
    fill.run();
    expect(document.get('court')!.location.coordinates).toEqual([ring(2)]);
    expect(fill.disabled()).toBe('disabled.fill');
  });

  it('report what to select', () => {
    expect(command('explode', [wall], ['wall']).command.disabled()).toBe('disabled.explode');
    expect(command('reverse', [wall], []).command.disabled()).toBe('disabled.reverse');
  });
});
