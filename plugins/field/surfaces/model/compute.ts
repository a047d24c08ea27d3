import { contours, type Contour } from './contours.ts';
import type { Tin } from './triangles.ts';
import { volumesBetween, type Volumes } from './volumes.ts';

/** What takes seconds for large surfaces. */
export interface Computations {
  contours(tin: Tin, levels: readonly number[]): Promise<readonly Contour[]>;
  volumes(surface: Tin, base: Tin): Promise<Volumes>;
}

export type ComputeTask =
  | { readonly kind: 'contours'; readonly tin: Tin; readonly levels: readonly number[] }
  | { readonly kind: 'volumes'; readonly surface: Tin; readonly base: Tin };

export function compute(task: ComputeTask): readonly Contour[] | Volumes {
  return task.kind === 'contours' ? contours(task.tin, task.levels) : volumesBetween(task.surface, task.base);
}

/** In a worker, so that the page stays responsive. */
export const inWorker: Computations = {
  contours: (tin, levels) => run({ kind: 'contours', tin, levels }),
  volumes: (surface, base) => run({ kind: 'volumes', surface, base }),
};

function run<Result extends ReturnType<typeof compute>>(task: ComputeTask): Promise<Result> {
  const worker = new Worker(new URL('./compute.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Result>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Result>) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(task);
  }).finally(() => worker.terminate());
}
