import { BehaviorSubject, map, merge, NEVER, skip, switchMap, type Observable } from 'rxjs';
import type { Api } from '#core/api';
import { StoredValue, type TextStorage } from '#core/browser';
import { AppError, Latest, serviceToken } from '#core/kernel';
import {
  listTerrains,
  MAX_HEIGHTS,
  terrainHeights,
  terrainProfile,
  terrainTile,
  terrainVolume,
  type Position,
  type Problem,
  type Terrain,
  type TerrainProfile,
  type TerrainVolume,
  type VolumeBase,
} from '#core/protocol';
import type { Projects } from '#core/project';
import type { GroundSurface, ProjectGrounds } from '../api.ts';
import { HeightField } from './height-field.ts';

/** The ground of the open project: the terrain chosen on this device, else the newest. */
export class ProjectGround implements ProjectGrounds {
  readonly #api: Pick<Api, 'call' | 'bytes'>;
  /** Id of the terrain chosen for the project, or `none`. */
  readonly #chosen: StoredValue<string | undefined>;
  readonly #terrains = new BehaviorSubject<readonly Terrain[]>([]);
  readonly terrains$ = this.#terrains.asObservable();
  readonly #field = new BehaviorSubject<HeightField | undefined>(undefined);
  readonly field$ = this.#field.asObservable();
  readonly changes$: Observable<void>;
  readonly #listing = new Latest();
  #projectId: string | undefined;

  constructor(
    api: Pick<Api, 'call' | 'bytes'>,
    projects: Pick<Projects, 'current$'>,
    storage: TextStorage | undefined,
  ) {
    this.#api = api;
    this.#chosen = new StoredValue({
      storage,
      key: () => `terrain.${this.#projectId}`,
      read: (stored) => (typeof stored === 'string' ? stored : undefined),
      isText: true,
    });
    this.changes$ = merge(
      this.#field.pipe(
        skip(1),
        map(() => undefined),
      ),
      this.#field.pipe(switchMap((field) => field?.changes$ ?? NEVER)),
    );
    projects.current$.subscribe((open) => this.#enter(open?.project.id));
  }

  get field(): HeightField | undefined {
    return this.#field.value;
  }
  get activeTerrain(): Terrain | undefined {
    return this.field?.terrain;
  }
  get terrains(): readonly Terrain[] {
    return this.#terrains.value;
  }

  describe(): GroundSurface | undefined {
    return (
      this.activeTerrain && {
        name: this.activeTerrain.name,
        resolution: this.activeTerrain.resolution,
        source: this.activeTerrain.heights,
      }
    );
  }

  nearAt(longitude: number, latitude: number): number | undefined {
    return this.field?.near(longitude, latitude);
  }

  async heightsAt(places: readonly Position[], signal?: AbortSignal): Promise<(number | undefined)[]> {
    const id = this.activeTerrain?.id;
    if (id === undefined) return places.map(() => undefined);
    const heights: (number | undefined)[] = [];
    for (let from = 0; from < places.length; from += MAX_HEIGHTS) {
      const some = places.slice(from, from + MAX_HEIGHTS);
      const body = { places: some.map(([longitude, latitude]): [number, number] => [longitude, latitude]) };
      const { data } = await this.#api.call(
        terrainHeights,
        { params: { id }, body },
        signal ? { signal } : {},
      );
      for (const height of data.heights) heights.push(height ?? undefined);
    }
    return heights;
  }

  get others(): readonly Terrain[] {
    return this.terrains.filter(({ id }) => id !== this.activeTerrain?.id);
  }

  async profileAlong(line: readonly Position[], signal?: AbortSignal): Promise<TerrainProfile | undefined> {
    const request = { params: { id: this.#activeId() }, body: { line: line.map(flat) } };
    return unlessBare(this.#api.call(terrainProfile, request, signal ? { signal } : {}));
  }

  async volumeWithin(
    ring: readonly Position[],
    base: VolumeBase,
    signal?: AbortSignal,
  ): Promise<TerrainVolume | undefined> {
    const request = { params: { id: this.#activeId() }, body: { outline: [ring.map(flat)], base } };
    return unlessBare(this.#api.call(terrainVolume, request, signal ? { signal } : {}));
  }

  #activeId(): string {
    const id = this.activeTerrain?.id;
    if (id === undefined) throw new AppError('no-terrain', 'No terrain is active.');
    return id;
  }

  setTerrain(terrain: Terrain | undefined): void {
    if (this.#projectId) this.#chosen.set(terrain?.id ?? 'none');
    this.#setField(terrain);
  }

  async reload(): Promise<void> {
    const projectId = this.#projectId;
    if (projectId === undefined) return;
    const found = await this.#listing.run(async (signal) => {
      const { data } = await this.#api.call(listTerrains, { headers: { projectid: projectId } }, { signal });
      return data;
    });
    if (!found) return;
    this.#terrains.next(found);
    const chosen = this.#chosen.get();
    this.#setField(chosen === 'none' ? undefined : (found.find(({ id }) => id === chosen) ?? found.at(-1)));
  }

  #enter(projectId: string | undefined): void {
    if (projectId === this.#projectId) return;
    this.#projectId = projectId;
    this.#listing.cancel();
    this.#terrains.next([]);
    this.#setField(undefined);
    // Refused for people who may not see terrains: they have none.
    void this.reload().catch(() => {});
  }

  #setField(terrain: Terrain | undefined): void {
    if (terrain?.id === this.activeTerrain?.id) return;
    if (!terrain) return this.#field.next(undefined);
    const { id } = terrain;
    this.#field.next(
      new HeightField(terrain, async (level, x, y) => {
        const params = { id, z: String(level), x: String(x), y: String(y) };
        const { data } = await this.#api.bytes(terrainTile, { params });
        return data && new Float32Array(data);
      }),
    );
  }
}

const flat = ([longitude, latitude]: Position): [number, number] => [longitude, latitude];

const BARE: readonly unknown[] = [
  'urn:groma:problem:terrain.volume.no-heights',
  'urn:groma:problem:terrain.profile.no-heights',
];

/** The answer; undefined where the terrain has no heights. */
async function unlessBare<T>(answer: Promise<{ data: T }>): Promise<T | undefined> {
  try {
    return (await answer).data;
  } catch (thrown) {
    const problem = thrown instanceof AppError ? (thrown.cause as Partial<Problem> | undefined) : undefined;
    if (BARE.includes(problem?.type)) return undefined;
    throw thrown;
  }
}

export const PROJECT_GROUND = serviceToken<ProjectGround>('map-3d.ProjectGround');
