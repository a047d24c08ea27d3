import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { Latest, sentenceOf } from '#core/kernel';
import { reportUsers, type BodyOf, type UserReport } from '#core/protocol';

export type ReportFormat = 'text/csv' | 'application/pdf';

/** The request: the last thirty days at first, by the device's calendar. */
export class Report {
  from: string;
  to: string;
  project: { value: string; title: string } | undefined;
  report: UserReport | undefined;
  state: 'loading' | 'ready' | 'failed' = 'loading';
  error: string | undefined;
  readonly #api: Api;
  readonly #newest = new Latest();

  constructor(api: Api, now = new Date()) {
    this.#api = api;
    this.to = localDay(now);
    this.from = daysBefore(this.to, 29);
    makeAutoObservable(this, { report: observableRef, project: observableRef }, { autoBind: true });
  }

  ask(change: { from?: string; to?: string; project?: Report['project'] } = {}): Promise<void> {
    Object.assign(this, change);
    return this.load();
  }

  /** The last `days` days including today. */
  last(days: number, now = new Date()): Promise<void> {
    const to = localDay(now);
    return this.ask({ to, from: daysBefore(to, days - 1) });
  }

  async load(): Promise<void> {
    this.state = 'loading';
    try {
      const answer = await this.#newest.run((signal) =>
        this.#api.call(reportUsers, { body: this.#body(), headers: {} }, { signal }),
      );
      if (!answer) return;
      runInAction(() => {
        this.report = answer.data;
        this.state = 'ready';
      });
    } catch (failure) {
      runInAction(() => {
        this.error = sentenceOf(failure);
        this.state = 'failed';
      });
    }
  }

  /** The same report as a file. Throws AppError with the server's message. */
  async file(kind: ReportFormat): Promise<{ name: string; blob: Blob }> {
    const { data } = await this.#api.bytes(reportUsers, { body: this.#body(), headers: { accept: kind } });
    const name = `activity-${this.from}-${this.to}.${kind === 'text/csv' ? 'csv' : 'pdf'}`;
    return { name, blob: new Blob(data ? [data] : [], { type: kind }) };
  }

  #body(): BodyOf<typeof reportUsers> {
    return {
      from: this.from,
      to: this.to,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(this.project && { projectId: this.project.value }),
    };
  }
}

/** `2026-03-01` in the device's time zone. */
function localDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function daysBefore(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - count);
  return date.toISOString().slice(0, 10);
}
