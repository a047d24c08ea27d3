import { BehaviorSubject } from 'rxjs';
import type { Api } from '#core/api';
import { Latest, serviceToken } from '#core/kernel';
import { getBim, type BimModel } from '#core/protocol';
import type { BimFound } from '../api.ts';

/** Finds the model of an address. */
export class FindModel implements BimFound {
  readonly #api: Pick<Api, 'call'>;
  readonly #found = new BehaviorSubject(false);
  readonly found$ = this.#found.asObservable();
  readonly #finding = new Latest();

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
  }

  get found(): boolean {
    return this.#found.value;
  }

  /** Undefined when another search has begun meanwhile. Rejects with the server's reason. */
  find(id: string): Promise<BimModel | undefined> {
    this.#found.next(false);
    return this.#finding.run(async (signal) => {
      const { data } = await this.#api.call(getBim, { params: { id } }, { signal });
      this.#found.next(true);
      return data;
    });
  }
}
export const FIND_MODEL = serviceToken<FindModel>('bim-viewer.FindModel');
