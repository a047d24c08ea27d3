import { describe, expect, it } from 'vitest';
import type { FlyOptions, Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { KeyGesture } from '#core/tools';
import type { WorkspaceMap } from '../api.ts';
import { pressOnMap } from './keyboard.ts';

const SEEN = { center: [9.19, 45.46] as Position, heading: 0 };

/** A map of 800 by 600 pixels that records calls. */
class NotedMap {
  readonly size: Pixel = [800, 600];
  keyboardCursor: Pixel | undefined;
  readonly done: string[] = [];
  constructor(readonly camera: { center: Position; heading: number; tilt?: number } = SEEN) {}
  fly([longitude, latitude]: Position, { heading, tilt }: FlyOptions): void {
    this.done.push(`fly ${longitude} ${latitude} ${heading} ${tilt}`);
  }
  setKeyboardCursor(pixel: Pixel | undefined): void {
    this.keyboardCursor = pixel;
  }
  pan(right: number, down: number): void {
    this.done.push(`pan ${right} ${down}`);
  }
  press(kind: string, [x, y]: Pixel, { shift = false } = {}): void {
    this.done.push(`${kind} ${x} ${y}${shift ? ' shift' : ''}`);
  }
}

const key = (name: string, held: Partial<KeyGesture> = {}): KeyGesture => ({
  key: name,
  shift: false,
  alt: false,
  ctrl: false,
  ...held,
});

function press(map: NotedMap, selecting: boolean, ...keys: KeyGesture[]): boolean[] {
  return keys.map((one) => pressOnMap(map as unknown as WorkspaceMap, one, selecting));
}

describe('the keyboard on the map', () => {
  it('moves the map while selecting, and clicks at its centre', () => {
    const map = new NotedMap();
    expect(press(map, true, key('ArrowRight'), key('Enter'))).toEqual([true, true]);
    expect(map.done).toEqual(['pan 80 0', 'move 400 300', 'move 400 300', 'click 400 300']);
  });

  it('moves the crosshair with any other tool, faster with Shift, and clicks there', () => {
    const map = new NotedMap();
    press(map, false, key('ArrowRight'), key('ArrowUp', { shift: true }), key(' '));
    expect(map.done).toEqual(['move 404 300', 'move 404 260', 'move 404 260', 'click 404 260']);
  });

  it('moves the map at the edge', () => {
    const map = new NotedMap();
    map.keyboardCursor = [760, 300];
    press(map, false, key('ArrowRight', { shift: true }));
    // 760 + 40 = 800; the crosshair stays 32 from the edge, at 768, and the map moves by 32.
    expect(map.keyboardCursor).toEqual([768, 300]);
    expect(map.done[0]).toBe('pan 32 0');
  });

  it('adds to the selection with Shift', () => {
    const map = new NotedMap();
    press(map, true, key(' ', { shift: true }));
    expect(map.done.at(-1)).toBe('click 400 300 shift');
  });

  it('ignores other keys', () => {
    const map = new NotedMap();
    expect(press(map, false, key('a'), key('ArrowLeft', { ctrl: true }), key('Escape'))).toEqual([
      false,
      false,
      false,
    ]);
    expect(map.done).toEqual([]);
  });

  it('rotates and tilts a globe with Ctrl, within limits, and not a flat map', () => {
    const globe = new NotedMap({ ...SEEN, heading: 10, tilt: 83 });
    const arrow = (name: string) => key(name, { ctrl: true });
    expect(press(globe, true, arrow('ArrowRight'), arrow('ArrowUp'), arrow('ArrowDown'))).toEqual([
      true,
      true,
      true,
    ]);
    // 5° per key press; 85° at most.
    expect(globe.done).toEqual(['fly 9.19 45.46 15 83', 'fly 9.19 45.46 10 85', 'fly 9.19 45.46 10 78']);
    expect(press(new NotedMap(), true, arrow('ArrowRight'))).toEqual([false]);
  });
});
