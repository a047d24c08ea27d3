import { distance } from '#core/geodesy';
import type { LabelStyle, Position } from '#core/protocol';
import { LABEL_SIZE, labelHeight } from './labels.ts';
import { widestInterior, type LabelledShape } from './crossings.ts';
import type { LabelCandidate } from './place-labels.ts';

/** The shortest edge with its length beside it, CSS pixels. */
const MIN_EDGE = 24;
/** A label wider than its area by more than this ratio is left out. */
const MAX_WIDTH_RATIO = 1.25;

type Size = readonly [width: number, height: number];
type Pixel = readonly [x: number, y: number];

export interface LabelRequest {
  readonly text: string;
  /** CSS pixels. */
  readonly width: number;
  readonly labels: LabelStyle;
}

export interface DimensionTexts {
  /** CSS pixels. */
  widthOf(text: string): number;
  print(metres: number): string;
  readonly size: Size;
}

/**
 * Returns the places for a label: next to a point, along the longest edge of a line, inside an area. Outside of a view
 * of the size there are none.
 */
export function labelPlaces(
  { text, width, labels }: LabelRequest,
  shape: LabelledShape,
  size: Size,
): LabelCandidate[] {
  const font = labels.size ?? LABEL_SIZE;
  const height = labelHeight(labels);
  const seen = ([x, y]: Pixel) => x > -width / 2 && y > 0 && x < size[0] + width / 2 && y < size[1];
  const { coordinates, kind } = shape;
  if (kind === 'points') {
    const [x, y] = [coordinates[0]!, coordinates[1]!];
    const aside = width / 2 + 9;
    const above = 3.5 + font;
    const places = [
      [x + aside, y],
      [x - aside, y],
      [x, y - above],
      [x, y + above],
    ] as const;
    return seen([x, y]) ? [{ text, width, height, places }] : [];
  }
  const isAlong = (labels.placement ?? 'auto') === 'auto' ? kind === 'lines' : labels.placement === 'along';
  if (kind === 'lines' && !isAlong) {
    const [ax, ay, bx, by] = longestEdge(shape);
    const place = [(ax + bx) / 2, (ay + by) / 2] as const;
    return seen(place) ? [{ text, width, height, places: [place] }] : [];
  }
  if (isAlong) {
    const edge = longestEdge(shape);
    // From left to right.
    const [ax, ay, bx, by] = edge[0] <= edge[2] ? edge : [edge[2], edge[3], edge[0], edge[1]];
    const length = Math.hypot(bx - ax, by - ay);
    if (length < width * 0.8) return [];
    // Above the line, and below it where that is taken.
    const [nx, ny] = [(by - ay) / length, (ax - bx) / length];
    const [mx, my] = [(ax + bx) / 2, (ay + by) / 2];
    const gap = font / 2 + 4;
    const places = [
      [mx + nx * gap, my + ny * gap],
      [mx - nx * gap, my - ny * gap],
    ] as const;
    return seen([mx, my]) ? [{ text, width, height, places, angle: Math.atan2(by - ay, bx - ax) }] : [];
  }
  const inner = widestInterior(shape);
  if (!inner || inner.width < width / MAX_WIDTH_RATIO) return [];
  const place = [inner.x, inner.y] as const;
  return seen(place) ? [{ text, width, height, places: [place] }] : [];
}

/** Returns the lengths of the edges between positions, each next to its edge: on either side, where there is room. */
export function dimensionPlaces(
  positions: readonly Position[],
  { kind, coordinates, ends }: LabelledShape,
  { widthOf, print, size }: DimensionTexts,
): LabelCandidate[] {
  if (kind === 'points') return [];
  // A roof or another form of the geometry has no vertices of its own.
  if (2 * positions.length !== coordinates.length) return [];
  const lengths: LabelCandidate[] = [];
  let start = 0;
  for (const end of ends) {
    for (let i = start + 2; i < end; i += 2) {
      const [ax, ay, bx, by] = [
        coordinates[i - 2]!,
        coordinates[i - 1]!,
        coordinates[i]!,
        coordinates[i + 1]!,
      ];
      const [mx, my] = [(ax + bx) / 2, (ay + by) / 2];
      const long = Math.hypot(bx - ax, by - ay);
      if (long < MIN_EDGE || mx < 0 || my < 0 || mx > size[0] || my > size[1]) continue;
      const text = print(distance(positions[i / 2 - 1]!, positions[i / 2]!));
      const width = widthOf(text);
      if (width > long) continue;
      const [nx, ny] = [(by - ay) / long, (ax - bx) / long];
      const angle = Math.atan2(by - ay, bx - ax);
      // From left to right, so that no number stands on its head.
      const upright = Math.abs(angle) > Math.PI / 2 ? angle - Math.sign(angle) * Math.PI : angle;
      const places = [
        [mx + nx * 8, my + ny * 8],
        [mx - nx * 8, my - ny * 8],
      ] as const;
      lengths.push({ text, width, height: 11, places, angle: upright });
    }
    start = end;
  }
  return lengths;
}

/** Returns both ends of the longest edge of a line. */
function longestEdge({ coordinates, ends }: LabelledShape): readonly [number, number, number, number] {
  let best: readonly [number, number, number, number] = [0, 0, 0, 0];
  let longest = -1;
  let start = 0;
  for (const end of ends) {
    for (let i = start + 2; i < end; i += 2) {
      const edge = [coordinates[i - 2]!, coordinates[i - 1]!, coordinates[i]!, coordinates[i + 1]!] as const;
      const length = Math.hypot(edge[2] - edge[0], edge[3] - edge[1]);
      if (length > longest) [longest, best] = [length, edge];
    }
    start = end;
  }
  return best;
}
