import type { PictureMark } from '#core/protocol';

type Size = readonly [width: number, height: number];

/** Parts of the longer side of a picture: of a line's width, of an arrow's head, and of a letter. */
const LINE = 0.004;
const HEAD = 0.022;
const LETTER = 0.026;

/** How a mark is drawn over a picture of some size: the same on the screen and in a copy. */
export interface MarkDrawing {
  /** SVG path; empty for a text. */
  readonly path: string;
  readonly width: number;
  readonly text:
    | { readonly content: string; readonly x: number; readonly y: number; readonly size: number }
    | undefined;
}

/** `times`: how large lines and letters are; a whole sphere shows things smaller than a photo. */
export function drawingOfMark(mark: PictureMark, [width, height]: Size, times = 1): MarkDrawing {
  const long = Math.max(width, height) * times;
  const places = mark.points.map(([across, down]) => [across * width, down * height] as const);
  const [x, y] = places[0]!;
  if (mark.kind === 'text')
    return { path: '', width: 0, text: { content: mark.text, x, y, size: LETTER * long } };
  const line = places.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${px} ${py}`).join('');
  const head = mark.kind === 'arrow' ? arrowHead(places[0]!, places[1]!, HEAD * long) : '';
  return { path: line + head, width: LINE * long, text: undefined };
}

/** Radians between an arrow and each side of its head: 28°. */
const HEAD_ANGLE = 0.49;

/** SVG path of two strokes back from the end of an arrow; empty for an arrow without length. */
export function arrowHead(
  [x, y]: readonly [number, number],
  [toX, toY]: readonly [number, number],
  longest: number,
): string {
  const [right, down] = [toX - x, toY - y];
  const length = Math.hypot(right, down);
  if (length === 0) return '';
  const size = Math.min(longest, length * 0.6);
  const angle = Math.atan2(down, right);
  const side = (turn: number) =>
    `${toX - size * Math.cos(angle + turn)} ${toY - size * Math.sin(angle + turn)}`;
  return `M${side(-HEAD_ANGLE)}L${toX} ${toY}L${side(HEAD_ANGLE)}`;
}

/** Colour of the edge that keeps marks readable on any picture. */
export const MARK_EDGE = '#ffffff';
/** Width of the edge of letters, by their size. */
export const TEXT_EDGE = 0.22;
