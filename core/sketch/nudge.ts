import type { MapView, Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { KeyGesture } from '#core/tools';

/** CSS pixels that one press of an arrow key moves things by. */
export const NUDGES: Readonly<Record<string, Pixel>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Metres that one press of a key lifts things by, where they have heights; with Shift ten times as much. */
const LIFTS: Readonly<Record<string, number>> = { PageUp: 0.1, PageDown: -0.1 };

/** `from` moved by pixels of the view, its height left out; undefined where that is off the world. */
export function nudged(view: MapView, from: Position, by: Pixel): Position | undefined {
  const pixel = view.toPixel(from);
  const to = pixel && view.toPosition([pixel[0] + by[0], pixel[1] + by[1]], from[2]);
  return to && [to[0], to[1]];
}

/** A place that a key has moved. */
interface Moved {
  /** An arrow leaves its height out. */
  readonly position: Position;
  /** Lifted: the height it began at, its own or that of the ground. */
  readonly ground: number | undefined;
}

/** Arrows nudge a place, Page up and down lift it where things have heights, with Shift ten times as far; no other key does. */
export function movedByKey(
  view: MapView,
  from: Position,
  key: Pick<KeyGesture, 'key' | 'shift'>,
): Moved | undefined {
  const nudge = NUDGES[key.key];
  if (!nudge) return liftedByKey(view, from, key);
  const by = key.shift ? 10 : 1;
  const position = nudged(view, from, [nudge[0] * by, nudge[1] * by]);
  return position && { position, ground: undefined };
}

function liftedByKey(
  view: MapView,
  from: Position,
  { key, shift }: Pick<KeyGesture, 'key' | 'shift'>,
): Moved | undefined {
  const metres = LIFTS[key];
  const at = view.toPixel(from);
  if (metres === undefined || !at || !view.heightAt) return undefined;
  const height = from[2] ?? view.heightAt(at, from);
  if (height === undefined) return undefined;
  // No digits that the steps have not.
  const to = Number((height + metres * (shift ? 10 : 1)).toFixed(6));
  return { position: [from[0], from[1], to], ground: height };
}
