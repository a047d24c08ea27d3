import { BehaviorSubject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { Position } from '#core/protocol';
import { DEGREES_PER_PIXEL, desk, TestPointer } from '#core/testing';
import type { ClipBox, ShownCloud } from '#plugins/cloud/point-cloud/api';
import { CloudClips } from '../model/cloud-clips.ts';
import { facesOf } from '../model/faces.ts';
import { FaceTool } from './face-tool.ts';

const BOX: Omit<ClipBox, 'id' | 'name'> = {
  kind: 'box',
  center: [1000, 1000, 100],
  size: [100, 40, 10],
  turn: [0, 0, 0],
};

/** One pixel is a metre here, (500, 500) is 1000 1000; y is upwards. */
function tooled() {
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
  const tool = new FaceTool(clips, views as never, { open: () => undefined } as never, at.i18n);
  const session = tool.start(at);
  return { clips, session, pointer: new TestPointer(at.view, session) };
}

describe('The handles of clips', () => {
  it('move the side that is dragged along its normal, and leave the opposite one', () => {
    const { clips, pointer, session } = tooled();
    expect(session.state.hint).toBe('cloud-clip:hint.faces.none');
    clips.add(BOX, 'Box 1');
    expect(session.state.hint).toBe('cloud-clip:hint.faces');
    // The eastern side is 50 m east of the middle; what is dragged across does not count.
    expect(pointer.drag([550, 500], [570, 517])).toBe(true);
    const clip = clips.list[0]!.clip as ClipBox;
    expect(clip.size[0]).toBeCloseTo(120, 5);
    expect(clip.center[0]).toBeCloseTo(1010, 5);
    expect([clip.size[1], clip.center[1]]).toEqual([40, 1000]);
    expect(pointer.drag([300, 300], [310, 300])).toBe(false);
  });

  it('never turn a clip inside out', () => {
    const { clips, pointer } = tooled();
    clips.add(BOX, 'Box 1');
    pointer.drag([550, 500], [300, 500]);
    expect((clips.list[0]!.clip as ClipBox).size[0]).toBeCloseTo(0.001, 6);
  });

  it('of a turned box are along its own axes, of a slab at both sides', () => {
    const turned = facesOf({ ...BOX, id: 'b', name: '', turn: [90, 0, 0] }, 0);
    expect(turned).toHaveLength(6);
    // Its east is north now.
    expect(turned[0]!.outwards.map((each) => Math.round(each) + 0)).toEqual([0, 1, 0]);
    const slab = { kind: 'slab', id: 's', name: '', from: [0, 0], to: [10, 0], width: 4 } as const;
    const [left] = facesOf(slab, 7);
    expect(left!.at).toEqual([5, 2, 7]);
    expect(left!.moved(2)).toMatchObject({ from: [0, 1], to: [10, 1], width: 6 });
  });
});
