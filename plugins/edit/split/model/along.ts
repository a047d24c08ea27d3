import { parseNumber } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { interpolate, type LineGeometry } from '#core/shapes';
import type { Metric } from '#core/sketch';

export function runsOf(line: LineGeometry): readonly Position[][] {
  return line.type === 'LineString' ? [line.coordinates] : line.coordinates;
}

/** Returns the length in metres; for several lines, their total. */
export function lengthBy(metric: Metric, line: LineGeometry): number {
  return runsOf(line).reduce((sum, run) => sum + metric.length(run), 0);
}

/**
 * Returns the position `metres` from the start of the line. On an edge it is where the metric measures that length
 * from the start of the edge. Edges are straight in longitude and latitude, so the fraction is found by iteration.
 */
export function placeAlong(metric: Metric, line: LineGeometry, metres: number): Position | undefined {
  let left = metres;
  for (const run of runsOf(line))
    for (let i = 0; i + 1 < run.length; i++) {
      const [from, to] = [run[i]!, run[i + 1]!];
      const { length } = metric.segment(from, to);
      if (left <= length) return onEdge(metric, from, to, left, length);
      left -= length;
    }
  return undefined;
}

function onEdge(metric: Metric, from: Position, to: Position, metres: number, length: number): Position {
  if (metres <= 0 || length === 0) return from;
  if (metres >= length) return to;
  let share = metres / length;
  let place = interpolate(from, to, share);
  // Lengths grow almost linearly along an edge: each iteration leaves a small part of the error.
  for (let step = 0; step < 20; step++) {
    const off = metres - metric.segment(from, place).length;
    if (Math.abs(off) < 1e-7) break;
    share = Math.min(1, Math.max(0, share + off / length));
    place = interpolate(from, to, share);
  }
  return place;
}

/**
 * Parses a distance (`12.50 m`, by `parse`) or a fraction of the length (`40 %`, `1/3`) to metres; undefined if it is neither.
 */
export function parseWay(
  text: string,
  length: number,
  parse: (text: string) => number | undefined,
): number | undefined {
  const percent = /^(.+)%$/.exec(text.trim());
  const share = /^(\d+)\s*[/:]\s*(\d+)$/.exec(text.trim());
  if (share) return Number(share[2]) > 0 ? (length * Number(share[1])) / Number(share[2]) : undefined;
  if (!percent) return parse(text);
  const hundredths = parseNumber(percent[1]!);
  return hundredths === undefined ? undefined : (length * hundredths) / 100;
}
