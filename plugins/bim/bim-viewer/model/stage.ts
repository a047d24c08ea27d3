import { BehaviorSubject } from 'rxjs';
import { isFinished, type Api, type Live } from '#core/api';
import { Latest, serviceToken } from '#core/kernel';
import type { Projects } from '#core/project';
import { listBim, type BimModel } from '#core/protocol';
import type { BimLook, BimStage, MovingModel, ShownModel } from '../api.ts';
import { NO_ITEMS } from './items.ts';

/** The most a list holds. */
const ALL = { paginate: 500 };

export const FIRST_LOOK: BimLook = {
  hidden: NO_ITEMS,
  isolated: undefined,
  ghosts: false,
  spaces: false,
  painted: [],
  planes: [],
  box: undefined,
  apart: 0,
};

interface ModelSettings {
  readonly shown?: boolean;
  readonly drawing?: { readonly state: 'loading' | 'drawn' | 'failed'; readonly reason?: string };
}

/** The models of the open project, with this person's settings, which last as long as the project is open. */
export class ProjectModels implements BimStage {
  readonly #api: Pick<Api, 'call'>;
  readonly #models = new BehaviorSubject<readonly ShownModel[]>([]);
  readonly models$ = this.#models.asObservable();
  readonly #look = new BehaviorSubject<BimLook>(FIRST_LOOK);
  readonly look$ = this.#look.asObservable();
  readonly #moving = new BehaviorSubject<MovingModel | undefined>(undefined);
  readonly moving$ = this.#moving.asObservable();
  readonly #listing = new Latest();
  readonly #settings = new Map<string, ModelSettings>();
  readonly #listed = new BehaviorSubject<'loading' | 'loaded' | 'failed'>('loading');
  /** Whether the list of models is known. */
  readonly listed$ = this.#listed.asObservable();
  #stored: readonly BimModel[] = [];
  #projectId: string | undefined;
  #wanted: string | undefined;

  constructor(api: Pick<Api, 'call'>, projects: Pick<Projects, 'current$'>, live: Pick<Live, 'on'>) {
    this.#api = api;
    projects.current$.subscribe((open) => this.#enter(open?.project.id));
    live.on('job').subscribe((job) => {
      // The list or the view says what failed.
      if (isFinished(job) && this.#stored.some(({ jobId }) => jobId === job.id))
        void this.reload().catch(() => {});
    });
  }

  get models(): readonly ShownModel[] {
    return this.#models.value;
  }
  get look(): BimLook {
    return this.#look.value;
  }

  storedOf(id: string): BimModel | undefined {
    return this.#stored.find((model) => model.id === id);
  }

  change(look: Partial<BimLook>): void {
    this.#look.next({ ...this.look, ...look });
  }

  show(id: string, shown: boolean): void {
    this.#settings.set(id, { ...this.#settings.get(id), shown });
    this.#notify();
  }

  move(moving: MovingModel | undefined): void {
    if (moving || this.#moving.value) this.#moving.next(moving);
  }

  /** Shows only this model, as its own address does. */
  only(id: string): void {
    for (const model of this.#stored)
      this.#settings.set(model.id, { ...this.#settings.get(model.id), shown: model.id === id });
    this.#wanted = id;
    this.#notify();
  }

  /** Records what became of a model in the view; undefined: it is no longer there. */
  found(id: string, drawing: ModelSettings['drawing'] | undefined): void {
    const { drawing: before, ...settings } = this.#settings.get(id) ?? {};
    if (before?.state === drawing?.state && before?.reason === drawing?.reason) return;
    this.#settings.set(id, drawing ? { ...settings, drawing } : settings);
    this.#notify();
  }

  async reload(): Promise<void> {
    const projectId = this.#projectId;
    if (projectId === undefined) return;
    try {
      const found = await this.#listing.run(async (signal) => {
        const request = { headers: { projectid: projectId }, query: ALL };
        return (await this.#api.call(listBim, request, { signal })).data;
      });
      if (!found) return;
      this.#stored = found;
      this.#notify();
      this.#listed.next('loaded');
    } catch (error) {
      this.#listed.next('failed');
      throw error;
    }
  }

  #enter(projectId: string | undefined): void {
    if (projectId === this.#projectId) return;
    this.#projectId = projectId;
    this.#listing.cancel();
    this.#settings.clear();
    this.#stored = [];
    this.#wanted = undefined;
    this.#look.next(FIRST_LOOK);
    this.move(undefined);
    this.#listed.next('loading');
    this.#notify();
    // The panel and the view say so, with a retry.
    void this.reload().catch(() => {});
  }

  #notify(): void {
    this.#models.next(this.#stored.map((model) => this.#shownOf(model)));
  }

  #shownOf(model: BimModel): ShownModel {
    const { shown, drawing } = this.#settings.get(model.id) ?? {};
    const isShown = shown ?? (this.#wanted === undefined || this.#wanted === model.id);
    return {
      id: model.id,
      name: model.name,
      shown: isShown,
      state: stateOf(model, isShown, drawing?.state),
      isPlaced: isPlaced(model),
      reason: drawing?.reason ?? model.error ?? undefined,
    };
  }
}
export const PROJECT_MODELS = serviceToken<ProjectModels>('bim-viewer.ProjectModels');

export const isPlaced = ({ georeference }: Pick<BimModel, 'georeference'>): boolean =>
  (georeference?.transform ?? georeference?.toEcef) != null;

/** While another version is converted, the former one is drawn. */
function stateOf(
  model: BimModel,
  shown: boolean,
  drawing: 'loading' | 'drawn' | 'failed' | undefined,
): ShownModel['state'] {
  if (model.parts.length === 0)
    return model.state === 'failed' ? 'failed' : model.state === 'ready' ? 'empty' : 'unready';
  return shown ? (drawing ?? 'loading') : 'off';
}
