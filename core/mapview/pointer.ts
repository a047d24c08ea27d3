import type { Position } from '#core/protocol';
import type { Gesture, MapView, Pixel } from './contract.ts';

/** CSS pixels, by what points. */
type ByPointer = Readonly<Record<Gesture['pointer'], number>>;

/**
 * How far from an object the pointer still hits it, and the least radius within which a finger snaps. Where objects lie
 * close a finger must still tell them apart.
 */
export const HIT_TOLERANCE: ByPointer = { mouse: 6, pen: 8, touch: 16 };

/**
 * How far from a vertex, a handle or a side the pointer still takes hold of it. A finger needs half of the 44 CSS pixels
 * that accessibility guidelines ask of a touch target: what it takes hold of lies under it.
 */
export const HANDLE_TOLERANCE: ByPointer = { mouse: 8, pen: 12, touch: 22 };

/** How far a pressed pointer may move and still click; a viewer reports drags beyond it. */
export const DRAG_THRESHOLD: ByPointer = { mouse: 4, pen: 6, touch: 10 };

/** How close to its last vertex a click of a path adds none, CSS pixels. */
export const SAME_VERTEX_DISTANCE = 3;

/** How far apart the two clicks of a double click may be, CSS pixels. */
export const DOUBLE_CLICK_DISTANCE = 8;

/** Distance in CSS pixels. */
export function pixelDistance(a: Pixel, b: Pixel): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** CSS pixels between a pixel and a position as the viewer shows it; Infinity where it is not shown. */
export function distanceTo(view: Pick<MapView, 'toPixel'>, position: Position, pixel: Pixel): number {
  const at = view.toPixel(position);
  return at ? pixelDistance(at, pixel) : Infinity;
}

/**
 * Tells the rest of a double click from a new click: once a tool has acted on a click, further clicks close to it are
 * ignored until the pointer has moved away.
 */
export class ClickEcho {
  #at: Pixel | undefined;

  /** The tool has acted on the click at this pixel. */
  follow(pixel: Pixel): void {
    this.#at = pixel;
  }

  /** True when the gesture is to be ignored. Asked for every gesture. */
  ignores({ kind, pixel }: Pick<Gesture, 'kind' | 'pixel'>): boolean {
    if (!this.#at || kind === 'leave') return false;
    const isNear = pixelDistance(this.#at, pixel) <= DOUBLE_CLICK_DISTANCE;
    if (!isNear) this.#at = undefined;
    return isNear && (kind === 'click' || kind === 'double');
  }
}
