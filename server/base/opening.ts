import { Lifetime } from '#core/kernel';

/**
 * Opens several resources one after the other: `open` adds each to the given lifetime. When it fails, those already
 * added are closed in reverse order, and the error is thrown.
 */
export async function opening<T>(open: (lifetime: Lifetime) => Promise<T>): Promise<T> {
  const lifetime = new Lifetime();
  try {
    return await open(lifetime);
  } catch (failure) {
    // An error while closing is not thrown: the first error is the useful one.
    await lifetime.disposeAsync().catch(() => {});
    throw failure;
  }
}
