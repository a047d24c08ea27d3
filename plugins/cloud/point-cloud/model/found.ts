import { BehaviorSubject } from 'rxjs';
import type { Api } from '#core/api';
import { Latest, serviceToken } from '#core/kernel';
import { getPointcloud, type Pointcloud } from '#core/protocol';
import type { CloudFound } from '../api.ts';

/** Finds the cloud of an address. */
export class FindCloud implements CloudFound {
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

  /** With another `api`: as the holder of a link. Undefined when another search has begun meanwhile. Rejects with the server's reason. */
  find(id: string, api: Pick<Api, 'call'> = this.#api): Promise<Pointcloud | undefined> {
    this.#found.next(false);
    return this.#finding.run(async (signal) => {
      const { data } = await api.call(getPointcloud, { params: { id } }, { signal });
      this.#found.next(true);
      return data;
    });
  }
}
export const FIND_CLOUD = serviceToken<FindCloud>('point-cloud.FindCloud');
