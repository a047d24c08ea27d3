import type { JobQueue } from '../platform/services/queue.ts';

/** A queue that accepts no jobs, for test servers that start none. */
export class ClosedQueue implements JobQueue {
  async add(): Promise<string> {
    throw new Error('This test server runs no jobs; start it with `jobs`.');
  }
  async cancel(): Promise<void> {}
  async status(): Promise<string> {
    return 'none';
  }
  async close(): Promise<void> {}
}
