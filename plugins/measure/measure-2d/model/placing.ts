import type { Pixel } from '#core/mapview';
import { clipLine } from '#core/shapes';

export interface Placeable {
  readonly id: string;
  /** Its anchor on the screen. */
  readonly anchor: Pixel;
  readonly width: number;
  readonly height: number;
  /** Where the person dragged it, from its anchor; it then stays there whatever it covers. */
  readonly offset: Pixel | undefined;
  /** The lines of its own figure on the screen, x and y alternating; it avoids covering them where possible. */
  readonly lines?: readonly (readonly number[])[];
}

/** A part of the screen, CSS pixels from the viewer's top left corner. */
export interface ScreenRectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** CSS pixels between a bubble and its anchor, and between bubbles. */
const GAP = 12;
/** CSS pixels left free on each side of a line. */
const PADDING = 4;
/** CSS pixels between the edge of the screen and a bubble slid along it. */
const EDGE = 8;
/** How many rings of positions around an anchor are tried. */
const RINGS = 6;

/** The point of a bubble's outline nearest to its anchor, relative to the anchor: where its leader line ends. */
export function leaderEnd([x, y]: Pixel, width: number, height: number): Pixel {
  return [Math.max(x, Math.min(0, x + width)), Math.max(y, Math.min(0, y + height))];
}

export interface Screen {
  readonly width: number;
  readonly height: number;
  /** Elements over the viewer: buttons, popups, a phone's bottom sheet. */
  readonly keepClear: readonly ScreenRectangle[];
}

/**
 * The offset of each bubble's top left corner from its anchor, so that no bubble covers another or an area to keep
 * clear, and none leaves the screen: the first free position to the right, left, above and below, then farther away;
 * of the adjacent ones preferably one that leaves its own figure visible. Dragged bubbles come first and stay. A
 * bubble too wide for those positions is slid along the edge of the screen; it then covers its own anchor or an area
 * to keep clear rather than leave the screen. Where other bubbles fill the screen it leaves the screen, and where
 * everything near is taken it gets the first position.
 */
export function placeBubbles(bubbles: readonly Placeable[], screen?: Screen): Map<string, Pixel> {
  const placed = new Map<string, Pixel>();
  const others: ScreenRectangle[] = [];
  const taken: ScreenRectangle[] = [...(screen?.keepClear ?? [])];
  const put = (bubble: Placeable, offset: Pixel): void => {
    placed.set(bubble.id, offset);
    others.push(boxOf(bubble, offset));
    taken.push(boxOf(bubble, offset));
  };
  for (const bubble of bubbles) if (bubble.offset) put(bubble, bubble.offset);
  for (const bubble of bubbles) {
    if (bubble.offset) continue;
    const places = candidates(bubble);
    const free = places.filter((offset) => isFree(boxOf(bubble, offset), taken));
    const seen = free.filter((offset) => !screen || isWithin(boxOf(bubble, offset), screen));
    const slid = screen ? places.map((offset) => slide(bubble, offset, screen)) : [];
    const onto = slid.filter((offset) => isFree(boxOf(bubble, offset), taken));
    const clear = onto.filter((offset) => isClear(bubble, offset));
    const over = slid
      .filter((offset) => isFree(boxOf(bubble, offset), others))
      .map((offset) => ({ offset, covered: coveredBy(boxOf(bubble, offset), screen!.keepClear) }))
      .sort((one, other) => one.covered - other.covered)[0]?.offset;
    const best = choose(bubble, seen) ?? choose(bubble, clear) ?? onto[0] ?? over;
    put(bubble, best ?? free[0] ?? places[0]!);
  }
  return placed;
}

/** The first position next to its anchor that leaves its own figure visible, else the first of all. */
function choose(bubble: Placeable, places: readonly Pixel[]): Pixel | undefined {
  let first: Pixel | undefined;
  for (const offset of places) {
    if (isNear(bubble, offset) && !covers(bubble, offset)) return offset;
    first ??= offset;
  }
  return first;
}

function candidates({ width, height }: Placeable): Pixel[] {
  const places: Pixel[] = [];
  for (let ring = 0; ring < RINGS; ring++) {
    const out = GAP + ring * (height + GAP);
    const aside = GAP + ring * (width / 2 + GAP);
    places.push(
      [GAP, -height - out],
      [-width - GAP, -height - out],
      [GAP, out],
      [-width - GAP, out],
      [aside, -height / 2],
      [-width - aside, -height / 2],
    );
  }
  return places;
}

/** The position nearest to `offset` that is entirely on the screen. */
function slide({ anchor, width, height }: Placeable, offset: Pixel, screen: Screen): Pixel {
  const along = (axis: 0 | 1, size: number, room: number): number =>
    Math.max(EDGE, Math.min(anchor[axis] + offset[axis], room - size - EDGE)) - anchor[axis];
  return [along(0, width, screen.width), along(1, height, screen.height)];
}

/** Whether it leaves its own anchor visible. */
function isClear(bubble: Placeable, offset: Pixel): boolean {
  const [x, y] = bubble.anchor;
  const { left, top, right, bottom } = boxOf(bubble, offset);
  return x < left || x > right || y < top || y > bottom;
}

/** Whether it is next to its anchor, with at most a gap in both directions. */
function isNear({ width, height }: Placeable, offset: Pixel): boolean {
  return Math.hypot(...leaderEnd(offset, width, height)) < 2 * GAP;
}

/** Whether it covers its own figure. */
function covers(bubble: Placeable, offset: Pixel): boolean {
  const { left, top, right, bottom } = boxOf(bubble, offset);
  const frame = [left - PADDING, top - PADDING, right + PADDING, bottom + PADDING] as const;
  return bubble.lines?.some((line) => clipLine(line, frame).length > 0) ?? false;
}

function boxOf({ anchor, width, height }: Placeable, offset: Pixel): ScreenRectangle {
  const [left, top] = [anchor[0] + offset[0], anchor[1] + offset[1]];
  return { left, top, right: left + width, bottom: top + height };
}

function isFree(box: ScreenRectangle, taken: readonly ScreenRectangle[]): boolean {
  return !taken.some(
    (other) =>
      box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom,
  );
}

/** How much of the areas to keep clear a box covers, in square pixels. */
function coveredBy(box: ScreenRectangle, keepClear: readonly ScreenRectangle[]): number {
  return keepClear.reduce((sum, other) => {
    const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
    const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
    return sum + Math.max(0, wide) * Math.max(0, high);
  }, 0);
}

function isWithin({ left, top, right, bottom }: ScreenRectangle, { width, height }: Screen): boolean {
  return left >= 0 && top >= 0 && right <= width && bottom <= height;
}
