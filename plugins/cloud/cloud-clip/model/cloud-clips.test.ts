import { BehaviorSubject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { amongShown } from '#core/shapes';
import type { ClipSlab, CloudLook, CloudSection, ShownCloud } from '#plugins/cloud/point-cloud/api';
import { CloudClips } from './cloud-clips.ts';
import { boxThrough, type ClipShape } from './shapes.ts';

const cloud = (id: string, more: Partial<ShownCloud> = {}) =>
  ({ id, name: id, crs: 'EPSG:32632', shown: true, state: 'drawn', ...more }) as ShownCloud;
const box = (east: number): ClipShape => ({ kind: 'box', center: [east, 0, 0], size: [2, 2, 2], turn: [0, 0, 0] }); // prettier-ignore
const SLAB: ClipShape = { kind: 'slab', from: [0, 0], to: [0, 10], width: 2 };

function opened(clouds: readonly ShownCloud[] = [cloud('a')]) {
  const looks: CloudLook[] = [{ hiddenClasses: new Set(), clips: [], clipMode: 'off' } as never];
  const clouds$ = new BehaviorSubject(clouds);
  const mode$ = new BehaviorSubject('orbit');
  const view = {
    unit: 1,
    mode$,
    section: undefined as CloudSection | undefined,
    setSection(section: CloudSection | undefined) {
      if (!section && !this.section) return;
      this.section = section;
      mode$.next(section ? 'section' : 'orbit');
    },
    setMode(mode: string) {
      if (mode !== 'section') this.setSection(undefined);
      mode$.next(mode);
    },
  };
  const stage = { clouds$, change: (look: Partial<CloudLook>) => looks.push({ ...looks.at(-1)!, ...look }) };
  const views = { current$: new BehaviorSubject(view) };
  const clips = new CloudClips(stage as never, views as never);
  return { clips, view, clouds$, look: () => looks.at(-1)! };
}

describe('The clips of a cloud', () => {
  it('cut the view while they are on, and queries with it', () => {
    const { clips, look } = opened();
    expect(clips.add(box(0), 'Box 1')).toBeUndefined();
    clips.use('outside');
    expect(amongShown(look()).outside).toMatchObject([{ kind: 'turned-box', centre: [0, 0, 0] }]);
    clips.turn(clips.list[0]!.clip.id, false);
    expect(look()).toMatchObject({ clips: [], clipMode: 'off' });
    expect(amongShown(look())).not.toHaveProperty('outside');
    expect(clips.list).toHaveLength(1);
  });

  it('follow typed values, and are gone when removed', () => {
    const { clips, look } = opened();
    clips.add(box(0), 'Box 1');
    const { clip } = clips.list[0]!;
    clips.edit({ ...clip, ...box(7) });
    expect(look().clips[0]).toMatchObject({ id: clip.id, name: 'Box 1', center: [7, 0, 0] });
    clips.remove(clip.id);
    expect(look()).toMatchObject({ clips: [], clipMode: 'off' });
  });

  it('are refused beyond what the view can draw, and can be on when others are off', () => {
    const { clips } = opened();
    for (let i = 0; i < 16; i++) expect(clips.add(box(i), 'Box')).toBeUndefined();
    expect(clips.add(box(16), 'Box')).toBe('limit.clips');
    for (let i = 0; i < 4; i++) expect(clips.add(SLAB, 'Slab')).toBeUndefined();
    // 20 regions are the most of a query.
    expect(clips.add(SLAB, 'Slab')).toBe('limit.clips');
    clips.allOff();
    const ring = Array.from({ length: 129 }, (_, i): [number, number] => [Math.cos(i), Math.sin(i)]);
    expect(clips.add({ kind: 'polygon', ring, heights: undefined }, 'Outline')).toBe('limit.vertices');
    expect(clips.add({ kind: 'polygon', ring: ring.slice(1), heights: undefined }, 'Outline')).toBeUndefined(); // prettier-ignore
    expect(clips.add(SLAB, 'Slab')).toBe('limit.vertices');
    expect(clips.list).toHaveLength(21);
  });

  it('belong to the cloud that gives the view its CRS; another project has none of them', () => {
    const feet = cloud('b', { crs: 'EPSG:2263' });
    const { clips, clouds$, look } = opened([cloud('a'), feet]);
    clips.add(box(0), 'Box 1');
    clouds$.next([cloud('a', { shown: false, state: 'off' }), feet]);
    expect([clips.cloud?.id, clips.list.length, look().clipMode]).toEqual(['b', 0, 'off']);
    clouds$.next([cloud('a'), feet]);
    expect([clips.cloud?.id, look().clipMode]).toEqual(['a', 'inside']);
    // Another of the same CRS takes over the view, not the clips.
    clouds$.next([cloud('a', { shown: false, state: 'off' }), cloud('c')]);
    expect([clips.cloud?.id, look().clipMode]).toEqual(['a', 'inside']);
    clouds$.next([]);
    clouds$.next([cloud('a')]);
    expect([clips.list.length, look().clipMode]).toEqual([0, 'off']);
  });
});

describe('A section along a slab', () => {
  const looking = () => {
    const all = opened();
    all.clips.add(SLAB, 'Slab 1');
    all.clips.lookAlong(all.clips.list[0]!.clip as ClipSlab);
    return all;
  };

  it('is moved by its width; what is seen is what queries obey', () => {
    const { clips, view, look } = looking();
    expect(view.section).toMatchObject({ from: [0, 0], to: [0, 10], width: 2 });
    clips.step(1);
    clips.step(1);
    // To the north, left of the line is west: away from an eye in the east.
    expect(view.section).toMatchObject({ from: [-4, 0], to: [-4, 10], width: 2 });
    expect(amongShown(look()).inside).toMatchObject([{ kind: 'corridor', line: [[-4, 0], [-4, 10]] }]); // prettier-ignore
    clips.step(-3);
    expect(view.section).toMatchObject({ from: [2, 0] });
    expect(clips.list[0]!.clip).toMatchObject({ from: [0, 0] });
  });

  it('ends by its button, by another camera, and with its clip', () => {
    const { clips, view, look } = looking();
    clips.step(1);
    clips.leave();
    expect([view.section, look().clips[0]]).toMatchObject([undefined, { from: [0, 0] }]);
    const slab = clips.list[0]!.clip as ClipSlab;
    clips.lookAlong(slab);
    view.setMode('top');
    expect([clips.section, look().clips[0]]).toMatchObject([undefined, { from: [0, 0] }]);
    clips.lookAlong(slab);
    clips.remove(slab.id);
    expect([clips.section, view.section, look().clipMode]).toEqual([undefined, undefined, 'off']);
  });
});

describe('A box through places', () => {
  it('has two as opposite corners, and all heights', () => {
    expect(boxThrough([[10, 20, 1], [4, 28, 3]], [0, 10])).toEqual(
      { kind: 'box', center: [7, 24, 5], size: [6, 8, 10], turn: [0, 0, 0] }); // prettier-ignore
  });

  it('lies along the first two and reaches to the third, on either side', () => {
    for (const side of [1, -1]) {
      const made = boxThrough([[0, 0, 0], [3, 4, 0], [-8 * side, 6 * side, 0]], [0, 10])!; // prettier-ignore
      expect(made.size).toEqual([5, 10, 10]);
      expect(made.turn[0]).toBeCloseTo(53.1301, 4);
      expect(made.center[0]).toBeCloseTo(1.5 - 4 * side, 9);
      expect(made.center[1]).toBeCloseTo(2 + 3 * side, 9);
    }
  });

  it('is none where it would be flat', () => {
    expect(boxThrough([[0, 0, 0], [0, 5, 0]], [0, 1])).toBeUndefined(); // prettier-ignore
    expect(boxThrough([[0, 0, 0], [1, 1, 0], [2, 2, 0]], [0, 1])).toBeUndefined(); // prettier-ignore
  });
});
