import type { BehaviorSubject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { ShownCloud } from '#plugins/cloud/point-cloud/api';
import { ProfileHands } from './hands.ts';
import { fitted, toPixel } from './profile-window.ts';
import { CLOUD, cloudOf } from './testing/fake-cloud.ts';

const POINTS = [[1, 0.1, 5, 2], [2, -0.1, 5, 2], [3, 0, 8, 6], [4, 0, 1, 7]] as const; // prettier-ignore

describe('The profile of a cloud', () => {
  it('loads the corridor along a line drawn on the map, and says what it was made from', async () => {
    const { profile, requests } = cloudOf(POINTS);
    await profile.draw([[0, 0], [6, 0], [6, 4]]); // prettier-ignore
    expect(profile.state).toBe('loaded');
    expect(requests[0]).toMatchObject({
      id: 'pointcloud.query',
      body: { inside: [{ kind: 'corridor', width: 1 }] },
    });
    expect(profile.points.count).toBe(4);
    expect(profile.head?.edits).toBe(4);
    expect([...profile.classes]).toEqual([[2, 2], [6, 1], [7, 1]]); // prettier-ignore
  });

  it('ends where its cloud is looked at in other coordinates', async () => {
    const { profile, stage } = cloudOf(POINTS);
    await profile.draw([[0, 0], [6, 0]]); // prettier-ignore
    const clouds$ = stage.clouds$ as BehaviorSubject<readonly ShownCloud[]>;
    clouds$.next([{ ...CLOUD, opacity: 0.5 }]);
    expect(profile.state).toBe('loaded');
    clouds$.next([{ ...CLOUD, crs: `own:${CLOUD.id}`, isLocal: true }]);
    expect([profile.state, profile.drawn]).toEqual(['empty', undefined]);
  });

  it('shows the classes that the viewer shows, and hides one in both', async () => {
    const { profile } = cloudOf(POINTS);
    await profile.draw([[0, 0], [6, 0]]); // prettier-ignore
    expect([0, 1, 2, 3].map((i) => profile.isShown(i))).toEqual([true, true, true, false]);
    profile.toggleClass(6);
    expect(profile.colourOf(profile.points, 2)).toBeUndefined();
    expect(profile.hidden.has(6)).toBe(true);
  });

  it('reclassifies what is enclosed, a leg at a time, each on the version of the one before', async () => {
    const { profile, requests } = cloudOf(POINTS);
    await profile.draw([[0, 0], [6, 0], [6, 4]]); // prettier-ignore
    const corner = (chainage: number, height: number) => ({ chainage, height });
    profile.setRing([corner(1, 0), corner(8, 0), corner(8, 9), corner(1, 9)]);
    const changed = await profile.classify(6, [2]);
    const edits = requests.filter(({ id }) => id === 'pointcloud.classify');
    expect(edits).toHaveLength(2);
    expect(edits[0]!.body).toMatchObject({ to: 6, classes: [2], edits: 4 });
    // The first answer was version 6: its request was the second one.
    expect(edits[1]!.body).toMatchObject({ edits: 6 });
    expect(changed).toBe(14);
    expect(profile.ring).toBeUndefined();
    // It is loaded again, so that what is seen is what is stored.
    expect(requests.at(-1)!.id).toBe('pointcloud.query');
  });

  it('takes hidden classes for nothing: they keep their class', async () => {
    const { profile, requests } = cloudOf(POINTS);
    await profile.draw([[0, 0], [6, 0]]); // prettier-ignore
    profile.setRing([{ chainage: 0, height: 0 }, { chainage: 6, height: 0 }, { chainage: 6, height: 9 }]); // prettier-ignore
    await profile.classify(3, undefined);
    const { classes } = requests.find(({ id }) => id === 'pointcloud.classify')!.body as {
      classes: number[];
    };
    expect(classes).toHaveLength(255);
    expect(classes).not.toContain(7);
  });

  it('steps through cross-sections, and does not make more than can be stepped through', async () => {
    const { profile, requests } = cloudOf(POINTS);
    await profile.draw([[0, 0], [60, 0]]); // prettier-ignore
    // A degree is taken for a metre here.
    profile.choose({ every: 10, half: 3 });
    expect(profile.series).toHaveLength(7);
    profile.choose({ section: 2 });
    await expect.poll(() => profile.state).toBe('loaded');
    const { inside } = requests.at(-1)!.body as { inside: { line: number[][] }[] };
    expect(inside[0]!.line).toEqual([[20, 3], [20, -3]]); // prettier-ignore
    expect(profile.isSeriesCoarser).toBe(false);
    profile.choose({ every: 0.01 });
    expect(profile.series.length).toBeLessThanOrEqual(500);
    expect(profile.isSeriesCoarser).toBe(true);
  });

  it('is cut by the clips that are on, in what it loads and in what it changes', async () => {
    const { profile, requests, stage } = cloudOf(POINTS);
    await profile.draw([[0, 0], [6, 0]]); // prettier-ignore
    const slab = { kind: 'slab', id: 's', name: 'Slab', from: [0, 0], to: [5, 0], width: 2 } as const;
    stage.change({ clips: [slab], clipMode: 'inside' });
    await expect.poll(() => requests.length).toBe(2);
    expect(requests[1]!.body).toMatchObject({ inside: [{ kind: 'corridor', width: 1 }, { width: 2 }] });
    expect(profile.clipping).toBe('cut');
    await expect.poll(() => profile.state).toBe('loaded');
    profile.setRing([{ chainage: 0, height: 0 }, { chainage: 6, height: 0 }, { chainage: 6, height: 9 }]); // prettier-ignore
    await profile.classify(3, undefined);
    const edit = requests.find(({ id }) => id === 'pointcloud.classify')!;
    expect(edit.body).toMatchObject({ inside: [{ kind: 'lasso' }, { kind: 'corridor' }] });
    stage.change({ clips: [slab, { ...slab, id: 't' }] });
    expect([profile.clipping, profile.cut]).toEqual(['several', {}]);
  });

  it('uses no cloud without a reference system', async () => {
    const { profile, requests } = cloudOf(POINTS, [{ ...CLOUD, crs: null }]);
    await profile.draw([[0, 0], [6, 0]]); // prettier-ignore
    expect([profile.cloud, requests.length]).toEqual([undefined, 0]);
  });
});

describe('The hands in a profile', () => {
  const view = fitted({ width: 600, height: 300 }, 6, 0, 9, undefined);
  const at = (chainage: number, height: number) => toPixel(view, { chainage, height });

  it('measure from point to point where points are near', async () => {
    const { profile } = cloudOf(POINTS);
    await profile.draw([[0, 0], [6, 0]]); // prettier-ignore
    const hands = new ProfileHands(profile);
    profile.set({ hand: 'measure' });
    hands.click(view, at(1.03, 5.1));
    hands.click(view, at(3.02, 7.95));
    expect(profile.measures).toEqual([{ from: { chainage: 1, height: 5 }, to: { chainage: 3, height: 8 } }]);
    // Not to a point of a hidden class.
    hands.click(view, at(4.02, 1.02));
    expect(hands.sketch[0]!.chainage).not.toBe(4);
  });

  it('draw a polyline, which takes back its last corner', async () => {
    const { profile } = cloudOf(POINTS);
    await profile.draw([[0, 0], [6, 0]]); // prettier-ignore
    const hands = new ProfileHands(profile);
    profile.set({ hand: 'draw' });
    for (const chainage of [1, 2, 5]) hands.click(view, at(chainage, 5));
    hands.takeBack();
    hands.complete();
    expect(profile.paths).toEqual([[{ chainage: 1, height: 5 }, { chainage: 2, height: 5 }]]); // prettier-ignore
    expect(profile.pathsInSpace[0]).toEqual([[1, 0, 5], [2, 0, 5]]); // prettier-ignore
  });

  it('drag a lasso, and drop it with Escape', async () => {
    const { profile } = cloudOf(POINTS);
    await profile.draw([[0, 0], [6, 0]]); // prettier-ignore
    const hands = new ProfileHands(profile);
    profile.set({ hand: 'lasso' });
    hands.down(view, [100, 100]);
    for (const corner of [[200, 100], [201, 101], [200, 200], [100, 200]] as const) hands.drag(view, corner); // prettier-ignore
    hands.up();
    // The corner one pixel beside another is left out.
    expect(profile.ring).toHaveLength(4);
    expect([hands.cancel(), profile.ring, hands.cancel()]).toEqual([true, undefined, false]);
  });
});
