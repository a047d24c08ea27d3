import { BehaviorSubject } from 'rxjs';
import type { Api } from '#core/api';
import { Latest, serviceToken } from '#core/kernel';
import type { Projects } from '#core/project';
import { listTilesets, type Tileset, type TilesetLook } from '#core/protocol';
import type { TilesetDrawing, TilesetLayer, Tilesets } from '../api.ts';

/** The most a project can have. */
const ALL = { paginate: 500 };

/** The 3D Tiles sets of the open project, with this person's settings. */
export class ProjectTilesets implements Tilesets {
  readonly #api: Pick<Api, 'call'>;
  readonly #layers = new BehaviorSubject<readonly TilesetLayer[]>([]);
  readonly layers$ = this.#layers.asObservable();
  readonly #listing = new Latest();
  readonly #shown = new Map<string, boolean>();
  readonly #tried = new Map<string, TilesetLook>();
  readonly #states = new Map<string, TilesetLayer['state']>();
  #stored: readonly Tileset[] = [];
  #projectId: string | undefined;
  drawing: TilesetDrawing | undefined;

  readonly #failed: (what: 'failed' | 'lacks', name: string) => void;

  /** `failed` reports that a set, or some of its tiles, could not be loaded. */
  constructor(
    api: Pick<Api, 'call'>,
    projects: Pick<Projects, 'current$'>,
    failed: (what: 'failed' | 'lacks', name: string) => void,
  ) {
    this.#api = api;
    this.#failed = failed;
    projects.current$.subscribe((open) => this.#enter(open?.project.id));
  }

  get layers(): readonly TilesetLayer[] {
    return this.#layers.value;
  }

  show(id: string, shown: boolean): void {
    this.#shown.set(id, shown);
    this.#notify();
  }

  try(id: string, look: TilesetLook | undefined): void {
    if (look) this.#tried.set(id, look);
    else this.#tried.delete(id);
    this.#notify();
  }

  /** Records the state of a set on the globe. */
  found(id: string, state: TilesetLayer['state']): void {
    if (this.#states.get(id) === state) return;
    this.#states.set(id, state);
    if (state === 'failed') this.#failed('failed', this.#nameOf(id));
    this.#notify();
  }

  /** Records that a tile of a set failed to load. */
  lacks(id: string): void {
    this.#failed('lacks', this.#nameOf(id));
  }

  async reload(): Promise<void> {
    const projectId = this.#projectId;
    if (projectId === undefined) return;
    const found = await this.#listing.run(async (signal) => {
      const request = { headers: { projectid: projectId }, query: ALL };
      return (await this.#api.call(listTilesets, request, { signal })).data;
    });
    if (!found) return;
    this.#stored = found;
    this.#notify();
  }

  #nameOf(id: string): string {
    return this.#stored.find((tileset) => tileset.id === id)?.name ?? '';
  }

  #enter(projectId: string | undefined): void {
    if (projectId === this.#projectId) return;
    this.#projectId = projectId;
    this.#listing.cancel();
    for (const known of [this.#shown, this.#tried, this.#states]) known.clear();
    this.#stored = [];
    this.#notify();
    // Refused for people who may not see them: they have none.
    void this.reload().catch(() => {});
  }

  #notify(): void {
    this.#layers.next(
      this.#stored.map((tileset) => ({
        tileset,
        look: this.#tried.get(tileset.id) ?? tileset,
        shown: this.#shown.get(tileset.id) ?? tileset.visible,
        state: this.#states.get(tileset.id) ?? 'loading',
      })),
    );
  }
}

export const PROJECT_TILESETS = serviceToken<ProjectTilesets>('map-3d.ProjectTilesets');
