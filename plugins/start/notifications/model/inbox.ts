import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { merge } from 'rxjs';
import type { Api, Live } from '#core/api';
import { sentenceOf } from '#core/kernel';
import {
  countUnread,
  deleteNotification,
  listNotifications,
  readNotifications,
  type Notification,
} from '#core/protocol';

const SHOWN = 20;

/** The newest of what was written to the person, and how much of all is unread. */
export class Inbox {
  unread = 0;
  rows: readonly Notification[] = [];
  state: 'unread-only' | 'loading' | 'ready' | 'failed' = 'unread-only';
  error: string | undefined;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { rows: observableRef }, { autoBind: true });
  }

  /** Follows what is told live until what it returns is called; `onNew` hears the subject. */
  follow(live: Live, onNew: (subject: string) => void): () => void {
    void this.count();
    const subscription = merge(live.on('notification'), live.on('reload')).subscribe((told) => {
      if ('text' in told) onNew(told.text);
      void (this.state === 'unread-only' ? this.count() : this.load());
    });
    return () => subscription.unsubscribe();
  }

  /** A count that cannot be had now is had at the next message; nobody waits for it. */
  async count(): Promise<void> {
    const answer = await this.#api.call(countUnread, {}).catch(() => undefined);
    runInAction(() => (this.unread = answer?.data.count ?? this.unread));
  }

  async load(): Promise<void> {
    if (this.state !== 'ready') this.state = 'loading';
    try {
      const [list] = await Promise.all([
        this.#api.call(listNotifications, { query: { paginate: SHOWN } }),
        this.count(),
      ]);
      runInAction(() => {
        this.rows = list.data;
        this.state = 'ready';
      });
    } catch (failure) {
      runInAction(() => {
        this.error = sentenceOf(failure);
        this.state = 'failed';
      });
    }
  }

  /** Those named, or everything. */
  async read(ids?: readonly string[]): Promise<void> {
    const { data } = await this.#api.call(readNotifications, { body: ids ? { ids: [...ids] } : {} });
    const readAt = new Date().toISOString();
    runInAction(() => {
      this.unread = data.count;
      this.rows = this.rows.map((row) =>
        row.readAt === null && (!ids || ids.includes(row.id)) ? { ...row, readAt } : row,
      );
    });
  }

  async remove(id: string): Promise<void> {
    await this.#api.call(deleteNotification, { params: { id } });
    runInAction(() => (this.rows = this.rows.filter((row) => row.id !== id)));
    await this.count();
  }
}
