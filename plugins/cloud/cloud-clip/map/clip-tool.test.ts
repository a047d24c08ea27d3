import { BehaviorSubject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { Position } from '#core/protocol';
import { DEGREES_PER_PIXEL, desk, TestPointer } from '#core/testing';
import type { ShownCloud } from '#plugins/cloud/point-cloud/api';
import { CloudClips } from '../model/cloud-clips.ts';
import { ClipTool, type ClipKind } from './clip-tool.ts';

/** One pixel is a metre here, (500, 500) is 1000 1000; y is upwards. */
function tooled(kind: ClipKind) {
  const at = desk();
  const view = Object.assign(at.view, {
    unit: 1,
    heights: [98, 104],
    mode$: new BehaviorSubject('orbit'),
    section: undefined,
    toCloud: ([longitude, latitude, height]: Position) =>
      [1000 + longitude / DEGREES_PER_PIXEL, 1000 + latitude / DEGREES_PER_PIXEL, height ?? 0] as const,
    fromCloud: ([x, y, z]: readonly [number, number, number]): Position => [
      (x - 1000) * DEGREES_PER_PIXEL,
      (y - 1000) * DEGREES_PER_PIXEL,
      z,
    ],
  });
  const cloud = { id: 'a', crs: 'EPSG:32632', shown: true, state: 'drawn' } as ShownCloud;
  const stage = { clouds$: new BehaviorSubject([cloud]), change: () => undefined };
  const views = { current: view, current$: new BehaviorSubject(view) };
  const clips = new CloudClips(stage as never, views as never);
  const panels = { open: () => undefined };
  const tool = new ClipTool(kind, clips, views as never, panels as never, at.settings, at.i18n);
  const session = tool.start(at);
  return { clips, session, pointer: new TestPointer(at.view, session), tool };
}
const shapeOf = ({ clips }: ReturnType<typeof tooled>) => clips.list[0]?.clip;
/** To the micrometre: degrees are rounded. */
const close = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 5) as number);

describe('Setting a clip on the cloud', () => {
  it('makes a box of a side and a place on the other side, as high as the clouds', () => {
    const one = tooled('box');
    one.pointer.click(500, 500).click(600, 500).click(650, 460);
    expect(shapeOf(one)).toMatchObject({
      kind: 'box',
      center: close([1050, 1020, 101]),
      size: close([100, 40, 6.02]),
      turn: close([0, 0, 0]),
    });
    // The next one begins anew.
    expect(one.session.state).toMatchObject({ hint: 'cloud-clip:hint.box', busy: false });
  });

  it('makes a box of two opposite corners by Enter', () => {
    const one = tooled('box');
    one.pointer.click(500, 500).click(600, 440);
    one.session.complete();
    expect(shapeOf(one)).toMatchObject({ center: close([1050, 1030, 101]), size: close([100, 60, 6.02]) });
  });

  it('refuses places that enclose nothing, and adds nothing', () => {
    const one = tooled('box');
    one.pointer.click(500, 500).click(600, 500);
    one.session.complete();
    expect(one.session.state.hint).toBe('cloud-clip:hint.flat');
    expect(one.clips.list).toEqual([]);
  });

  it('makes an outline of all heights, and a slab of the width in the panel', () => {
    const outline = tooled('polygon');
    outline.pointer.click(500, 500).click(600, 500).double(600, 400);
    const ring = shapeOf(outline);
    expect(ring).toMatchObject({ kind: 'polygon', heights: undefined });
    expect(ring?.kind === 'polygon' && ring.ring.length).toBe(3);
    const slab = tooled('slab');
    slab.clips.setSlabWidth(2.5);
    slab.pointer.click(500, 500).click(500, 300);
    expect(shapeOf(slab)).toMatchObject({ kind: 'slab', from: close([1000, 1000]), to: close([1000, 1200]), width: 2.5 }); // prettier-ignore
  });
});
