import type { Extent } from '#core/document';
import { distance } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { splitLine } from '#core/shapes';
import { asLine, heightOn, type Edges } from './edges.ts';
import { isClosed, type TrimFault } from './trim.ts';

/** A line whose end is extended straight to the first edge; `comes` is the added part. */
export interface Extension {
  readonly comes: readonly Position[];
  readonly run: readonly Position[];
}

/**
 * Extends a line at the end nearer to `place`, within `view`. The end vertex moves; it gets the height of the edge,
 * or keeps its own if that has none.
 */
export function extended(
  run: readonly Position[],
  place: Position,
  edges: Edges,
  view: Extent,
): Extension | TrimFault {
  if (isClosed(run)) return 'closed';
  const atStart = distance(run[0]!, place) < distance(run.at(-1)!, place);
  const onward = atStart ? run.toReversed() : run;
  const end = onward.at(-1)!;
  const [x, y] = end;
  const before = onward.findLast((each) => each[0] !== x || each[1] !== y);
  if (!before) return 'no-edge';
  const [dx, dy] = [x - before[0], y - before[1]];
  const reach = Math.hypot(view[2] - view[0], view[3] - view[1]) / Math.hypot(dx, dy);
  const far: Position = [x + dx * reach, y + dy * reach];
  for (const { to, edges: near } of edges.along([x, y], far)) {
    const split = splitLine(asLine([[x, y], to]), near);
    if ('refused' in split) continue;
    const [east, north] = split.parts[0]!.coordinates.at(-1)!;
    const height = end[2] === undefined ? undefined : (heightOn([east, north], near) ?? end[2]);
    const hit: Position = height === undefined ? [east, north] : [east, north, height];
    const grown = [...onward.slice(0, -1), hit];
    return { comes: [end, hit], run: atStart ? grown.reverse() : grown };
  }
  return 'no-edge';
}
