import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { mapObjectOf, type MapObject } from '#core/document';
import { Latest, serviceToken } from '#core/kernel';
import type { Projects } from '#core/project';
import { listTransactions, restoreGeometry, undoGeometry, type TransactionKind } from '#core/protocol';
import { momentsOf } from './days.ts';

export interface Transaction {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  /** The person's name. */
  readonly by: string;
  readonly kind: TransactionKind;
  /** The plugin from outside by which it was made, with its version. */
  readonly plugin?: string;
  readonly before: MapObject | undefined;
  readonly after: MapObject | undefined;
}

/** An earlier state shown on the map instead of the current one. */
export interface Peek {
  readonly transaction: Transaction;
  readonly side: 'before' | 'after';
}

/** Days are in the device's time zone; '' and null: all. */
export interface Narrowed {
  readonly by: string;
  readonly kind: TransactionKind | '';
  readonly from: string | null;
  readonly to: string | null;
}
const ALL: Narrowed = { by: '', kind: '', from: null, to: null };

/** The history of one object on the server, newest first. */
export class Transactions {
  objectId: string | undefined;
  list: readonly Transaction[] = [];
  isLoading = false;
  error: unknown;
  peek: Peek | undefined;
  narrowing = ALL;
  readonly #newest = new Latest();

  constructor(
    readonly api: Pick<Api, 'call'>,
    readonly projects: Pick<Projects, 'current'>,
  ) {
    makeAutoObservable(this, {
      api: false,
      projects: false,
      list: observableRef,
      narrowing: observableRef,
      peek: observableRef,
    });
  }

  get isOpen(): boolean {
    return this.objectId !== undefined;
  }

  open(objectId: string): Promise<void> {
    this.objectId = objectId;
    this.peek = undefined;
    this.list = [];
    this.narrowing = ALL;
    return this.reload();
  }

  close(): void {
    this.#newest.cancel();
    this.objectId = this.peek = this.error = undefined;
    this.isLoading = false;
  }

  narrow(to: Partial<Narrowed>): void {
    this.narrowing = { ...this.narrowing, ...to };
  }

  /** The filtered transactions. */
  get shown(): readonly Transaction[] {
    const { by, kind, from, to } = this.narrowing;
    const moments = momentsOf(from, to);
    return this.list.filter(
      (each) =>
        (by === '' || each.by === by) &&
        (kind === '' || each.kind === kind) &&
        Date.parse(each.at) >= Date.parse(moments.from ?? each.at) &&
        Date.parse(each.at) <= Date.parse(moments.to ?? each.at),
    );
  }

  async reload(): Promise<void> {
    const { objectId } = this;
    if (!objectId) return;
    this.isLoading = true;
    this.error = undefined;
    try {
      const list = await this.#newest.run(async (signal) => {
        // Unsent changes are not part of the history yet.
        if (this.#isUnsaved(objectId)) await this.projects.current?.autosave.flush();
        const answer = await this.api.call(listTransactions, { params: { id: objectId } }, { signal });
        return answer.data.map(({ id, at, by, kind, plugin, before, after }) => ({
          id,
          at,
          by,
          kind,
          ...(plugin !== undefined && { plugin }),
          before: before ? mapObjectOf(before) : undefined,
          after: after ? mapObjectOf(after) : undefined,
        }));
      });
      if (!list) return;
      runInAction(() => {
        this.list = list;
        this.isLoading = false;
      });
    } catch (thrown) {
      runInAction(() => {
        this.error = thrown;
        this.isLoading = false;
      });
    }
  }

  /** Undoes the last transaction on the server, which is another transaction. Throws the server's message. */
  async undoLast(): Promise<void> {
    const id = this.objectId;
    const project = this.projects.current;
    if (!id || !project) return;
    await project.autosave.flush();
    const version = project.document.recordOf(id)?.version ?? 0;
    const { data, status } = await this.api.call(undoGeometry, { params: { id } });
    if (status === 204) project.receive([], [{ id, version: version + 1 }]);
    else project.receive([data]);
    await this.reload();
  }

  /** Restores the state after a transaction. Throws the server's message. */
  async restoreAt(transaction: Transaction): Promise<void> {
    const id = this.objectId;
    const project = this.projects.current;
    if (!id || !project) return;
    await project.autosave.flush();
    const body = { transaction_id: transaction.id };
    const { data } = await this.api.call(restoreGeometry, { params: { id }, body });
    project.receive([data]);
    await this.reload();
  }

  look(transaction: Transaction, side: Peek['side']): void {
    this.peek = { transaction, side };
  }

  lookAway(): void {
    this.peek = undefined;
  }

  #isUnsaved(id: string): boolean {
    const project = this.projects.current;
    return project !== undefined && project.document.recordOf(id) === undefined;
  }
}
export const TRANSACTIONS = serviceToken<Transactions>('history.Transactions');
