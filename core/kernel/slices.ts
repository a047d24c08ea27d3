/** Milliseconds of work before the page gets its turn: less than one frame. */
const SLICE_DURATION = 12;

/**
 * Runs long work in slices, so that the page stays responsive. Calls `onStep` with the result of each step. Rejects
 * with the signal's reason when aborted.
 */
export async function runInSlices<T>(
  work: Iterable<T>,
  onStep: (step: T) => void,
  signal: AbortSignal,
): Promise<void> {
  let end = performance.now() + SLICE_DURATION;
  for (const step of work) {
    onStep(step);
    if (performance.now() < end) continue;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    end = performance.now() + SLICE_DURATION;
  }
}
