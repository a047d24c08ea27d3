import type { Position } from '#core/protocol';
import { clipLine, clipRing } from '#core/shapes';

/** A polygon that crosses the 180th meridian, as drawn on a map that ends there. */
interface SplitLand {
  /** Polygons with closed rings, none across the meridian. */
  readonly areas: Position[][][];
  /** The outline without the cuts. */
  readonly coasts: Position[][];
}

const WORLD = [-180, -90, 180, 90] as const;
const TURNS = [-360, 0, 360];

/** Splits the rings of a polygon at the 180th meridian; undefined if they do not cross it. */
export function splitLand(rings: readonly (readonly Position[])[]): SplitLand | undefined {
  if (!rings.some(crosses)) return undefined;
  const unrolled = rings.map(unroll);
  const areas = TURNS.map((turn) =>
    unrolled
      .map(closedAtPole)
      .map((ring) => closedRing(clipRing(shifted(ring, turn), WORLD)))
      .filter((ring) => ring.some(([longitude]) => longitude !== ring[0]![0])),
  ).filter((polygon) => polygon.length > 0);
  const coasts = TURNS.flatMap((turn) =>
    unrolled
      .flatMap(withoutCuts)
      .flatMap((line) => clipLine(shifted(line, turn), WORLD))
      .map(positionsOf),
  ).filter((line) => line.length > 1);
  return { areas, coasts };
}

function crosses(ring: readonly Position[]): boolean {
  return ring.some(([longitude], i) => i > 0 && Math.abs(longitude - ring[i - 1]![0]) > 180);
}

/** Flat coordinates whose longitudes continue beyond the meridian. */
function unroll(ring: readonly Position[]): number[] {
  let turn = 0;
  return ring.flatMap(([longitude, latitude], i) => {
    const step = i > 0 ? longitude - ring[i - 1]![0] : 0;
    if (Math.abs(step) > 180) turn -= 360 * Math.sign(step);
    return [longitude + turn, latitude];
  });
}

/** A ring around a pole, such as Antarctica's, ends a turn away from its start: it is closed along the pole. */
function closedAtPole(ring: readonly number[]): readonly number[] {
  const [first, last] = [ring[0]!, ring.at(-2)!];
  if (Math.abs(last - first) < 180) return ring;
  const pole = 90 * Math.sign(ring[1]!);
  return [...ring, last, pole, first, pole];
}

/** The lines between edges that lie on the meridian, where the data is cut. */
function withoutCuts(ring: readonly number[]): number[][] {
  const lines: number[][] = [[ring[0]!, ring[1]!]];
  for (let i = 2; i < ring.length; i += 2) {
    const isCut = ring[i] === ring[i - 2] && Math.abs(ring[i]!) % 360 === 180;
    if (isCut) lines.push([]);
    lines.at(-1)!.push(ring[i]!, ring[i + 1]!);
  }
  return lines;
}

const shifted = (flat: readonly number[], turn: number): number[] =>
  flat.map((value, i) => (i % 2 === 0 ? value + turn : value));

function closedRing(flat: readonly number[]): Position[] {
  const ring = positionsOf(flat);
  return ring.length === 0 ? ring : [...ring, ring[0]!];
}

function positionsOf(flat: readonly number[]): Position[] {
  const positions: Position[] = [];
  for (let i = 0; i < flat.length; i += 2) positions.push([flat[i]!, flat[i + 1]!]);
  return positions;
}
