import { extentOf, extentsMeet, type Extent } from '#core/document';
import type { Position } from '#core/protocol';
import { crossing, interpolate, nearestOnLine } from '#core/shapes';
import { metresBetween } from './distance.ts';
import { enlarged } from './scene.ts';

type LineSegment = readonly [Position, Position];

/** The end of a line that narrowly misses another line. */
export interface LooseEnd {
  /** `undershoot`: it stops short of the line; `overshoot`: it has crossed the line. */
  readonly kind: 'undershoot' | 'overshoot';
  readonly end: Position;
  /** Where it should end. */
  readonly to: Position;
  /** The distance of both in metres, for an overshoot along the line. */
  readonly metres: number;
  /** The corrected line. */
  readonly run: readonly Position[];
}

/** Maximum distance of a position on a line: the tolerance of cuts. Metres. */
const ON = 1e-4;

/**
 * Returns how the last vertex of a line (the first with `atStart`) misses one of the others by at most `reach`
 * metres.
 */
export function looseEnd(
  run: readonly Position[],
  atStart: boolean,
  others: readonly (readonly Position[])[],
  reach: number,
): LooseEnd | undefined {
  if (metresBetween(run[0]!, run.at(-1)!) <= ON) return undefined;
  const onward = atStart ? run.toReversed() : run;
  const end = onward.at(-1)!;
  const edges = edgesWithin(others, enlarged([end[0], end[1], end[0], end[1]], 2 * reach));
  if (edges.length === 0) return undefined;
  const line = { type: 'MultiLineString' as const, coordinates: edges.map((edge) => [...edge]) };
  const nearest = nearestOnLine(line, end);
  if (nearest.metres <= ON) return undefined;
  const done = (
    kind: LooseEnd['kind'],
    remaining: readonly Position[],
    to: Position,
    metres: number,
  ): LooseEnd => {
    const whole = [...remaining, levelled(to, end)];
    return { kind, end, to, metres, run: atStart ? whole.reverse() : whole };
  };

  const back = crossedBehind(onward, edges, reach);
  if (back) return done('overshoot', onward.slice(0, back.remaining), back.at, back.metres);
  if (nearest.metres > reach) return undefined;
  const isVertex = edges.some((edge) => edge.some((vertex) => metresBetween(vertex, nearest.position) <= ON));
  const to = (isVertex ? undefined : straightOn(onward, edges, reach)) ?? nearest.position;
  return done('undershoot', onward.slice(0, -1), to, metresBetween(end, to));
}

function edgesWithin(others: readonly (readonly Position[])[], extent: Extent): LineSegment[] {
  return others.flatMap((run) =>
    run.slice(1).flatMap((to, i): LineSegment[] => {
      const edge: LineSegment = [run[i]!, to];
      return extentsMeet(extentOf({ type: 'LineString', coordinates: [...edge] }), extent) ? [edge] : [];
    }),
  );
}

/** Returns where the line last crossed another one before its end, and how many of its vertices remain before. */
function crossedBehind(
  onward: readonly Position[],
  edges: readonly LineSegment[],
  reach: number,
): { remaining: number; at: Position; metres: number } | undefined {
  let behind = 0;
  for (let i = onward.length - 2; i >= 0; i--) {
    const [from, to] = [onward[i]!, onward[i + 1]!];
    const places = edges.flatMap((edge) => {
      const at = crossing(from, to, ...edge);
      return at ? [{ at, metres: metresBetween(to, at) }] : [];
    });
    const last = places.sort((a, b) => a.metres - b.metres)[0];
    const length = metresBetween(from, to);
    if (last && behind + last.metres <= reach) {
      const share = length === 0 ? 0 : 1 - last.metres / length;
      const height = interpolate(from, to, share)[2];
      const at: Position = height === undefined ? last.at : [...last.at, height];
      return { remaining: i + 1, at, metres: behind + last.metres };
    }
    behind += length;
    if (behind > reach) return undefined;
    // It may have met the other line at a vertex. If that is the first one, no end overshoots.
    if (
      i > 0 &&
      nearestOnLine({ type: 'MultiLineString', coordinates: edges.map((edge) => [...edge]) }, from).metres <=
        ON
    )
      return { remaining: i, at: from, metres: behind };
  }
  return undefined;
}

/** Returns where the extension of the line's last segment meets another line. */
function straightOn(
  onward: readonly Position[],
  edges: readonly LineSegment[],
  reach: number,
): Position | undefined {
  const end = onward.at(-1)!;
  const before = onward.findLast((place) => metresBetween(place, end) > ON);
  if (!before) return undefined;
  const share = (2 * reach) / metresBetween(before, end);
  const far: Position = [end[0] + (end[0] - before[0]) * share, end[1] + (end[1] - before[1]) * share];
  const met = edges.flatMap((edge) => {
    const at = crossing(end, far, ...edge);
    return at ? [{ at, edge }] : [];
  });
  const first = met.sort((a, b) => metresBetween(end, a.at) - metresBetween(end, b.at))[0];
  return first && nearestOnLine({ type: 'LineString', coordinates: [...first.edge] }, first.at).position;
}

/** Adds the height of the other line there, or else that of the end; none if the line has none. */
function levelled([x, y, height]: Position, end: Position): Position {
  const level = end[2] === undefined ? undefined : (height ?? end[2]);
  return level === undefined ? [x, y] : [x, y, level];
}
