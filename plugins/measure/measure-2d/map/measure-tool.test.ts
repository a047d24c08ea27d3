import { describe, expect, it } from 'vitest';
import { inverse } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { desk, TestPointer, object } from '#core/testing';
import type { MeasureKind } from '../model/kinds.ts';
import { Measures } from '../model/measures.ts';
import { legsOf, valuesOf, type Measured } from '../model/values.ts';
import { MeasureTool } from './measure-tool.ts';
import { pictureOf } from '../model/picture.ts';

function measuring(kind: MeasureKind = 'distance', setUp = desk(), measures = new Measures()) {
  const session = new MeasureTool(kind, measures, setUp.settings, setUp.i18n).start(setUp);
  return { ...setUp, measures, session, pointer: new TestPointer(setUp.view, session) };
}
/** A distance of two segments, 100 and 100 pixels. */
function measured() {
  const all = measuring();
  all.pointer.click(500, 500).click(600, 500).double(600, 400);
  return { ...all, id: all.measures.list[0]!.id, vertices: () => all.measures.list[0]?.vertices };
}
const A: Position = [0, 0];
const B: Position = [0.001, 0];
const C: Position = [0.001, 0.001];

const amountsOf = (measure: Measured): Record<string, number> =>
  Object.fromEntries(valuesOf(measure, undefined).map(({ quantity, amount }) => [quantity, amount]));

describe('measuring a distance', () => {
  it('shows the geodesic segments, their azimuths and the sum', () => {
    const { measures } = measured();
    const [measure] = measures.list;
    expect(measure).toMatchObject({ kind: 'distance', vertices: [A, B, C], basis: { kind: 'geodesic' } });
    expect(legsOf(measure!).map(({ azimuth }) => azimuth)).toEqual([90, 0]);
    const { length, area } = amountsOf(measure!);
    expect(length).toBeCloseTo(inverse(A, B).distance + inverse(B, C).distance, 9);
    expect(area).toBeUndefined();
  });

  it('keeps only one measurement where the person has set so', () => {
    const { pointer, measures, settings } = measured();
    settings.set('isSingleMeasurement', true);
    pointer.click(300, 300).double(400, 300);
    expect(measures.list).toHaveLength(1);
    settings.set('isSingleMeasurement', false);
    pointer.click(300, 700).double(400, 700);
    expect(measures.list).toHaveLength(2);
  });

  it('keeps measurements when the tool is deactivated, unless the person has set otherwise', () => {
    const preserved = measured();
    preserved.session.dispose();
    expect(preserved.measures.list).toHaveLength(1);
    const discarded = measured();
    discarded.settings.set('preserveMeasure', false);
    discarded.session.dispose();
    expect(discarded.measures.list).toHaveLength(0);
  });

  it('uses the plane of a CRS when set, also for existing measurements', () => {
    const { measures } = measured();
    measures.takeAs({ kind: 'plane', crs: 'EPSG:32631' });
    expect(measures.list[0]!.basis).toEqual({ kind: 'plane', crs: 'EPSG:32631' });
    measures.setPlane('EPSG:32632');
    expect(measures.list[0]!.basis).toEqual({ kind: 'plane', crs: 'EPSG:32632' });
    measures.setPlane(undefined);
    expect(measures.basis).toEqual({ kind: 'geodesic' });
  });
});

describe('measuring an area', () => {
  it('shows perimeter and area of the ring', () => {
    const { pointer, measures } = measuring('area');
    pointer.click(500, 500).click(600, 500).click(600, 400).double(500, 400);
    const { area } = amountsOf(measures.list[0]!);
    expect(legsOf(measures.list[0]!)).toHaveLength(4);
    // 111.3195 m × 110.5743 m; the curvature of the ellipsoid changes it by less than 0.1 m².
    expect(area).toBeCloseTo(111.3195 * 110.5743, -1);
  });

  it('rejects an outline that crosses itself', () => {
    const { pointer, measures, session } = measuring('area');
    pointer.click(500, 500).click(600, 600).click(600, 500).double(500, 600);
    expect(measures.list).toHaveLength(0);
    expect(session.state.hint).toBe('measure-2d:problem.crosses-itself');
  });
});

describe('a measurement of few points', () => {
  it('finishes by itself with the last one, and the rest of a double click starts no new one', () => {
    const { pointer, measures, session } = measuring('azimuth');
    pointer.click(500, 500).double(600, 400);
    expect(measures.list.map(({ kind, vertices }) => [kind, vertices])).toEqual([['azimuth', [A, C]]]);
    expect(session.state.busy).toBe(false);
    pointer.click(300, 300);
    expect(session.state.busy).toBe(true);
  });

  it('shows the coordinates of a position with one click', () => {
    const { pointer, measures } = measuring('coordinates');
    pointer.click(600, 400).click(300, 300);
    expect(measures.list.map(({ vertices }) => vertices)).toEqual([[C], [[-0.002, 0.002]]]);
  });

  it('shows a live readout while the pointer moves', () => {
    const { pointer, session } = measuring('angle');
    pointer.click(600, 500).click(500, 500).move(500, 400);
    expect(session.state.readout?.[0]?.value).toBe('90.00000°');
    expect(session.state.canComplete).toBe(false);
  });

  it('does not finish before its last point', () => {
    const { pointer, measures, session } = measuring('angle');
    pointer.click(600, 500).click(500, 500).context(500, 400);
    expect(measures.list).toHaveLength(0);
    expect(session.state.hint).toBe('measure-2d:hint.angle.enough');
    pointer.click(500, 400);
    expect(amountsOf(measures.list[0]!).angle).toBeCloseTo(90, 9);
  });

  it('asks for another point where no arc passes through three', () => {
    const { pointer, measures, session } = measuring('arc');
    pointer.click(500, 500).click(500, 400).click(500, 300);
    expect(measures.list).toHaveLength(0);
    expect(session.state.hint).toBe('measure-2d:problem.no-arc');
    pointer.click(600, 300);
    expect(measures.list).toHaveLength(1);
  });

  it('is changed by dragging; vertices cannot be added or removed', () => {
    const { pointer, measures, session } = measuring('radius');
    pointer.click(500, 500).click(600, 500);
    const before = amountsOf(measures.list[0]!).radius!;
    expect(pointer.drag([550, 500], [550, 450])).toBe(false);
    pointer.drag([600, 500], [700, 500]);
    expect(amountsOf(measures.list[0]!).radius).toBeCloseTo(2 * before, 6);
    pointer.click(700, 500, { alt: true });
    expect(measures.list[0]!.vertices).toHaveLength(2);
    expect(session.state.hint).toBe('sketch:problem.too-few');
  });
});

describe('chainage and offset', () => {
  const road = object('road', { type: 'LineString', coordinates: [[0, 0], [0, 0.004]] }); // prettier-ignore

  it('are measured along the line clicked first, for each further point, until Esc releases it', () => {
    const { pointer, measures, session } = measuring('chainage', desk([road]));
    expect(session.state.hint).toBe('measure-2d:hint.chainage.line');
    pointer.click(700, 400);
    expect(session.state.hint).toBe('measure-2d:hint.chainage.line');
    pointer.click(500, 300);
    expect(session.state.hint).toBe('measure-2d:hint.chainage.start');
    pointer.click(600, 400).click(450, 200);
    const [one, other] = measures.list.map(amountsOf);
    // The road runs north along the meridian: the foot lies where the parallel of the point meets it, to within 2e-9
    // m.
    expect(one!.chainage).toBeCloseTo(inverse(A, [0, 0.001]).distance, 6);
    expect(one!.offset).toBeCloseTo(inverse([0, 0.001], C).distance, 6);
    expect(other!.offset).toBeCloseTo(-inverse([0, 0.003], [-0.0005, 0.003]).distance, 6);
    session.cancel();
    expect(session.state.hint).toBe('measure-2d:hint.chainage.line');
    expect(measures.list).toHaveLength(2);
  });

  it('follow when the point is dragged', () => {
    const { pointer, measures } = measuring('chainage', desk([road]));
    pointer.click(500, 300).click(600, 400);
    pointer.drag([600, 400], [600, 300]);
    expect(amountsOf(measures.list[0]!).chainage).toBeCloseTo(inverse(A, [0, 0.002]).distance, 6);
  });
});

describe('an existing measurement', () => {
  it('is changed by dragging a vertex', () => {
    const { pointer, vertices, session } = measured();
    expect(pointer.drag([600, 500], [700, 550])).toBe(true);
    expect(vertices()).toEqual([A, [0.002, -0.0005], C]);
    // The vertex stays chosen for the keys.
    expect(session.state.busy).toBe(true);
  });

  it('gets a vertex by dragging the middle of a segment', () => {
    const { pointer, vertices } = measured();
    pointer.drag([550, 500], [550, 480]);
    expect(vertices()).toEqual([A, [0.0005, 0.0002], B, C]);
  });

  it('is restored when the drag is cancelled', () => {
    const { session, view, vertices } = measured();
    session.gesture(view.gesture('down', [600, 500]));
    session.gesture(view.gesture('drag', [700, 550]));
    expect(vertices()![1]).not.toEqual(B);
    session.cancel();
    expect(vertices()).toEqual([A, B, C]);
  });

  it('loses a vertex by Alt+click, but keeps at least two', () => {
    const { pointer, vertices, session } = measured();
    pointer.click(600, 500, { alt: true });
    expect(vertices()).toEqual([A, C]);
    pointer.click(500, 500, { alt: true });
    expect(vertices()).toEqual([A, C]);
    expect(session.state.hint).toBe('sketch:problem.too-few');
  });

  it('is changed with the keyboard alone: Tab chooses, arrows nudge, Delete removes, Esc releases', () => {
    const { pointer, vertices, measures, session } = measured();
    pointer.key('Tab');
    pointer.key('Tab');
    pointer.key('ArrowRight');
    pointer.key('ArrowUp', { shift: true });
    expect(vertices()![1]).toEqual([0.00101, 0.0001]);
    pointer.key('Delete');
    expect(vertices()).toEqual([A, C]);
    pointer.key('Tab');
    session.cancel();
    expect(measures.active).toBeUndefined();
    // Tab leads on through the page.
    expect(pointer.key('Tab')).toBe(false);
  });

  it('is left alone while another path is drawn over it', () => {
    const { pointer, vertices } = measured();
    pointer.click(300, 500);
    expect(pointer.drag([600, 500], [700, 550])).toBe(false);
    expect(vertices()).toEqual([A, B, C]);
  });

  it('shows handles only while a measuring tool is active', () => {
    const { measures, session } = measured();
    // Three vertices, two legs.
    expect(pictureOf(measures)?.handles).toHaveLength(5);
    session.dispose();
    expect(pictureOf(measures)?.handles).toHaveLength(3);
    measures.clear();
    expect(pictureOf(measures)).toBeUndefined();
  });
});
