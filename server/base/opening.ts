import { Lifetime } from '#core/kernel';

/**
 * Opens several things one after the other: `open` lists each in the lifetime it is given. When it fails, what it has
 * listed is closed in reverse order, and the failure is thrown.
 */
export async function opening<T>(open: (lifetime: Lifetime) => Promise<T>): Promise<T> {
  const lifetime = new Lifetime();
  try {
    return await open(lifetime);
  } catch (failure) {
    // What cannot be closed either is not thrown: the first failure says what to do.
    await lifetime.disposeAsync().catch(() => {});
    throw failure;
  }
}
