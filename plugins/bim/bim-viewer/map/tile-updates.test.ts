import { PerspectiveCamera } from 'three';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TileUpdates } from './tile-updates.ts';

/** Updates of fragments that end when the test says so. */
function fragmentsOf() {
  const running: (() => void)[] = [];
  return {
    running,
    update: () => new Promise<void>((end) => void running.push(end)),
  };
}

describe('updates of tiles', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are done at once when the camera has not moved', async () => {
    await new TileUpdates(fragmentsOf(), { camera: new PerspectiveCamera() }, () => undefined).done();
  });

  it('are done once what the camera saw last is there', async () => {
    const fragments = fragmentsOf();
    const tiles = new TileUpdates(fragments, { camera: new PerspectiveCamera() }, () => undefined);
    let isDone = false;
    tiles.request();
    void tiles.done().then(() => (isDone = true));
    await vi.advanceTimersByTimeAsync(200);
    // It moves again while the first update runs.
    tiles.request();
    fragments.running[0]!();
    await vi.advanceTimersByTimeAsync(0);
    expect(isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(fragments.running).toHaveLength(2);
    fragments.running[1]!();
    await vi.advanceTimersByTimeAsync(0);
    expect(isDone).toBe(true);
  });

  it('are done only after a change of their level of detail, and the update that follows it', async () => {
    const fragments = fragmentsOf();
    const tiles = new TileUpdates(fragments, { camera: new PerspectiveCamera() }, () => undefined);
    let isDone = false;
    let changed = (): void => undefined;
    tiles.requestAfter(new Promise<void>((end) => (changed = end)));
    void tiles.done().then(() => (isDone = true));
    await vi.advanceTimersByTimeAsync(1_000);
    expect([fragments.running.length, isDone]).toEqual([0, false]);
    changed();
    await vi.advanceTimersByTimeAsync(200);
    expect([fragments.running.length, isDone]).toEqual([1, false]);
    fragments.running[0]!();
    await vi.advanceTimersByTimeAsync(0);
    expect(isDone).toBe(true);
  });

  it('are waited for ten seconds at most', async () => {
    const tiles = new TileUpdates(fragmentsOf(), { camera: new PerspectiveCamera() }, () => undefined);
    let isDone = false;
    tiles.request();
    void tiles.done().then(() => (isDone = true));
    await vi.advanceTimersByTimeAsync(9_999);
    expect(isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isDone).toBe(true);
  });
});
