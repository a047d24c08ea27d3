import { readFile } from 'node:fs/promises';
import { gridAt, unitOfCrs, unproject } from '#core/geodesy';
import type { FieldBookResult, FieldBookSettings, KnownPoint } from '#core/protocol';
import { JobFailure } from '../../platform/jobs/kind.ts';
import { Threads } from '../../platform/jobs/thread.ts';
import { readyCrs } from '../../shared/crs/registered.ts';
import type { FieldBookFile } from '../../formats/instruments/model.ts';
import { readBook } from '../../formats/instruments/read-book.ts';
import { computeBook } from './compute/compute.ts';
import type { Numbered } from './compute/types.ts';

export type BookTask =
  | { kind: 'read'; path: string }
  | {
      kind: 'compute';
      records: Numbered[];
      known: KnownPoint[];
      settings: FieldBookSettings;
      crs: string | null;
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
  const { records, known, settings, crs } = task;
  const ready = crs === null ? undefined : await readyCrs(crs);
  if (!ready || crs === null) return { result: computeBook({ records, known, settings }) };
  const { metres } = unitOfCrs(crs);
  const degreesOf = (east: number, north: number) => unproject(crs, [east / metres, north / metres]);
  const result = computeBook({
    records,
    known,
    settings,
    scaleAt({ east, north }) {
      const { scaleNorth, scaleEast } = gridAt(crs, degreesOf(east, north));
      return (scaleNorth + scaleEast) / 2;
    },
  });
  const outside = result.points.filter((point) => {
    try {
      const [longitude, latitude] = degreesOf(point.east, point.north);
      if (!Number.isFinite(longitude) || !Number.isFinite(latitude) || Math.abs(latitude) > 90) return true;
      point.position = [longitude, latitude];
      return false;
    } catch {
      return true;
    }
  });
  if (outside.length > 0) {
    result.problems.unshift({
      kind: 'outside-crs',
      values: { count: outside.length, name: outside[0]!.name, crs },
    });
    result.problemCount++;
  }
  return { result };
}
