import { BehaviorSubject } from 'rxjs';
import type { Api } from '#core/api';
import { Latest, serviceToken } from '#core/kernel';
import type { Projects } from '#core/project';
import {
  listPointclouds,
  listTilesets,
  type Pointcloud,
  type TileColour,
  type Tileset,
  type TilesetLook,
} from '#core/protocol';
import type { LentTileset, TilesetDrawing, TilesetLayer, Tilesets } from '../api.ts';

/** The most a project can have. */
const ALL = { paginate: 500 };

/** What the globe draws: a set of the project, or one that another plugin lends. */
export interface DrawnLayer {
  readonly id: string;
  readonly name: string;
  /** Of its tileset.json. */
  readonly url: string;
  readonly look: TilesetLook;
  readonly shown: boolean;
  readonly isCloud: boolean;
  /** Counts what it is made of: with another number it is loaded anew. */
  readonly edition: number;
}

/** Lent sets are drawn as they are. */
const PLAIN: TilesetLook = { place: null, tint: null, opacity: 1, clip: null, visible: true };

/** The 3D Tiles sets and the point clouds of the open project, with this person's settings. */
export class ProjectTilesets implements Tilesets {
  readonly #api: Pick<Api, 'call'>;
  readonly #layers = new BehaviorSubject<readonly TilesetLayer[]>([]);
  readonly layers$ = this.#layers.asObservable();
  readonly #drawn = new BehaviorSubject<readonly DrawnLayer[]>([]);
  /** With those that are lent. */
  readonly drawn$ = this.#drawn.asObservable();
  readonly #lent = new Map<string, readonly LentTileset[]>();
  readonly #listing = new Latest();
  readonly #shown = new Map<string, boolean>();
  readonly #tried = new Map<string, TilesetLook>();
  readonly #states = new Map<string, TilesetLayer['state']>();
  readonly #colours = new Map<string, TileColour>();
  readonly #editions = new Map<string, number>();
  #stored: readonly Tileset[] = [];
  #clouds: readonly Pointcloud[] = [];
  #projectId: string | undefined;
  drawing: TilesetDrawing | undefined;

  readonly #failed: (what: 'failed' | 'lacks', name: string) => void;

  readonly #maySeeClouds: () => boolean;

  /** `failed` reports that a set, or some of its tiles, could not be loaded. */
  constructor(
    api: Pick<Api, 'call'>,
    projects: Pick<Projects, 'current$'>,
    maySeeClouds: () => boolean,
    failed: (what: 'failed' | 'lacks', name: string) => void,
  ) {
    this.#api = api;
    this.#failed = failed;
    this.#maySeeClouds = maySeeClouds;
    projects.current$.subscribe((open) => this.#enter(open?.project.id));
  }

  get layers(): readonly TilesetLayer[] {
    return this.#layers.value;
  }

  get drawn(): readonly DrawnLayer[] {
    return this.#drawn.value;
  }

  lend(plugin: string, sets: readonly LentTileset[]): void {
    this.#lent.set(plugin, sets);
    this.#notify();
  }

  show(id: string, shown: boolean): void {
    this.#shown.set(id, shown);
    this.#notify();
  }

  paint(id: string, colour: TileColour): void {
    this.#colours.set(id, colour);
    this.#notify();
  }

  try(id: string, look: TilesetLook | undefined): void {
    if (look) this.#tried.set(id, look);
    else this.#tried.delete(id);
    this.#notify();
  }

  /** Loads a set anew: what it is made of has changed. */
  renew(id: string): void {
    this.#editions.set(id, this.#editionOf(id) + 1);
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
      const sets = await this.#api.call(listTilesets, request, { signal });
      const clouds = this.#maySeeClouds()
        ? (await this.#api.call(listPointclouds, request, { signal })).data
        : [];
      return { sets: sets.data, clouds };
    });
    if (!found) return;
    this.#stored = found.sets;
    this.#clouds = found.clouds.filter(({ state, viewCrs }) => state === 'ready' && viewCrs !== null);
    this.#notify();
  }

  #editionOf(id: string): number {
    return this.#editions.get(id) ?? 0;
  }

  #nameOf(id: string): string {
    return this.drawn.find((layer) => layer.id === id)?.name ?? '';
  }

  #enter(projectId: string | undefined): void {
    if (projectId === this.#projectId) return;
    this.#projectId = projectId;
    this.#listing.cancel();
    for (const known of [this.#shown, this.#tried, this.#states, this.#colours, this.#editions, this.#lent])
      known.clear();
    this.#stored = [];
    this.#clouds = [];
    this.#notify();
    // Refused for people who may not see them: they have none.
    void this.reload().catch(() => {});
  }

  #notify(): void {
    const layerOf = (tileset: Tileset, more: Pick<TilesetLayer, 'url' | 'cloud'>): TilesetLayer => ({
      tileset,
      look: this.#tried.get(tileset.id) ?? tileset,
      shown: this.#shown.get(tileset.id) ?? tileset.visible,
      state: this.#states.get(tileset.id) ?? 'loading',
      ...more,
    });
    const sets = this.#stored.map((tileset) => layerOf(tileset, { url: urlOf(tileset), cloud: undefined }));
    const clouds = this.#clouds.map((cloud) => {
      const colour = this.#colours.get(cloud.id);
      return layerOf(setOf(cloud, this.#projectId ?? ''), {
        url: `/api/pointcloud/${cloud.id}/tiles${colour === undefined ? '' : `?colour=${colour}`}`,
        cloud: { colour, hasColour: cloud.header.hasColour },
      });
    });
    this.#layers.next([...sets, ...clouds]);
    this.#drawn.next([
      ...this.layers.map(({ tileset: { id, name }, look, shown, url, cloud }) => ({
        id,
        name,
        url,
        look,
        shown,
        isCloud: cloud !== undefined,
        edition: this.#editionOf(id),
      })),
      ...[...this.#lent.values()].flat().map(({ id, name, path, place }) => ({
        id,
        name,
        url: `/api${path}`,
        look: place ? { ...PLAIN, place } : PLAIN,
        shown: true,
        isCloud: false,
        // Another edition is another set.
        edition: 0,
      })),
    ]);
  }
}

const urlOf = ({ id, root }: Tileset): string =>
  `/api/tilesets/${id}/files/${root.split('/').map(encodeURIComponent).join('/')}`;

/** A point cloud as a set where it stands, in its own colours; hidden at first, as clouds have a view of their own. */
function setOf(cloud: Pointcloud, projectId: string): Tileset {
  const { id, name, bytes, version, createdAt, updatedAt } = cloud;
  const look = { place: null, tint: null, opacity: 1, clip: null, visible: false };
  const file = { fileName: name, address: null, root: '', edition: '1.0' as const };
  const by = { createdBy: '', updatedBy: '' };
  return { id, projectId, name, bytes, version, createdAt, updatedAt, ...file, ...by, ...look };
}

export const PROJECT_TILESETS = serviceToken<ProjectTilesets>('map-3d.ProjectTilesets');
