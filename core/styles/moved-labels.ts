import { crossings, widestInterior, type LabelledShape } from './crossings.ts';
import type { LabelRequest } from './label-places.ts';
import { labelHeight } from './labels.ts';
import type { LabelCandidate, Leader } from './place-labels.ts';

/** From this distance between a moved label and its object a line leads from one to the other, CSS pixels. */
export const LEADER_FROM = 10;
/** Between the text and its line, and between the line and the middle of a point's marker, CSS pixels. */
const TEXT_GAP = 2;
const MARKER_GAP = 6;

type Pixel = readonly [x: number, y: number];

/** The label at the place to which a person has moved its middle, with the line to its object where it is away from it. */
export function movedLabel(
  { text, width, labels }: LabelRequest,
  shape: LabelledShape,
  at: Pixel,
): LabelCandidate {
  const height = labelHeight(labels);
  const leader = labels.leader?.off ? undefined : leaderOf(shape, at, [width, height]);
  return { text, width, height, places: [at], isMoved: true, ...(leader && { leader }) };
}

/** From the edge of the text to the marker of a point, the nearest place of a line, or the inside of an area. */
function leaderOf(shape: LabelledShape, [x, y]: Pixel, [width, height]: Pixel): Leader | undefined {
  if (shape.kind === 'areas' && crossings(shape, y).filter((side) => side > x).length % 2 === 1)
    return undefined;
  const nearest = nearestOf(shape, [x, y]);
  if (!nearest) return undefined;
  const [wide, high] = [width / 2 + TEXT_GAP, height / 2 + TEXT_GAP];
  const edgeTowards = ([tx, ty]: Pixel): Pixel => [
    Math.min(Math.max(tx, x - wide), x + wide),
    Math.min(Math.max(ty, y - high), y + high),
  ];
  const [sx, sy] = edgeTowards(nearest);
  const reach = Math.hypot(nearest[0] - sx, nearest[1] - sy);
  if (reach < LEADER_FROM + (shape.kind === 'points' ? MARKER_GAP : 0)) return undefined;
  const inner = shape.kind === 'areas' ? widestInterior(shape) : undefined;
  const target: Pixel = inner ? [inner.x, inner.y] : nearest;
  const [fromX, fromY] = edgeTowards(target);
  const [dx, dy] = [target[0] - fromX, target[1] - fromY];
  const share = shape.kind === 'points' ? 1 - MARKER_GAP / Math.hypot(dx, dy) : 1;
  return [fromX, fromY, fromX + dx * share, fromY + dy * share];
}

/** The position of the shape nearest to a place. */
function nearestOf({ kind, coordinates, ends }: LabelledShape, [x, y]: Pixel): Pixel | undefined {
  let best: Pixel | undefined;
  let least = Infinity;
  const take = (px: number, py: number): void => {
    const distance = (px - x) ** 2 + (py - y) ** 2;
    if (distance < least) [least, best] = [distance, [px, py]];
  };
  let start = 0;
  for (const end of ends) {
    for (let i = start; i < end; i += 2) {
      const [bx, by] = [coordinates[i]!, coordinates[i + 1]!];
      if (kind === 'points' || i === start) take(bx, by);
      else {
        const [ax, ay] = [coordinates[i - 2]!, coordinates[i - 1]!];
        const squared = (bx - ax) ** 2 + (by - ay) ** 2;
        const along = squared === 0 ? 0 : ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / squared;
        const t = Math.min(1, Math.max(0, along));
        take(ax + t * (bx - ax), ay + t * (by - ay));
      }
    }
    start = end;
  }
  return best;
}
