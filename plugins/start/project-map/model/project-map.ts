import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { extentAround, extentOf, type Extent } from '#core/document';
import { distance } from '#core/geodesy';
import { Latest, sentenceOf } from '#core/kernel';
import {
  findNearProjects,
  listProjectExtents,
  NEAR_PROJECTS,
  type BodyOf,
  type Geometry,
  type Position,
} from '#core/protocol';
import { extentOfAll, mapProjectOf, type MapProject } from './map-project.ts';

export type ProjectOrder = 'name' | 'newest' | 'distance';

/** A project as listed; metres, where the list knows a distance. */
export interface ListedProject extends MapProject {
  readonly distance: number | undefined;
}

interface Near {
  readonly geometries: readonly Geometry[];
  /** Metres by project. */
  readonly distances: ReadonlyMap<string, number>;
  /** How many are near, also those beyond the most that the server lists. */
  readonly total: number;
}

/** All projects on the map and in the list, and those found near a geometry. */
export class ProjectMap {
  state: 'loading' | 'ready' | 'failed' = 'loading';
  error: string | undefined = undefined;
  projects: readonly MapProject[] = [];
  /** How many projects there are, also those beyond the most that the server lists. */
  total = 0;
  search = '';
  order: ProjectOrder = 'name';
  descending = false;
  /** The middle of the map, once it rests. */
  origin: Position | undefined = undefined;
  /** The project whose marker the pointer is on. */
  hovered: string | undefined = undefined;
  /** The project chosen in the list. */
  chosen: string | undefined = undefined;
  /** Projects of one marker, which zooming does not part. */
  only: ReadonlySet<string> | undefined = undefined;
  /** Metres. */
  radius: number = NEAR_PROJECTS.radius;
  near: Near | undefined = undefined;
  nearState: 'idle' | 'finding' | 'failed' = 'idle';
  nearError: string | undefined = undefined;
  readonly #api: Pick<Api, 'call'>;
  readonly #latest = new Latest();
  #sought: readonly Geometry[] = [];

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
    makeAutoObservable(
      this,
      { projects: observableRef, near: observableRef, origin: observableRef, only: observableRef },
      { autoBind: true },
    );
  }

  async load(): Promise<void> {
    this.state = 'loading';
    try {
      const { data, total } = await this.#api.call(listProjectExtents, {});
      runInAction(() => {
        this.projects = data.map(mapProjectOf);
        this.total = total ?? data.length;
        this.state = 'ready';
      });
    } catch (failure) {
      runInAction(() => {
        this.state = 'failed';
        this.error = sentenceOf(failure);
      });
    }
  }

  get marked(): string | undefined {
    return this.hovered ?? this.chosen;
  }

  /** Those that fit the search and, if a geometry is given, are near it; shown on the map. */
  get found(): readonly MapProject[] {
    const words = this.search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    const { near, only } = this;
    return this.projects.filter(({ id, projectName, crs }) => {
      if ((near && !near.distances.has(id)) || (only && !only.has(id))) return false;
      const text = `${projectName} ${crs}`.toLocaleLowerCase();
      return words.every((word) => text.includes(word));
    });
  }

  /** In the order of the list. Projects without place are the last ones by distance. */
  get listed(): readonly ListedProject[] {
    const known = this.near?.distances;
    const { origin } = this;
    const rows = this.found.map((project): ListedProject => {
      const { id, middle } = project;
      const far = known ? known.get(id) : origin && middle ? distance(origin, middle) : undefined;
      return { ...project, distance: far };
    });
    const sign = this.descending ? -1 : 1;
    const byName = (a: MapProject, b: MapProject) => COLLATOR.compare(a.projectName, b.projectName);
    if (this.order === 'name') return rows.sort((a, b) => sign * byName(a, b));
    if (this.order === 'newest')
      return rows.sort((a, b) => sign * (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0));
    return rows.sort((a, b) => {
      if (a.distance === undefined || b.distance === undefined)
        return Number(a.distance === undefined) - Number(b.distance === undefined) || byName(a, b);
      return sign * (a.distance - b.distance) || byName(a, b);
    });
  }

  /** The extent of those found, and of the area in which they were sought. */
  get whole(): Extent | undefined {
    const own = extentOfAll(this.found);
    const sought = this.near?.geometries.map((geometry) => grown(extentOf(geometry), this.radius)) ?? [];
    return extentAround(own ? [own, ...sought] : sought);
  }

  /** Projects that a search near a place cannot find: without objects and place. */
  get placeless(): number {
    return this.projects.filter(({ from }) => from !== 'objects' && from !== 'location').length;
  }

  setSearch(text: string): void {
    this.search = text;
  }
  setOrder(order: ProjectOrder, descending = false): void {
    this.order = order;
    this.descending = descending;
  }
  setOrigin(origin: Position): void {
    this.origin = origin;
  }
  hover(id: string | undefined): void {
    this.hovered = id;
  }
  choose(id: string | undefined): void {
    this.chosen = id;
  }
  showOnly(ids: readonly string[] | undefined): void {
    this.only = ids && new Set(ids);
  }

  setRadius(metres: number): void {
    this.radius = metres;
    if (this.#sought.length > 0) void this.findNear(this.#sought);
  }

  /** Finds projects within the radius of any of the geometries, at most one of each kind. */
  async findNear(geometries: readonly Geometry[]): Promise<void> {
    this.#sought = geometries;
    this.nearState = 'finding';
    this.nearError = undefined;
    const body: BodyOf<typeof findNearProjects> = { radius: this.radius };
    for (const geometry of geometries)
      body[geometry.type.replace('Multi', '').toLowerCase() as 'point' | 'linestring' | 'polygon'] = geometry;
    try {
      const answer = await this.#latest.run((signal) =>
        this.#api.call(findNearProjects, { body }, { signal }),
      );
      if (!answer) return;
      runInAction(() => {
        const distances = new Map(answer.data.map(({ id, distance: metres }) => [id, metres]));
        // Made since this list was loaded.
        const known = new Set(this.projects.map(({ id }) => id));
        const fresh = answer.data.filter(({ id }) => !known.has(id));
        this.projects = [
          ...this.projects,
          ...fresh.map(({ id, projectName, crs, archived, createdAt, extent }) =>
            mapProjectOf({ id, projectName, crs, archived, createdAt, extent, from: extent && 'objects' }),
          ),
        ];
        this.near = { geometries, distances, total: answer.total ?? answer.data.length };
        this.nearState = 'idle';
        this.setOrder('distance');
      });
    } catch (failure) {
      runInAction(() => {
        this.nearState = 'failed';
        this.nearError = sentenceOf(failure);
      });
    }
  }

  refuseNear(sentence: string): void {
    this.nearState = 'failed';
    this.nearError = sentence;
  }

  clearNear(): void {
    this.#latest.cancel();
    this.#sought = [];
    this.near = this.nearError = undefined;
    this.nearState = 'idle';
    if (this.order === 'distance') this.setOrder('name');
  }
}

/** With a margin of about so many metres: what the map shows, not what is found. */
function grown([west, south, east, north]: Extent, metres: number): Extent {
  const up = metres / 111_000;
  const out = up / Math.max(0.05, Math.cos((((south + north) / 2) * Math.PI) / 180));
  return [
    Math.max(-180, west - out),
    Math.max(-85, south - up),
    Math.min(180, east + out),
    Math.min(85, north + up),
  ];
}

/** Project 2 before project 10. */
const COLLATOR = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
