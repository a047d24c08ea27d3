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

/** The person's newest messages, and the number of unread ones. */
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

  /** Follows live events until the returned function is called; `onNew` receives the subject and the kind. */
  follow(live: Live, onNew: (subject: string, kind: Notification['kind']) => void): () => void {
    void this.count();
    const subscription = merge(live.on('notification'), live.on('reload')).subscribe((event) => {
      if ('text' in event) onNew(event.text, event.kind ?? 'message');
      void (this.state === 'unread-only' ? this.count() : this.load());
    });
    return () => subscription.unsubscribe();
  }

  /** If the count cannot be loaded now, it is loaded with the next message. */
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

  /** Marks these as read, or all. */
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
