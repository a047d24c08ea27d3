import { AsyncLocalStorage } from 'node:async_hooks';

const lanes = new AsyncLocalStorage<string>();

/**
 * Names the lane of the statements sent by `work`. Where statements share one connection, lanes alternate: a client
 * that requests two hundred tiles at once does not block the others.
 */
export function inLane<T>(name: string, work: () => T): T {
  return lanes.run(name, work);
}

export function currentLane(): string {
  return lanes.getStore() ?? '';
}
