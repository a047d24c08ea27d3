import { BehaviorSubject } from 'rxjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadProjections, project } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { planeIn, type PathKind } from '#core/sketch';
import { desk, drawingOn, object } from '#core/testing';
import type { ActiveTool, Tools } from '#core/tools';
import { Drafting } from '../model/drafting.ts';

const CRS = 'EPSG:32632';
const WELL: Position = [0.00100001, 0.00000001];

function constructing(kind: PathKind = 'line') {
  const setUp = desk([object('well', { type: 'Point', coordinates: WELL })]);
  setUp.settings.set('measureCRS', CRS);
  setUp.settings.set('workingCrs', CRS);
  const { session, pointer, finished } = drawingOn(setUp, { kind, drafts: true, metric: () => planeIn(CRS) });
  const active$ = new BehaviorSubject<ActiveTool | undefined>({
    id: 'draw',
    isSelectTool: false,
    session,
  });
  const tools = {
    active$,
    get active() {
      return active$.value;
    },
  } as Partial<Tools> as Tools;
  const drafting = new Drafting(tools, setUp.settings, setUp.i18n);
  drafting.construct();
  const construction = drafting.construction!;
  return { ...setUp, session, finished, active$, drafting, construction, pointer, path: session.path };
}
const away = (a: Position, b: Position): number => {
  const [[ax, ay], [bx, by]] = [project(CRS, a), project(CRS, b)];
  return Math.hypot(bx - ax, by - ay);
};

describe('Constructing the next vertex', () => {
  beforeAll(loadProjections);

  it('uses clicked stations exactly, and of two solutions the clicked one', () => {
    const { pointer, construction, path, view } = constructing();
    pointer.click(500, 500).click(602, 501);
    expect(path.vertices).toEqual([]);
    expect(construction.station('b')).toEqual(WELL);
    expect(construction.picking).toBeUndefined();
    construction.change('first', '80');
    construction.change('second', '70 m');
    expect(construction.places).toHaveLength(2);
    expect(view.sketches.get('drafting')!.labels!.map(({ text }) => text)).toEqual(['A', 'B', '1', '2']);
    const below = construction.places.findIndex(([, latitude]) => latitude < 0);
    const [x, y] = view.toPixel(construction.places[below]!);
    pointer.click(x, y);
    expect(path.vertices).toHaveLength(1);
    expect(path.vertices[0]![1]).toBeLessThan(0);
    expect(away([0, 0], path.vertices[0]!)).toBeCloseTo(80, 5);
    expect(away(WELL, path.vertices[0]!)).toBeCloseTo(70, 5);
    // The stations are kept for the next vertex.
    expect(construction.typed).toMatchObject({ first: '', second: '' });
    expect(construction.station('a')).toEqual([0, 0]);
  });

  it('reads typed values in the units of the project, also when these change', () => {
    const { pointer, construction, settings, view } = constructing();
    pointer.click(500, 500).click(600, 500);
    construction.change('first', '80');
    construction.change('second', '70');
    const reach = () => construction.places.map((place) => away([0, 0], place));
    expect(reach()[0]).toBeCloseTo(80, 5);
    settings.set('units', { ...settings.get('units'), lengthUnit: 'ft' });
    // 150 ft are 46 m: the circles around A and B, 111 m apart, do not meet.
    expect([construction.problem, construction.places]).toEqual(['apart', []]);
    expect(view.sketches.get('drafting')!.labels!.map(({ text }) => text)).toEqual(['A', 'B']);
  });

  it('chooses a solution with Tab and sets it with Enter', () => {
    const { pointer, construction, path } = constructing();
    pointer.click(500, 500).click(600, 500);
    construction.change('first', '80');
    construction.change('second', '70');
    const other = construction.places[1];
    expect(pointer.key('Tab')).toBe(true);
    expect(pointer.key('Enter')).toBe(true);
    expect(path.vertices).toEqual([other]);
    expect(pointer.key('Enter')).toBe(false);
  });

  it('finishes a point at once when drawing a point', () => {
    const { pointer, construction, finished } = constructing('point');
    pointer.click(500, 500).click(600, 500);
    construction.choose('offset');
    construction.change('first', '20');
    construction.change('second', '-5');
    expect(construction.set()).toBe(true);
    // North of a line to the east is on its left.
    expect(finished[0]![0]![1]).toBeGreaterThan(0);
    expect(away([0, 0], finished[0]![0]!)).toBeCloseTo(Math.hypot(20, 5), 5);
  });

  it('uses the height typed for the next vertex', () => {
    const { pointer, construction, finished, path } = constructing('point');
    pointer.click(500, 500).click(600, 500);
    construction.choose('offset');
    construction.change('first', '20');
    construction.change('second', '5');
    path.lock({ z: 123.456 });
    construction.set();
    expect(finished[0]![0]![2]).toBe(123.456);
  });

  it('says why there is no solution, and which input is invalid', () => {
    const { pointer, construction, path } = constructing();
    pointer.click(500, 500).click(600, 500);
    construction.change('first', '10');
    construction.change('second', '10');
    expect(construction.problem).toBe('apart');
    pointer.key('Enter');
    pointer.click(550, 500);
    expect(path.vertices).toEqual([]);
    construction.change('second', '-3');
    construction.change('a', 'here');
    expect([construction.isWrong('second'), construction.isWrong('a'), construction.isWrong('b')]).toEqual([true, true, false]); // prettier-ignore
  });

  it('leaves no sketch after Esc or when the tool is deactivated', () => {
    for (const leave of ['Escape', 'tool'] as const) {
      const { pointer, drafting, view, active$, path } = constructing();
      pointer.click(500, 500);
      if (leave === 'tool') active$.next(undefined);
      else expect(pointer.key('Escape')).toBe(true);
      expect(drafting.construction).toBeUndefined();
      expect(view.sketches.has('drafting')).toBe(false);
      pointer.click(550, 450);
      expect(path.vertices).toHaveLength(1);
    }
  });
});
