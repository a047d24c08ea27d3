/** Long work, queued in the database and run outside the request; progress goes to the event stream. */
export interface JobQueue {
  /**
   * Queues a job of `kind` (listed in server/app/job-kinds.ts); resolves to its id. With an `id` that is already used
   * it adds nothing.
   */
  add(job: {
    id?: string;
    kind: string;
    userId: string;
    projectId: string | null;
    input: unknown;
  }): Promise<string>;
  cancel(id: string): Promise<void>;
  /** `ok`; `no worker` when jobs wait and none is running. */
  status(): Promise<string>;
  /** Stops claiming jobs; running ones finish or return to the queue. */
  close(): Promise<void>;
}
