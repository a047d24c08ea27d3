/** Long work, queued in the database and run outside the request; progress over the event stream. */
export interface JobQueue {
  /** Queues a job of `kind` (a module of server/jobs/kinds); resolves to its id. */
  add(job: { kind: string; userId: string; projectId: string | null; input: unknown }): Promise<string>;
  cancel(id: string): Promise<void>;
  status(): string;
  /** Stops taking jobs; those under way are finished or handed back to the queue. */
  close(): Promise<void>;
}
