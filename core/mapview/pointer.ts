import type { Position } from '#core/protocol';
import type { Gesture, MapView, Pixel } from './contract.ts';

/** CSS pixels by pointer type. */
type ByPointer = Readonly<Record<Gesture['pointer'], number>>;

/**
 * How far from an object the pointer hits it, and the minimum radius within which a finger snaps. Small enough for a
 * finger to distinguish objects that lie close together.
 */
export const HIT_TOLERANCE: ByPointer = { mouse: 6, pen: 8, touch: 16 };

/**
 * How far from a vertex, handle or side the pointer can drag it. For a finger it is half of the 44 CSS pixels that
 * accessibility guidelines require of a touch target, because the target is under the finger.
 */
export const HANDLE_TOLERANCE: ByPointer = { mouse: 8, pen: 12, touch: 22 };

/** How far a pressed pointer may move and still click; a viewer emits drags beyond it. */
export const DRAG_THRESHOLD: ByPointer = { mouse: 4, pen: 6, touch: 10 };

/** Within this distance of the last vertex, a click adds no vertex to a path; CSS pixels. */
export const SAME_VERTEX_DISTANCE = 3;

/** Maximum distance of the two clicks of a double click, CSS pixels. */
export const DOUBLE_CLICK_DISTANCE = 8;

/** Distance in CSS pixels. */
export function pixelDistance(a: Pixel, b: Pixel): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** Distance in CSS pixels between a pixel and a position as the viewer shows it; Infinity where it is not visible. */
export function distanceTo(view: Pick<MapView, 'toPixel'>, position: Position, pixel: Pixel): number {
  const at = view.toPixel(position);
  return at ? pixelDistance(at, pixel) : Infinity;
}

/**
 * Distinguishes the rest of a double click from a new click: after a tool has handled a click, further clicks close
 * to it are ignored until the pointer has moved away.
 */
export class ClickEcho {
  #at: Pixel | undefined;

  /** Call when the tool has handled the click at this pixel. */
  follow(pixel: Pixel): void {
    this.#at = pixel;
  }

  /** Returns true when the gesture must be ignored. Call it for every gesture. */
  ignores({ kind, pixel }: Pick<Gesture, 'kind' | 'pixel'>): boolean {
    if (!this.#at || kind === 'leave') return false;
    const isNear = pixelDistance(this.#at, pixel) <= DOUBLE_CLICK_DISTANCE;
    if (!isNear) this.#at = undefined;
    return isNear && (kind === 'click' || kind === 'double');
  }
}
