import { eventsOf } from '../../core/api/event-source.ts';

interface JobEvent {
  readonly id: string;
  readonly state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly error?: string | null;
}

/** Waits for the end of jobs as the workbench does: by the server's events, without asking again and again. */
export class JobEvents {
  readonly #stop = new AbortController();
  /** Jobs that have ended, also before somebody waits for them. */
  readonly #ended = new Map<string, JobEvent>();
  readonly #waiting = new Map<string, (job: JobEvent) => void>();

  private constructor() {}

  static async open(url: string, headers: Record<string, string>): Promise<JobEvents> {
    const events = new JobEvents();
    const answer = await fetch(`${url}/api/events`, { headers, signal: events.#stop.signal });
    if (!answer.ok || !answer.body) throw new Error(`/events was answered ${answer.status}.`);
    void events.#listen(answer.body).catch((failure: unknown) => {
      if (!events.#stop.signal.aborted) throw failure;
    });
    return events;
  }

  /** Throws when the job does not end well. */
  async end(id: string): Promise<void> {
    const job = this.#ended.get(id) ?? (await new Promise<JobEvent>((ended) => this.#waiting.set(id, ended)));
    if (job.state !== 'done') throw new Error(job.error ?? job.state);
  }

  close(): void {
    this.#stop.abort();
  }

  async #listen(stream: ReadableStream<Uint8Array>): Promise<void> {
    for await (const { event, data } of eventsOf(stream)) {
      if (event !== 'job') continue;
      const job = JSON.parse(data) as JobEvent;
      if (job.state === 'queued' || job.state === 'running') continue;
      this.#ended.set(job.id, job);
      this.#waiting.get(job.id)?.(job);
    }
  }
}
