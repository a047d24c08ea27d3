import { statSync } from 'node:fs';
import { JobFailure } from '../../../platform/jobs/kind.ts';
import { runInChild } from '../../../platform/jobs/child.ts';
import type { Indexed, IndexTask } from './index-rows.ts';
import type { MadePart, PartTask } from './part.ts';
import type { Extracted, ExtractTask, SplitTask } from './split.ts';

export type ConvertTask = ExtractTask | IndexTask | PartTask | SplitTask;
export interface ConvertMessage {
  part: number;
}
interface MadeBy {
  extract: Extracted;
  index: Indexed;
  part: MadePart;
  split: string[];
}
type Made<T extends ConvertTask> = MadeBy[T['do']];

/** Megabytes: of the heap, and of all memory with what web-ifc has beside it. */
const LIMITS = { heap: 2400, memory: 3000 };

/**
 * Minutes that a step may take, and further ones for each megabyte: web-ifc does not end with some damaged files. Two cores
 * need 2 seconds, and 1 or 2 more for each megabyte.
 */
const MINUTES = { any: 5, perMegabyte: 1 };

/** Does one step in a process of its own. Throws JobFailure when the file, called `name`, cannot be used. */
export async function inChild<T extends ConvertTask>(
  task: T,
  name: string,
  signal: AbortSignal,
  progress: (part: number) => void,
  { any, perMegabyte } = MINUTES,
): Promise<Made<T>> {
  const minutes = any + Math.ceil(perMegabyte * (statSync(task.file).size / 1024 ** 2));
  const tooLong = AbortSignal.timeout(minutes * 60_000);
  try {
    return await runInChild<T, ConvertMessage, Made<T>>(
      new URL('./bim.worker.ts', import.meta.url),
      task,
      LIMITS,
      {
        signal: AbortSignal.any([signal, tooLong]),
        onMessage: ({ part }) => progress(part),
        failure: (failure, values) => new JobFailure(failure, { name, ...values }),
      },
    );
  } catch (thrown) {
    if (tooLong.aborted && !signal.aborted) throw new JobFailure('bim.too-slow', { name, minutes });
    throw thrown;
  }
}
