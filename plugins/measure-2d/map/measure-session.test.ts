import { describe, expect, it } from 'vitest';
import { inverse } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { geodesic } from '#core/sketch';
import { desk, Hand } from '#core/testing';
import { Measures, type MeasureKind } from '../model/measures.ts';
import { valuesOf } from '../model/values.ts';
import { MeasureTool } from './measure-tool.ts';
import { pictureOf } from './picture.ts';

function measuring(kind: MeasureKind = 'distance', setUp = desk(), measures = new Measures()) {
  const session = new MeasureTool(kind, measures, setUp.settings, setUp.i18n).start(setUp);
  return { ...setUp, measures, session, hand: new Hand(setUp.view, session) };
}
/** A distance of two legs, 100 and 100 pixels. */
function measured() {
  const all = measuring();
  all.hand.click(500, 500).click(600, 500).double(600, 400);
  return { ...all, id: all.measures.list[0]!.id, vertices: () => all.measures.list[0]?.vertices };
}
const A: Position = [0, 0];
const B: Position = [0.001, 0];
const C: Position = [0.001, 0.001];

describe('measuring a distance', () => {
  it('keeps the legs, their azimuths and the sum, geodesic', () => {
    const { measures } = measured();
    expect(measures.list[0]).toMatchObject({ kind: 'distance', vertices: [A, B, C], crs: undefined });
    const { segments, length, area } = valuesOf(measures.list[0]!, geodesic);
    expect(segments.map(({ azimuth }) => azimuth)).toEqual([90, 0]);
    expect(length).toBeCloseTo(inverse(A, B).distance + inverse(B, C).distance, 9);
    expect(area).toBeUndefined();
  });

  it('keeps one measure only where the person wants one at a time', () => {
    const { hand, measures, settings } = measured();
    settings.set('isSingleMeasurement', true);
    hand.click(300, 300).double(400, 300);
    expect(measures.list).toHaveLength(1);
    settings.set('isSingleMeasurement', false);
    hand.click(300, 700).double(400, 700);
    expect(measures.list).toHaveLength(2);
  });

  it('keeps measures when the tool is put away, unless the person does not want them kept', () => {
    const kept = measured();
    kept.session.dispose();
    expect(kept.measures.list).toHaveLength(1);
    const lost = measured();
    lost.settings.set('preserveMeasure', false);
    lost.session.dispose();
    expect(lost.measures.list).toHaveLength(0);
  });

  it('is measured in the plane of a CRS when asked, and all that is there with it', () => {
    const { measures } = measured();
    measures.takeIn('EPSG:32631');
    expect(measures.list[0]!.crs).toBe('EPSG:32631');
  });
});

describe('measuring an area', () => {
  it('takes perimeter and area of the ring', () => {
    const { hand, measures } = measuring('area');
    hand.click(500, 500).click(600, 500).click(600, 400).double(500, 400);
    const { segments, area } = valuesOf(measures.list[0]!, geodesic);
    expect(segments).toHaveLength(4);
    // 111.3195 m × 110.5743 m; the ellipsoid's curvature changes less than 0.1 m² of it.
    expect(area).toBeCloseTo(111.3195 * 110.5743, -1);
  });

  it('refuses an outline that crosses itself', () => {
    const { hand, measures, session } = measuring('area');
    hand.click(500, 500).click(600, 600).click(600, 500).double(500, 600);
    expect(measures.list).toHaveLength(0);
    expect(session.state.hint).toBe('measure-2d:problem.crosses-itself');
  });
});

describe('a measure that is there', () => {
  it('is changed by dragging a vertex', () => {
    const { hand, vertices, session } = measured();
    expect(hand.drag([600, 500], [700, 550])).toBe(true);
    expect(vertices()).toEqual([A, [0.002, -0.0005], C]);
    expect(session.state.busy).toBe(true); // The vertex stays chosen for the keys.
  });

  it('gets a vertex by dragging the middle of a leg', () => {
    const { hand, vertices } = measured();
    hand.drag([550, 500], [550, 480]);
    expect(vertices()).toEqual([A, [0.0005, 0.0002], B, C]);
  });

  it('goes back to what it was when the drag is cancelled', () => {
    const { session, view, vertices } = measured();
    session.gesture(view.gesture('down', [600, 500]));
    session.gesture(view.gesture('drag', [700, 550]));
    expect(vertices()![1]).not.toEqual(B);
    session.cancel();
    expect(vertices()).toEqual([A, B, C]);
  });

  it('loses a vertex by Alt+click, but not below two', () => {
    const { hand, vertices, session } = measured();
    hand.click(600, 500, { alt: true });
    expect(vertices()).toEqual([A, C]);
    hand.click(500, 500, { alt: true });
    expect(vertices()).toEqual([A, C]);
    expect(session.state.hint).toBe('measure-2d:problem.too-few');
  });

  it('is changed by the keyboard alone: Tab chooses, arrows nudge, Delete removes, Esc lets go', () => {
    const { hand, vertices, measures, session } = measured();
    hand.key('Tab');
    hand.key('Tab');
    hand.key('ArrowRight');
    hand.key('ArrowUp', { shift: true });
    expect(vertices()![1]).toEqual([0.00101, 0.0001]);
    hand.key('Delete');
    expect(vertices()).toEqual([A, C]);
    hand.key('Tab');
    session.cancel();
    expect(measures.active).toBeUndefined();
    expect(hand.key('Tab')).toBe(false); // Tab leads on through the page.
  });

  it('is left alone while another path is drawn over it', () => {
    const { hand, vertices } = measured();
    hand.click(300, 500);
    expect(hand.drag([600, 500], [700, 550])).toBe(false);
    expect(vertices()).toEqual([A, B, C]);
  });

  it('is shown with handles to take it by only while a measuring tool is in hand', () => {
    const { measures, session } = measured();
    expect(pictureOf(measures)?.handles).toHaveLength(5); // Three vertices, two legs.
    session.dispose();
    expect(pictureOf(measures)?.handles).toHaveLength(3);
    measures.clear();
    expect(pictureOf(measures)).toBeUndefined();
  });
});
