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

/** Does one step in a process of its own. Throws JobFailure when the file, called `name`, cannot be used. */
export function inChild<T extends ConvertTask>(
  task: T,
  name: string,
  signal: AbortSignal,
  progress: (part: number) => void,
): Promise<Made<T>> {
  return runInChild<T, ConvertMessage, Made<T>>(new URL('./bim.worker.ts', import.meta.url), task, LIMITS, {
    signal,
    onMessage: ({ part }) => progress(part),
    failure: (failure, values) => new JobFailure(failure, { name, ...values }),
  });
}
