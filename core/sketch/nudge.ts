import type { MapView, Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { KeyGesture } from '#core/tools';

/** Movement of one press of an arrow key, CSS pixels. */
export const NUDGES: Readonly<Record<string, Pixel>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Metres that one press of a key raises or lowers, where objects have heights; ten times as much with Shift. */
const LIFTS: Readonly<Record<string, number>> = { PageUp: 0.1, PageDown: -0.1 };

/** Returns `from` moved by pixels of the view, without its height; undefined if that is outside the world. */
export function nudged(view: MapView, from: Position, by: Pixel): Position | undefined {
  const pixel = view.toPixel(from);
  const to = pixel && view.toPosition([pixel[0] + by[0], pixel[1] + by[1]], from[2]);
  return to && [to[0], to[1]];
}

/** A position moved by a key. */
interface Moved {
  /** Without a height after an arrow key. */
  readonly position: Position;
  /** After raising or lowering: the height at which it began, its own or that of the ground. */
  readonly ground: number | undefined;
}

/**
 * Moves a position by a key: arrow keys move it, Page Up and Page Down raise and lower it where objects have heights;
 * ten times as far with Shift. Undefined for other keys.
 */
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
  // Rounded to the digits of the steps.
  const to = Number((height + metres * (shift ? 10 : 1)).toFixed(6));
  return { position: [from[0], from[1], to], ground: height };
}
