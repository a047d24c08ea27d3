import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { distinctUntilChanged, map } from 'rxjs';
import type { Api } from '#core/api';
import { AppError, Latest, serviceToken } from '#core/kernel';
import {
  addCloudAnnotation,
  deleteCloudAnnotation,
  listCloudAnnotations,
  updateCloudAnnotation,
  type AnnotationContent,
  type CloudAnnotation,
} from '#core/protocol';
import type { CloudStage } from '#plugins/cloud/point-cloud/api';

export interface AnnotationNotices {
  failed(thrown: unknown): void;
  /** Called after a deletion; `undo` adds it again. */
  deleted(title: string, undo: () => void): void;
}

/** An annotation that is being written. */
export interface AnnotationDraft {
  readonly cloudId: string;
  readonly position: CloudAnnotation['position'];
  /** Undefined: a new one. */
  readonly of: CloudAnnotation | undefined;
}

/** The annotations of the clouds in the view. */
export class CloudAnnotations {
  /** By title; undefined until loaded. */
  list: readonly CloudAnnotation[] | undefined = undefined;
  error: unknown = undefined;
  /** What is looked for in titles, texts and categories. */
  search = '';
  category: string | undefined = undefined;
  chosen: string | undefined = undefined;
  draft: AnnotationDraft | undefined = undefined;
  readonly #newest = new Latest();
  readonly #api: Pick<Api, 'call'>;
  readonly #stage: CloudStage;
  readonly #notices: AnnotationNotices;

  constructor(api: Pick<Api, 'call'>, stage: CloudStage, notices: AnnotationNotices) {
    this.#api = api;
    this.#stage = stage;
    this.#notices = notices;
    makeAutoObservable(this, {
      list: observableRef,
      error: observableRef,
      draft: observableRef,
    });
    stage.clouds$
      .pipe(
        map(() => this.#clouds.join()),
        distinctUntilChanged(),
      )
      .subscribe(() => void this.read());
  }

  /** Those that are found, as they are listed and shown. */
  get found(): readonly CloudAnnotation[] {
    const words = this.search.toLowerCase().split(/\s+/).filter(Boolean);
    return (this.list ?? []).filter(({ title, text, category }) => {
      const all = `${title} ${text} ${category}`.toLowerCase();
      return (
        (this.category === undefined || category === this.category) &&
        words.every((word) => all.includes(word))
      );
    });
  }

  get categories(): readonly string[] {
    return [...new Set((this.list ?? []).map(({ category }) => category))].filter(Boolean).sort();
  }

  setSearch(text: string): void {
    this.search = text;
  }
  setCategory(category: string | undefined): void {
    this.category = category;
  }
  choose(id: string | undefined): void {
    this.chosen = id;
  }
  write(draft: AnnotationDraft | undefined): void {
    this.draft = draft;
  }

  /** Reloads what others may have changed. */
  async read(): Promise<void> {
    const clouds = this.#clouds;
    if (clouds.length === 0) {
      this.#newest.cancel();
      return this.#show([]);
    }
    await this.#newest.run(async (signal) => {
      try {
        const lists = await Promise.all(
          clouds.map(async (id) => {
            const { data } = await this.#api.call(listCloudAnnotations, { params: { id } }, { signal });
            return data;
          }),
        );
        this.#show(lists.flat());
      } catch (thrown) {
        if (!signal.aborted) this.#show(undefined, thrown);
      }
    });
  }

  /** Saves the draft. Resolves to whether it is kept. */
  save(content: AnnotationContent): Promise<boolean> {
    const { draft } = this;
    if (!draft) return Promise.resolve(false);
    return this.#change(async () => {
      const { of } = draft;
      const kept = of
        ? await this.#api.call(updateCloudAnnotation, {
            params: { id: of.id },
            body: content,
            ifMatch: String(of.version),
          })
        : await this.#api.call(addCloudAnnotation, { params: { id: draft.cloudId }, body: content });
      this.#replace(kept.data.id, kept.data);
      runInAction(() => {
        this.draft = undefined;
        this.chosen = kept.data.id;
      });
    });
  }

  remove(annotation: CloudAnnotation): Promise<boolean> {
    const { id, version, pointcloudId, title, text, category, position, camera } = annotation;
    return this.#change(async () => {
      await this.#api.call(deleteCloudAnnotation, { params: { id }, ifMatch: String(version) });
      this.#replace(id);
      const again = () =>
        this.#change(async () => {
          const body = { title, text, category, position, camera };
          const { data } = await this.#api.call(addCloudAnnotation, { params: { id: pointcloudId }, body });
          this.#replace(data.id, data);
        });
      this.#notices.deleted(title, () => void again());
    });
  }

  get #clouds(): readonly string[] {
    return this.#stage.clouds
      .filter(({ state }) => state === 'loading' || state === 'drawn')
      .map(({ id }) => id);
  }

  async #change(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (thrown) {
      this.#notices.failed(thrown);
      // Changed or deleted by others: the current list is shown.
      if (thrown instanceof AppError && (thrown.status === 412 || thrown.status === 404)) await this.#renew();
      return false;
    }
  }

  /** Reads the list; what is being written is saved over what it says now. */
  async #renew(): Promise<void> {
    await this.read();
    const { draft, list } = this;
    const now = list?.find(({ id }) => id === draft?.of?.id);
    if (draft) runInAction(() => (this.draft = { ...draft, of: now }));
  }

  #replace(id: string, now?: CloudAnnotation): void {
    const others = (this.list ?? []).filter((one) => one.id !== id);
    this.#show([...others, ...(now ? [now] : [])]);
  }

  #show(list: readonly CloudAnnotation[] | undefined, error?: unknown): void {
    runInAction(() => {
      this.list = list?.toSorted((a, b) => a.title.localeCompare(b.title));
      this.error = error;
    });
  }
}
export const CLOUD_ANNOTATIONS = serviceToken<CloudAnnotations>('cloud-annotate.Annotations');
