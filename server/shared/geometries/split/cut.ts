import {
  splitLineAt,
  splitPolygon,
  type LineGeometry,
  type LinePart,
  type PolygonPart,
  type Split,
} from '#core/shapes';
import { SPLIT_TOLERANCE, type Geometry, type Position } from '#core/protocol';
import { Threads } from '../../../platform/jobs/thread.ts';

/** The geometry and how to cut it; plain data, so that it can be sent to a thread. */
export type CutTask =
  | { kind: 'line'; line: LineGeometry; point: Position }
  | {
      kind: 'polygon';
      polygon: Extract<Geometry, { type: 'Polygon' | 'MultiPolygon' }>;
      along: Position[][];
    };
export type CutOutcome = Split<LinePart | PolygonPart>;

/**
 * Maximum vertices of an object that are cut on the main thread, in some tens of milliseconds; larger ones are cut in
 * a worker thread.
 */
const MAX_HERE = 20_000;
/** Vertices of the object times those of the cut: the number of edge pairs that may have to be tested. */
const MAX_PAIRS_HERE = 1_000_000;
const MEGABYTES = 1024;
const LONGEST = 30_000;

const threads = new Threads<CutTask, never, CutOutcome>(
  new URL('./cut.worker.ts', import.meta.url),
  MEGABYTES,
);

export function cutHere(cut: CutTask): CutOutcome {
  return cut.kind === 'line'
    ? splitLineAt(cut.line, cut.point, SPLIT_TOLERANCE)
    : splitPolygon(cut.polygon, cut.along);
}

/** Cuts without blocking the server. Throws AbortError after half a minute. */
export async function cut(task: CutTask): Promise<CutOutcome> {
  const count = verticesOf(task.kind === 'line' ? task.line : task.polygon);
  const pairs = count * (task.kind === 'line' ? 1 : task.along.reduce((sum, way) => sum + way.length, 0));
  if (count <= MAX_HERE && pairs <= MAX_PAIRS_HERE) return cutHere(task);
  return threads.run(task, {
    signal: AbortSignal.timeout(LONGEST),
    onMessage: () => {},
    failure: (failure) => new Error(failure),
  });
}

function verticesOf({ type, coordinates }: Geometry): number {
  if (type === 'Point') return 1;
  if (type === 'LineString' || type === 'MultiPoint') return coordinates.length;
  const runs = type === 'MultiPolygon' ? coordinates.flat() : coordinates;
  return runs.reduce((sum, run) => sum + run.length, 0);
}
