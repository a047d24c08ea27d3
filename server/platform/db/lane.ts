import { AsyncLocalStorage } from 'node:async_hooks';

const lanes = new AsyncLocalStorage<string>();

/**
 * Names on whose behalf the statements of `work` are sent. Where statements take turns on one connection, lanes take
 * turns too: whoever asks for two hundred tiles at once keeps nobody else waiting for all of them.
 */
export function inLane<T>(name: string, work: () => T): T {
  return lanes.run(name, work);
}

export function currentLane(): string {
  return lanes.getStore() ?? '';
}
