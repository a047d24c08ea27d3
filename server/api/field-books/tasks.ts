import { readFile } from 'node:fs/promises';
import {
  contains,
  fromSpace,
  geoidHeight,
  gridAt,
  inSpace,
  loadGeoid,
  project,
  unitOfCrs,
} from '#core/geodesy';
import type { FieldBook, FieldBookResult, FieldBookSettings, KnownPoint } from '#core/protocol';
import { JobFailure } from '../../platform/jobs/kind.ts';
import { Threads } from '../../platform/jobs/thread.ts';
import { registeredCrs } from '../../shared/crs/register.ts';
import { readyCrs } from '../../shared/crs/registered.ts';
import type { FieldBookFile } from '../../formats/instruments/model.ts';
import { readBook } from '../../formats/instruments/read-book.ts';
import { computeBook } from './compute/compute.ts';
import { drawArrows, fitBook } from './compute/fit-book.ts';
import { degreesIn, type DegreesOf } from './degrees-of.ts';
import type { Numbered } from './compute/types.ts';

export type BookTask =
  | { kind: 'read'; path: string }
  | {
      kind: 'compute';
      records: Numbered[];
      known: KnownPoint[];
      settings: FieldBookSettings;
      crs: string | null;
      heights: FieldBook['heights'];
    };
export type BookOutcome = { file: FieldBookFile } | { result: FieldBookResult };

/** Heap of a thread in MB. */
const MEMORY = 1024;

const threads = new Threads<BookTask, never, BookOutcome>(
  new URL('./book.worker.ts', import.meta.url),
  MEMORY,
);

/** Throws AbortError, and JobFailure for what the file or the network cannot be used for. */
export function inThread(task: BookTask, signal: AbortSignal): Promise<BookOutcome> {
  return threads.run(task, {
    signal,
    onMessage: () => undefined,
    failure: (key, values) => new JobFailure(key, values),
  });
}

export async function carryOut(task: BookTask): Promise<BookOutcome> {
  if (task.kind === 'read') return { file: readBook(await readFile(task.path)) };
  const { records, known, settings, crs, heights } = task;
  const ready = crs === null ? undefined : await readyCrs(crs);
  if (!ready || crs === null) {
    const result = computeBook({ records, known, settings });
    if (settings.fit) fitBook(result, settings.fit);
    return { result };
  }
  const { metres } = unitOfCrs(crs);
  const degreesOf = await degreesIn(crs, heights);
  if (settings.fit) {
    // In its own coordinates there is neither a scale of the plane nor a place for vectors.
    const result = computeBook({ records, known, settings });
    if (!fitBook(result, settings.fit)) return { result };
    await placePoints(result, crs, degreesOf);
    if (result.fit) drawArrows(result.fit, result.points, degreesOf);
    return { result };
  }
  const hasVectors = records.some(({ kind, used }) => kind === 'baseline' && used);
  const aboveSea = hasVectors && heights === 'sea-level';
  if (aboveSea) await loadGeoid();
  const geoid = (longitude: number, latitude: number) => (aboveSea ? geoidHeight(longitude, latitude) : 0);
  const result = computeBook({
    records,
    known,
    settings,
    vectorAt({ east, north, height = 0 }, [x, y, z]) {
      const [longitude, latitude] = degreesOf(east, north, height);
      const from = inSpace([longitude, latitude, height + geoid(longitude, latitude)]);
      const [l, b, h] = fromSpace([from[0] + x, from[1] + y, from[2] + z]);
      const [e, n] = project(crs, [l, b, h]);
      return { east: e * metres, north: n * metres, height: h - geoid(l, b) };
    },
    scaleAt({ east, north }) {
      const { scaleNorth, scaleEast } = gridAt(crs, degreesOf(east, north));
      return (scaleNorth + scaleEast) / 2;
    },
  });
  await placePoints(result, crs, degreesOf);
  return { result };
}

/** Degrees by which points may be outside of the area of use of a CRS: offices use it beyond its edge. */
const BEYOND = 1;

/** Gives points their longitude and latitude, and says which are outside of the CRS, or of its area of use. */
async function placePoints(result: FieldBookResult, crs: string, degreesOf: DegreesOf): Promise<void> {
  const outside = result.points.filter((point) => {
    try {
      const [longitude, latitude] = degreesOf(point.east, point.north, point.height);
      if (!Number.isFinite(longitude) || !Number.isFinite(latitude) || Math.abs(latitude) > 90) return true;
      point.position = [longitude, latitude];
      return false;
    } catch {
      return true;
    }
  });
  const note = (kind: string, points: readonly { name: string }[]): void => {
    if (points.length === 0) return;
    result.problems.unshift({ kind, values: { count: points.length, name: points[0]!.name, crs } });
    result.problemCount++;
  };
  const [west, south, east, north] = (await registeredCrs(Number(crs.replace('EPSG:', ''))))!.bounds;
  const area = [west - BEYOND, south - BEYOND, east + BEYOND, north + BEYOND] as const;
  note(
    'outside-area',
    result.points.filter(({ position }) => position && !contains(area, position)),
  );
  note('outside-crs', outside);
}
