/** Milliseconds of work before the page gets its turn: less than a picture on the screen takes. */
const SLICE = 12;

/**
 * Goes through long work a slice at a time, so that the page stays quick meanwhile. `hear` is told what each step
 * yields. Rejects with the signal's reason when it is stopped.
 */
export async function inSlices<T>(
  work: Iterable<T>,
  hear: (step: T) => void,
  signal: AbortSignal,
): Promise<void> {
  let end = performance.now() + SLICE;
  for (const step of work) {
    hear(step);
    if (performance.now() < end) continue;
    await new Promise((go) => setTimeout(go));
    signal.throwIfAborted();
    end = performance.now() + SLICE;
  }
}
