import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { AppError, serviceToken } from '#core/kernel';
import {
  addSheetTemplate,
  deleteSheetTemplate,
  listSheetTemplates,
  updateSheetTemplate,
  type SheetLayout,
  type SheetTemplate,
} from '#core/protocol';

/** The layouts of sheets that the organization keeps. */
export class SheetTemplates {
  /** By name; undefined until loaded. */
  list: readonly SheetTemplate[] | undefined = undefined;
  failure: unknown = undefined;
  /** The template whose layout was taken last. */
  chosen: string | undefined = undefined;
  readonly #api: Pick<Api, 'call'>;

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
    makeAutoObservable(this, { list: observableRef, failure: observableRef }, { autoBind: true });
  }

  get template(): SheetTemplate | undefined {
    return this.list?.find(({ id }) => id === this.chosen);
  }

  /** Reads what others may have changed. A failure is kept. */
  async read(): Promise<void> {
    try {
      const { data } = await this.#api.call(listSheetTemplates, {});
      runInAction(() => {
        this.list = data;
        this.failure = undefined;
      });
    } catch (thrown) {
      runInAction(() => (this.failure = thrown));
    }
  }

  choose(id: string): void {
    this.chosen = id;
  }

  /** Resolves to whether it was saved; a failure is kept. */
  add(name: string, layout: SheetLayout): Promise<boolean> {
    return this.#change(async () => {
      const { data } = await this.#api.call(addSheetTemplate, { body: { name, layout } });
      runInAction(() => (this.chosen = data.id));
    });
  }

  update({ id, version }: SheetTemplate, body: { name?: string; layout?: SheetLayout }): Promise<boolean> {
    return this.#change(async () => {
      await this.#api.call(updateSheetTemplate, { params: { id }, body, ifMatch: String(version) });
    });
  }

  remove({ id, version }: SheetTemplate): Promise<boolean> {
    return this.#change(async () => {
      await this.#api.call(deleteSheetTemplate, { params: { id }, ifMatch: String(version) });
    });
  }

  async #change(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      await this.read();
      return true;
    } catch (thrown) {
      // Changed or deleted by others: what is kept is shown beside the failure.
      if (thrown instanceof AppError && (thrown.status === 412 || thrown.status === 404)) await this.read();
      runInAction(() => (this.failure = thrown));
      return false;
    }
  }
}
export const SHEET_TEMPLATES = serviceToken<SheetTemplates>('sheet.SheetTemplates');
