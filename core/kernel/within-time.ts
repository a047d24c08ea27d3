import { AppError } from './errors.ts';

/**
 * The result of `work`, or an AppError('too-late') with this sentence after `milliseconds`. The work itself goes on.
 */
export async function withinTime<T>(work: Promise<T>, milliseconds: number, sentence: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('too-late', sentence)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** How long code may take to load, milliseconds: the specification's. */
const CHUNK_TIMEOUT = 120_000;

/** Code loaded on demand: a network that hangs is an error, too. */
export function loadedInTime<T>(code: Promise<T>): Promise<T> {
  return withinTime(code, CHUNK_TIMEOUT, `its code did not arrive within ${CHUNK_TIMEOUT / 1000} seconds`);
}
