import { BehaviorSubject, Subject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ObjectDocument } from '#core/document';
import { inverse } from '#core/geodesy';
import { desk, TestPointer, SlantView } from '#core/testing';
import type { GlobeOutlook, Stance } from '#plugins/globe/map-3d/api';
import { WalkSession } from './walk-session.ts';

const FROM: Stance = { place: [0.5, 0.5], above: 900, heading: 90, pitch: -40 };

// Pixel (500, 500) is 0° 0° on the ground.
function walking() {
  let stance = FROM;
  let held = 0;
  const outlook = {
    get stance() {
      return stance;
    },
    stand: (next: Stance) => (stance = next),
    hold: () => {
      held++;
      return { dispose: () => void held-- };
    },
  } as unknown as GlobeOutlook;
  const eye$ = new BehaviorSubject(1.7);
  const ground = { changes$: new Subject<void>() };
  const get = (key: string) => (key === 'navigationRange' ? 10 : eye$.value);
  const settings = { get, observe: () => eye$ } as never;
  const view = new SlantView(new ObjectDocument('p'));
  const session = new WalkSession({ ...desk(), view }, outlook, settings, ground);
  return { pointer: new TestPointer(view, session), session, outlook, eye$, view, held: () => held };
}
const keyUp = (key: string) => window.dispatchEvent(new KeyboardEvent('keyup', { key }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('Walking on the globe', () => {
  it('starts where the ground was clicked, looks level in the same direction, and takes over the camera', () => {
    const { pointer, session, outlook, held } = walking();
    pointer.click(500, 500);
    expect(outlook.stance).toEqual({ place: [0, 0], above: 1.7, heading: 90, pitch: 0 });
    expect([session.state.busy, held()]).toEqual([true, 1]);
  });

  it.each([
    ['w', 90],
    ['ArrowUp', 90],
    ['s', 270],
    ['d', 180],
    ['a', 0],
  ])('walks 2 m a second while %s is held', (key, azimuth) => {
    const { pointer, outlook } = walking();
    pointer.click(500, 500);
    expect(pointer.key(key)).toBe(true);
    vi.advanceTimersByTime(1000);
    keyUp(key);
    vi.advanceTimersByTime(1000);
    const way = inverse([0, 0], outlook.stance.place);
    // The last frame may be 16 ms before the key was released: 0.03 m.
    expect(Math.abs(way.distance - 2)).toBeLessThan(0.07);
    expect(way.azimuth).toBeCloseTo(azimuth, 6);
    expect(outlook.stance.above).toBe(1.7);
  });

  it('runs with Shift, and walks diagonally with two keys at the same speed', () => {
    const { pointer, outlook } = walking();
    pointer.click(500, 500);
    pointer.key('w', { shift: true });
    pointer.key('d', { shift: true });
    vi.advanceTimersByTime(1000);
    const way = inverse([0, 0], outlook.stance.place);
    expect(Math.abs(way.distance - 10)).toBeLessThan(0.35);
    // Between east and south.
    expect(way.azimuth).toBeCloseTo(135, 1);
  });

  it('looks around by dragging, with mouse or finger, but not beyond the vertical', () => {
    const { pointer, outlook } = walking();
    pointer.click(500, 500);
    // 100 pixels to the left are 20° to the right, 50 down are 10° up.
    expect(pointer.drag([500, 500], [400, 550])).toBe(true);
    expect(outlook.stance).toMatchObject({ heading: 110, pitch: 10 });
    pointer.drag([500, 0], [500, 1000]);
    expect(outlook.stance.pitch).toBe(89);
  });

  it('turns and looks up by keys alone', () => {
    const { pointer, outlook } = walking();
    pointer.click(500, 500);
    pointer.key('ArrowLeft');
    pointer.key('PageUp');
    vi.advanceTimersByTime(500);
    // 60° a second, to within two frames.
    expect(Math.abs(outlook.stance.heading - 60)).toBeLessThan(2.1);
    expect(Math.abs(outlook.stance.pitch - 30)).toBeLessThan(2.1);
  });

  it('returns to the start on Esc, stops, and releases the camera', () => {
    const { pointer, session, outlook, held } = walking();
    pointer.click(500, 500);
    pointer.key('w');
    vi.advanceTimersByTime(200);
    session.cancel();
    vi.advanceTimersByTime(1000);
    expect(outlook.stance).toEqual(FROM);
    expect([session.state.busy, held()]).toEqual([false, 0]);
    expect(pointer.key('w')).toBe(false);
  });

  it('has the eye height that the person sets while walking', () => {
    const { pointer, outlook, eye$ } = walking();
    pointer.click(500, 500);
    eye$.next(3);
    expect(outlook.stance.above).toBe(3);
  });

  it('stops when the window loses the focus while a key is held', () => {
    const { pointer, outlook } = walking();
    pointer.click(500, 500);
    pointer.key('w');
    window.dispatchEvent(new Event('blur'));
    vi.advanceTimersByTime(1000);
    expect(outlook.stance.place).toEqual([0, 0]);
  });
});
