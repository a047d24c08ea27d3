import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import type { EventBus } from '#core/events';
import { AppError, isAbort, Latest, serviceToken } from '#core/kernel';
import {
  classifyPoints,
  listCloudEdits,
  restoreCloudEdit,
  undoCloudEdit,
  type CloudEdit,
  type CloudRegion,
  type CloudSelection,
} from '#core/protocol';
import { amongShown, regionOfClip } from '#core/shapes';
import type { Clip, ClipMode, CloudStage, ShownCloud } from '#plugins/cloud/point-cloud/api';

/** The classes of one cloud: what is chosen for the next change, and the versions so far. */
export class Classifying {
  chosen: string | undefined = undefined;
  to = 2;
  /** Only points of this class; undefined: all that are shown. */
  from: number | undefined = undefined;
  /** How far behind the foremost point a lasso reaches, metres; undefined: through everything. */
  depth: number | undefined = 1;
  version: number | undefined = undefined;
  edits: readonly CloudEdit[] = [];
  failure: unknown = undefined;
  isSaving = false;
  clouds: readonly ShownCloud[] = [];
  clips: readonly Clip[] = [];
  clipMode: ClipMode = 'off';
  hidden: ReadonlySet<number> = new Set();
  readonly #api: Pick<Api, 'call'>;
  readonly #bus: Pick<EventBus, 'emit'>;
  readonly #latest = new Latest();
  #listedFor: string | undefined;

  constructor(api: Pick<Api, 'call'>, stage: CloudStage, bus: Pick<EventBus, 'emit'>) {
    this.#api = api;
    this.#bus = bus;
    makeAutoObservable(this, {
      edits: observableRef,
      failure: observableRef,
      clouds: observableRef,
      clips: observableRef,
      hidden: observableRef,
    });
    stage.clouds$.subscribe((clouds) => this.#meet(clouds));
    stage.look$.subscribe(({ clips, clipMode, hiddenClasses }) =>
      runInAction(() => {
        this.clips = clips;
        this.clipMode = clipMode;
        this.hidden = hiddenClasses;
      }),
    );
  }

  get offered(): readonly ShownCloud[] {
    return this.clouds.filter(({ shown, state }) => shown && state !== 'unready' && state !== 'failed');
  }

  /** The chosen cloud, or the first in the view. */
  get cloud(): ShownCloud | undefined {
    return this.offered.find(({ id }) => id === this.chosen) ?? this.offered[0];
  }

  /** Whether there is an edit that can be undone. */
  get canUndo(): boolean {
    return this.edits.some(({ current }) => current);
  }

  set(change: Partial<Pick<Classifying, 'to' | 'from' | 'depth'>>): void {
    Object.assign(this, change);
  }

  choose(id: string): void {
    this.chosen = id;
    this.#list();
  }

  /** Loads the versions; the newest call wins. */
  async load(): Promise<void> {
    const { cloud } = this;
    if (!cloud) return;
    this.#listedFor = cloud.id;
    try {
      const found = await this.#latest.run((signal) =>
        this.#api.call(listCloudEdits, { params: { id: cloud.id } }, { signal }),
      );
      if (!found) return;
      runInAction(() => {
        this.version = found.data.version;
        this.edits = found.data.edits;
        this.failure = undefined;
      });
    } catch (thrown) {
      if (!isAbort(thrown)) runInAction(() => (this.failure = thrown));
    }
  }

  /** Gives the points in a region that are not cut away the chosen class. Throws AppError. */
  classify(region: CloudRegion): Promise<CloudEdit | undefined> {
    const { inside = [], outside = [] } = this.among;
    return this.#classify([region, ...inside], outside);
  }

  /** The points that are shown, and of the chosen class. Throws AppError where no query can ask for them. */
  get among(): CloudSelection {
    if (this.clipMode === 'inside' && this.clips.length > 1)
      throw new AppError(
        'several-clips',
        'Several clips are shown alone, and points cannot be looked for in any of them: leave one on.',
      );
    const { hidden, clips, clipMode } = this;
    return { ...amongShown({ hiddenClasses: hidden, clips, clipMode }), classes: this.#taken };
  }

  classifyInside(clip: Clip): Promise<CloudEdit | undefined> {
    return this.#classify([regionOfClip(clip)], []);
  }

  #classify(inside: CloudRegion[], outside: CloudRegion[]): Promise<CloudEdit | undefined> {
    return this.#change((id) =>
      this.#api.call(classifyPoints, {
        params: { id },
        query: this.cloud?.pointsIn ?? {},
        body: {
          inside,
          ...(outside.length > 0 && { outside }),
          classes: this.#taken,
          to: this.to,
          ...(this.version !== undefined && { edits: this.version }),
        },
      }),
    );
  }

  undo(): Promise<CloudEdit | undefined> {
    return this.#change((id) => this.#api.call(undoCloudEdit, { params: { id } }));
  }

  restore(version: number): Promise<CloudEdit | undefined> {
    return this.#change((id) => this.#api.call(restoreCloudEdit, { params: { id }, body: { version } }));
  }

  get #taken(): number[] {
    if (this.from !== undefined) return [this.from];
    return Array.from({ length: 256 }, (_, code) => code).filter((code) => !this.hidden.has(code));
  }

  async #change(send: (id: string) => Promise<{ data: CloudEdit }>): Promise<CloudEdit | undefined> {
    const { cloud } = this;
    if (!cloud || this.isSaving) return undefined;
    this.isSaving = true;
    try {
      return (await send(cloud.id)).data;
    } finally {
      runInAction(() => (this.isSaving = false));
      // Also after a refusal: somebody else has changed classes.
      await this.changed(cloud.id);
    }
  }

  /** Views and the list of versions follow what was changed. */
  async changed(id: string): Promise<void> {
    this.#bus.emit('cloudClassesChanged', { cloudId: id });
    await this.load();
  }

  #meet(clouds: readonly ShownCloud[]): void {
    runInAction(() => (this.clouds = clouds));
    if (this.cloud?.id !== this.#listedFor) this.#list();
  }

  #list(): void {
    this.version = undefined;
    this.edits = [];
    this.#listedFor = undefined;
    void this.load();
  }
}
export const CLASSIFYING = serviceToken<Classifying>('cloud-classify.Classifying');
