import { NEVER } from 'rxjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { inverse, loadProjections, project } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { directionAt, geodesic, planeIn, type PathKind } from '#core/sketch';
import { desk, drawingOn, object } from '#core/testing';
import type { Tools } from '#core/tools';
import { Drafting } from '../model/drafting.ts';

// One pixel of the flat view is 1e-5°, and (500, 500) is 0° 0°, so a pixel is 1.11 m.
const edge = (id: string, ...coordinates: Position[]) => object(id, { type: 'LineString', coordinates });

function drafting(kind: PathKind = 'line', objects: ReturnType<typeof edge>[] = [], drafts = true) {
  const setUp = desk(objects);
  const { session, pointer, finished } = drawingOn(setUp, {
    kind,
    drafts,
    metric: () => planeIn(setUp.settings.get('measureCRS')),
  });
  const tools = {
    active: { id: 'draw', isSelectTool: false, session },
    active$: NEVER,
  } as Partial<Tools> as Tools;
  const aids = new Drafting(tools, setUp.settings, setUp.i18n);
  return { ...setUp, session, finished, aids, pointer, path: session.path };
}

describe('An arc while drawing', () => {
  it('is defined by a point on it and its end, and is undone in one step', async () => {
    const { pointer, path, session, aids, i18n } = drafting();
    // Without translations, keys are shown after the lookup.
    await i18n.load('sketch', 'drafting');
    pointer.click(500, 400).click(600, 500);
    aids.lead('arc');
    expect(session.state.hint).toBe('drafting:hint.arc.through');
    // (600, 500), (500, 600), (400, 500): a half circle around the centre of the view, radius 100 pixels or 111.32 m.
    pointer.click(500, 600);
    expect(path.vertices).toHaveLength(2);
    expect(session.state.hint).toBe('drafting:hint.arc.end');
    pointer.move(400, 500);
    expect(session.state.readout!.map(({ label }) => label)).toEqual([
      'readout.radius',
      'readout.length',
      'readout.angle',
      'readout.total',
    ]);
    // Metres per degree differ by 0.7 % between meridian and equator: between 110.57 and 111.32 m.
    expect(Number.parseFloat(session.state.readout![0]!.value)).toBeCloseTo(111, 0);
    pointer.click(400, 500);
    expect(path.vertices.length).toBeGreaterThan(20);
    expect(path.vertices).toContainEqual([0, -0.001]);
    expect(path.vertices.at(-1)).toEqual([-0.001, 0]);
    pointer.key('Backspace');
    expect(path.vertices).toHaveLength(2);
    pointer.key('y', { ctrl: true });
    expect(path.vertices.at(-1)).toEqual([-0.001, 0]);
  });

  it('removes the point on the arc with Backspace before any vertex', () => {
    const { pointer, path, aids, view } = drafting();
    pointer.click(500, 500);
    aids.lead('arc');
    pointer.click(600, 450);
    expect(view.sketch?.handles).toContainEqual({ position: [0.001, 0.0005], role: 'active' });
    pointer.key('Backspace');
    expect(path.vertices).toHaveLength(1);
    expect(path.lead$.value?.mark).toBeUndefined();
  });

  it('continues tangentially from the previous segment, and from the end direction of an arc', () => {
    const { pointer, path, aids, settings } = drafting();
    settings.set('measureCRS', '');
    pointer.click(500, 600).click(500, 500);
    aids.lead('tangent');
    pointer.click(600, 400);
    // North, then a right angle to the right: the arc arrives eastwards and continues to the south.
    const count = path.vertices.length;
    pointer.click(700, 500);
    const leaving = path.vertices.slice(count - 1, count + 1);
    // The first chord deviates from east by half its own turn.
    expect(inverse(leaving[0]!, leaving[1]!).azimuth).toBeGreaterThan(90);
    expect(inverse(leaving[0]!, leaving[1]!).azimuth).toBeLessThan(94);
    const last = path.vertices.slice(-2);
    expect(inverse(last[0]!, last[1]!).azimuth).toBeGreaterThan(176);
  });

  it('closes a ring on its first vertex', () => {
    const { pointer, finished, aids } = drafting('ring');
    pointer.click(400, 500).click(600, 500);
    aids.lead('arc');
    pointer.click(550, 413).click(500, 400).click(440, 420).click(400, 500);
    expect(finished).toHaveLength(1);
    expect(finished[0]![0]).toEqual([-0.001, 0]);
    expect(finished[0]!.at(-1)).not.toEqual([-0.001, 0]);
    expect(finished[0]!.length).toBeGreaterThan(20);
  });

  it('is not finished by the double click that sets the point on the arc', () => {
    const { pointer, finished, path, aids } = drafting();
    pointer.click(500, 400).click(600, 500);
    aids.lead('arc');
    pointer.double(500, 600);
    expect(finished).toEqual([]);
    pointer.double(400, 500);
    expect(finished[0]!.at(-1)).toEqual([-0.001, 0]);
    expect(path.vertices).toEqual([]);
  });
});

describe('A segment constrained to an edge', () => {
  beforeAll(loadProjections);
  /** Rises by 3 over 4. */
  const slope = edge('slope', [0.002, 0.002], [0.0024, 0.0023]);

  it('is parallel to the edge under the pointer until released', () => {
    const { pointer, path, aids, view, session } = drafting('line', [slope]);
    pointer.click(500, 500).move(720, 285);
    aids.constrain('parallel');
    expect(view.sketch?.labels).toContainEqual({
      position: [expect.closeTo(0.00208, 12), expect.closeTo(0.00206, 12)],
      text: '∥',
    });
    pointer.click(600, 450).click(500, 600);
    const constraint = path.constraint$.value!;
    const [a, b, c] = path.vertices;
    expect(inverse(a!, b!).azimuth).toBeCloseTo(directionAt(a!, constraint, geodesic), 7);
    // Of both directions, the one on the side of the pointer.
    expect(inverse(b!, c!).azimuth).toBeCloseTo(directionAt(b!, constraint, geodesic) + 180, 7);
    session.cancel();
    expect(path.constraint$.value).toBeUndefined();
    expect(path.vertices).toHaveLength(3);
  });

  it('has a typed length at a right angle in the plane of the measuring CRS: 3-4-5', () => {
    const { pointer, path, aids, settings } = drafting('line', [slope]);
    settings.set('measureCRS', 'EPSG:32632');
    pointer.click(500, 500).move(720, 285);
    aids.constrain('perpendicular');
    path.lock({ distance: 50 });
    pointer.click(550, 600);
    const [from, to] = path.vertices.map((vertex) => project('EPSG:32632', vertex));
    const [start, end] = [slope.location.coordinates[0], slope.location.coordinates[1]].map((place) =>
      project('EPSG:32632', place as Position),
    );
    const [dx, dy] = [to![0] - from![0], to![1] - from![1]];
    const [ex, ey] = [end![0] - start![0], end![1] - start![1]];
    expect(Math.hypot(dx, dy)).toBeCloseTo(50, 6);
    expect((dx * ex + dy * ey) / Math.hypot(ex, ey)).toBeCloseTo(0, 6);
    expect(dy).toBeLessThan(0);
    // Typed values apply to one segment, the edge to all segments.
    expect(path.locked).toBe(false);
    expect(path.constraint$.value?.kind).toBe('perpendicular');
  });

  it('follows the last segment where no edge is under the pointer, and is released by the same command', () => {
    const { pointer, path, aids, session } = drafting();
    pointer.move(500, 500);
    aids.constrain('perpendicular');
    expect(session.state.hint).toBe('drafting:problem.no-edge');
    pointer.click(500, 500).click(600, 500).move(650, 300);
    aids.constrain('perpendicular');
    expect(path.state.cursor![0]).toBeCloseTo(0.001, 12);
    aids.constrain('parallel');
    expect(path.state.cursor![1]).toBeCloseTo(0, 12);
    aids.constrain('parallel');
    expect(path.constraint$.value).toBeUndefined();
  });

  it('keeps the direction of the edge on the ellipsoid, transferred to the start of the segment', () => {
    // 3° of longitude apart at 60° north the meridians turn by 3° · sin 60° = 2.598°; along the geodesic as much.
    const north = directionAt([13, 60], { kind: 'parallel', edge: [[10, 59.999], [10, 60.001]] }, geodesic); // prettier-ignore
    expect(north).toBeCloseTo(2.598, 2);
  });
});

describe('Tracing edges', () => {
  const parcel = edge('parcel', [0, 0], [0.002, 0], [0.002, 0.001], [0, 0.001], [0, 0]);
  const road = edge('road', [0.002, 0.001], [0.004, 0.001], [0.004, 0.003]);

  it('follows the object and those it touches, live, until switched off', () => {
    const { pointer, path, aids, session } = drafting('line', [parcel, road]);
    pointer.click(500, 500);
    aids.lead('trace');
    pointer.move(900, 330);
    expect(path.state.between).toEqual([
      [0.002, 0],
      [0.002, 0.001],
      [0.004, 0.001],
    ]);
    expect(session.state.hint).toBe('drafting:hint.trace.way');
    pointer.click(900, 330);
    expect(path.vertices.slice(0, 4)).toEqual([[0, 0], [0.002, 0], [0.002, 0.001], [0.004, 0.001]]); // prettier-ignore
    pointer.move(700, 700);
    expect(path.state.between).toEqual([]);
    expect(session.state.hint).toBe('drafting:hint.trace.beside');
    aids.lead('trace');
    expect(path.lead$.value).toBeUndefined();
  });

  it('follows changed objects where they are now, and ignores hidden ones', () => {
    const { pointer, path, aids, project: { document, history }, view } = drafting('line', [parcel]); // prettier-ignore
    pointer.click(500, 500);
    aids.lead('trace');
    pointer.move(700, 450);
    expect(path.state.between).toEqual([[0.002, 0]]);
    const before = document.get('parcel')!;
    const after = edge('parcel', [0, 0], [0.002, -0.0003], [0.002, 0.001], [0, 0.001], [0, 0]);
    history.perform(() => [{ id: 'parcel', before, after }], { label: 'x', code: 'x' });
    pointer.move(700, 450);
    expect(path.state.between).toEqual([[0.002, -0.0003]]);
    view.unattractive.add('thing');
    pointer.click(500, 400).move(700, 450);
    expect(path.state.between).toEqual([]);
  });
});

describe('The commands', () => {
  it('say which tool they need', () => {
    const { aids } = drafting('point');
    expect(aids.command(() => undefined, 'legs').disabled!()).toBe('command.no-legs');
    expect(aids.command(() => undefined, 'drawing').disabled!()).toBeUndefined();
    const measuring = drafting('line', [], false).aids;
    expect(measuring.command(() => undefined, 'drawing').disabled!()).toBe('command.no-drawing');
    const nothing = new Drafting(
      { active: undefined, active$: NEVER } as Partial<Tools> as Tools,
      desk().settings,
      desk().i18n,
    );
    expect(nothing.command(() => undefined, 'path').disabled!()).toBe('command.no-tool');
  });
});
