import type { MapView, Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';

/** CSS pixels that one press of an arrow key moves things by. */
export const NUDGES: Readonly<Record<string, Pixel>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** `from` moved by pixels of the view, its height left out; undefined where that is off the world. */
export function nudged(view: MapView, from: Position, by: Pixel): Position | undefined {
  const pixel = view.toPixel(from);
  const to = pixel && view.toPosition([pixel[0] + by[0], pixel[1] + by[1]], from[2]);
  return to && [to[0], to[1]];
}
