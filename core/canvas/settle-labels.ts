/** Of one screen. */
const MOST_LABELS = 400;
/** Height of a text and the room beside it, CSS pixels. */
const HEIGHT = 14;
const MARGIN = 3;
/** Half the width of a point's sign, and the squares in which signs are looked up; CSS pixels. */
const SIGN = 5;
const SQUARE = 64;

export interface Lettered {
  readonly text: string;
  /** Middle of the text, CSS pixels of the view; the next one is tried where the first is taken. */
  readonly places: readonly (readonly [number, number])[];
  readonly width: number;
  /** Along a line: clockwise from horizontal, radians. */
  readonly angle?: number;
}

export interface Settled {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

/**
 * The labels that fit without touching one another or covering a sign, the first come first; each at the first of its
 * places that is free. `signs` are the middles of the signs of points.
 */
export function settleLabels(
  labels: readonly Lettered[],
  signs: readonly (readonly [number, number])[] = [],
): Settled[] {
  const bySquare = new Map<string, (readonly [number, number])[]>();
  for (const sign of signs) {
    const square = squareOf(...sign);
    const members = bySquare.get(square);
    if (members) members.push(sign);
    else bySquare.set(square, [sign]);
  }
  const coversSign = (
    [west, north, east, south]: Box,
    covers: (x: number, y: number) => boolean,
  ): boolean => {
    for (let x = west - SIGN; x < east + SIGN + SQUARE; x += SQUARE)
      for (let y = north - SIGN; y < south + SIGN + SQUARE; y += SQUARE)
        if (bySquare.get(squareOf(x, y))?.some((sign) => covers(...sign))) return true;
    return false;
  };
  const taken: Box[] = [];
  const settled: Settled[] = [];
  for (const { text, places, width, angle = 0 } of labels) {
    if (settled.length >= MOST_LABELS) break;
    const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
    const wide = (width * cos + HEIGHT * sin) / 2 + MARGIN;
    const high = (width * sin + HEIGHT * cos) / 2;
    for (const [x, y] of places) {
      const box = [x - wide, y - high, x + wide, y + high] as const;
      const free = !taken.some((t) => t[0] < box[2] && t[2] > box[0] && t[1] < box[3] && t[3] > box[1]);
      if (!free) continue;
      // Seen along the text, so that a slanting one is charged for its letters only.
      const covers = (signX: number, signY: number): boolean => {
        const [east, south] = [signX - x, signY - y];
        const along = east * Math.cos(angle) + south * Math.sin(angle);
        const across = south * Math.cos(angle) - east * Math.sin(angle);
        return Math.abs(along) < width / 2 + SIGN && Math.abs(across) < HEIGHT / 2 + SIGN;
      };
      if (coversSign(box, covers)) continue;
      taken.push(box);
      settled.push({ text, x, y, angle });
      break;
    }
  }
  return settled;
}

type Box = readonly [west: number, north: number, east: number, south: number];

function squareOf(x: number, y: number): string {
  return `${Math.floor(x / SQUARE)} ${Math.floor(y / SQUARE)}`;
}
