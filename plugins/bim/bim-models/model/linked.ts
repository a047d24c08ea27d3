import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Observable } from 'rxjs';
import type { Api } from '#core/api';
import { isAbort, Latest, sentenceOf, serviceToken } from '#core/kernel';
import type { Projects } from '#core/project';
import { listLinksToBim, type BimLink } from '#core/protocol';
import type { Selection } from '#plugins/work/selection/api';

/** Emits where links were made or removed here. */
interface Changes {
  on(fact: 'bimLinksChanged'): Observable<unknown>;
}

/** The elements of models that the selected object is linked to. */
export class LinkedElements {
  /** The only selected object; undefined: none, or several. */
  of: string | undefined = undefined;
  links: readonly BimLink[] = [];
  state: 'loading' | 'ready' | 'failed' = 'ready';
  error: string | undefined = undefined;
  readonly #api: Pick<Api, 'call'>;
  readonly #projects: Pick<Projects, 'current'>;
  readonly #reading = new Latest();

  constructor(
    api: Pick<Api, 'call'>,
    projects: Pick<Projects, 'current'>,
    selection: Pick<Selection, 'ids$'>,
    changes: Changes,
  ) {
    this.#api = api;
    this.#projects = projects;
    makeAutoObservable(this, { links: observableRef });
    changes.on('bimLinksChanged').subscribe(() => void this.reload());
    selection.ids$.subscribe((ids) => void this.open(ids.length === 1 ? ids[0] : undefined));
  }

  async open(id: string | undefined): Promise<void> {
    this.of = id;
    this.links = [];
    this.state = 'loading';
    await this.reload();
  }

  async reload(): Promise<void> {
    const { of: geometryId } = this;
    const projectid = this.#projects.current?.project.id;
    if (geometryId === undefined || projectid === undefined) {
      this.#reading.cancel();
      this.state = 'ready';
      return;
    }
    try {
      const request = { headers: { projectid }, query: { geometryId } };
      const found = await this.#reading.run(
        async (signal) => (await this.#api.call(listLinksToBim, request, { signal })).data,
      );
      if (!found) return;
      runInAction(() => {
        this.links = found;
        this.state = 'ready';
      });
    } catch (failure) {
      if (isAbort(failure)) return;
      runInAction(() => {
        this.state = 'failed';
        this.error = sentenceOf(failure);
      });
    }
  }
}
export const LINKED_ELEMENTS = serviceToken<LinkedElements>('bim-models.LinkedElements');
