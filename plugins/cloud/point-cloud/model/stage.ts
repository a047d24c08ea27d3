import { BehaviorSubject } from 'rxjs';
import type { Api } from '#core/api';
import { Latest, serviceToken } from '#core/kernel';
import type { Projects } from '#core/project';
import { listPointclouds, type Georeference, type Pointcloud, type PointsIn } from '#core/protocol';
import type { CloudColour, CloudComparison, CloudLook, CloudStage, ShownCloud } from '../api.ts';
import { ownCrsOf } from './own-crs.ts';
import { NOISE } from './spread.ts';

/** The most a list holds. */
const ALL = { paginate: 500 };

export const FIRST_LOOK: CloudLook = {
  colour: 'rgb',
  palette: 'viridis',
  range: undefined,
  comparison: undefined,
  shade: 'none',
  shadeShare: 0.6,
  gamma: 1,
  brightness: 0,
  contrast: 0,
  pointSize: 'adaptive',
  pointScale: 1,
  depthShading: true,
  hiddenClasses: NOISE,
  clips: [],
  clipMode: 'off',
};

/** What is remembered of a cloud beside what the server says. */
interface CloudSettings {
  readonly shown?: boolean;
  readonly opacity?: number;
  readonly colour?: CloudColour | undefined;
  readonly drawing?: {
    readonly state: 'loading' | 'drawn' | 'failed';
    readonly reason?: string | undefined;
    readonly error?: number;
    readonly pointsIn?: PointsIn | undefined;
  };
}

/** The clouds of the open project, with this person's settings, which last as long as the project is open. */
export class ProjectClouds implements CloudStage {
  readonly #api: Pick<Api, 'call'>;
  readonly #clouds = new BehaviorSubject<readonly ShownCloud[]>([]);
  readonly clouds$ = this.#clouds.asObservable();
  readonly #look = new BehaviorSubject<CloudLook>(FIRST_LOOK);
  readonly look$ = this.#look.asObservable();
  readonly #listing = new Latest();
  readonly #settings = new Map<string, CloudSettings>();
  #stored: readonly Pointcloud[] = [];
  #projectId: string | undefined;
  /** The only cloud there is: without a CRS it is drawn in coordinates of its own. */
  #alone: string | undefined;
  #loaded = new BehaviorSubject<'loading' | 'loaded' | 'failed'>('loading');
  /** Whether the list of clouds is known. */
  readonly listed$ = this.#loaded.asObservable();

  constructor(api: Pick<Api, 'call'>, projects: Pick<Projects, 'current$'>) {
    this.#api = api;
    projects.current$.subscribe((open) => this.#enter(open?.project.id));
  }

  get clouds(): readonly ShownCloud[] {
    return this.#clouds.value;
  }
  get look(): CloudLook {
    return this.#look.value;
  }

  /** As the server describes it. */
  storedOf(id: string): Pointcloud | undefined {
    return this.#stored.find((cloud) => cloud.id === id);
  }

  change(look: Partial<CloudLook>): void {
    // A range is one of what is coloured.
    const isOther = look.colour !== undefined && look.colour !== this.look.colour;
    this.#look.next({ ...this.look, ...(isOther ? { range: undefined } : {}), ...look });
  }

  show(id: string, shown: boolean): void {
    this.#set(id, { shown });
  }
  setOpacity(id: string, opacity: number): void {
    this.#set(id, { opacity: Math.min(1, Math.max(0.05, opacity)) });
  }
  readonly #thinned = new BehaviorSubject<number | undefined>(undefined);
  readonly thinned$ = this.#thinned.asObservable();

  compare(comparison: CloudComparison | undefined): void {
    this.#thinned.next(undefined);
    if (!comparison) {
      const colour = this.look.colour === 'deviation' ? FIRST_LOOK.colour : this.look.colour;
      return this.change({ comparison, colour });
    }
    this.setColour(comparison.cloudId, undefined);
    this.show(comparison.cloudId, true);
    this.show(comparison.from, false);
    this.change({ comparison, colour: 'deviation', palette: 'blue-orange', range: undefined });
  }

  /** Records that points were compared with a part of the other cloud's. */
  thinned(spacing: number): void {
    if (spacing > (this.#thinned.value ?? 0)) this.#thinned.next(spacing);
  }

  setColour(id: string, colour: CloudColour | undefined): void {
    this.#set(id, { colour });
  }

  /** Shows only this cloud, as its own address does. */
  only(id: string): void {
    for (const cloud of this.#stored)
      this.#settings.set(cloud.id, { ...this.#settings.get(cloud.id), shown: cloud.id === id });
    this.#wanted = id;
    this.#notify();
  }
  #wanted: string | undefined;

  readonly #classes = new BehaviorSubject<readonly number[]>([]);
  /** Classes of the points: as counted by conversions, or seen in what is loaded. */
  readonly classes$ = this.#classes.asObservable();

  /** Records classes of loaded points. */
  seen(classes: Iterable<number>): void {
    const all = new Set([...this.#classes.value, ...classes]);
    if (all.size > this.#classes.value.length) this.#classes.next([...all].sort((a, b) => a - b));
  }

  readonly #tries = new BehaviorSubject<ReadonlyMap<string, Georeference>>(new Map());
  /** Where somebody tries to place clouds, by their ids. */
  readonly tries$ = this.#tries.asObservable();

  /** Shows a cloud elsewhere, without saving it; undefined: where it is. */
  tryPlace(id: string, place: Georeference | undefined): void {
    const tries = new Map(this.#tries.value);
    if (place) tries.set(id, place);
    else if (!tries.delete(id)) return;
    this.#tries.next(tries);
  }

  /** Records what became of a cloud in the view; undefined: it is no longer there. */
  found(id: string, drawing: CloudSettings['drawing'] | undefined): void {
    const { drawing: before, ...settings } = this.#settings.get(id) ?? {};
    if (before?.state === drawing?.state && before?.reason === drawing?.reason) return;
    this.#settings.set(id, drawing ? { ...settings, drawing } : settings);
    this.#notify();
  }

  /**
   * Offers only this cloud of the project, also one that nobody has placed: without a CRS it is drawn in coordinates of its
   * own, in which the others without a CRS can be shown too. Undefined: all clouds, where they are placed.
   */
  setAlone(id: string | undefined): void {
    if (id === this.#alone) return;
    this.#alone = id;
    this.#notify();
  }

  /** Holds this cloud in the place of those of a project; without a CRS it is drawn in coordinates of its own. */
  hold(cloud: Pointcloud): void {
    this.#stored = [cloud];
    this.#alone = cloud.id;
    this.#settings.clear();
    this.seen(cloud.classes?.map((one) => one.class) ?? []);
    this.#notify();
    this.#loaded.next('loaded');
  }

  async reload(): Promise<void> {
    const projectId = this.#projectId;
    if (projectId === undefined) return;
    try {
      const found = await this.#listing.run(async (signal) => {
        const request = { headers: { projectid: projectId }, query: ALL };
        return (await this.#api.call(listPointclouds, request, { signal })).data;
      });
      if (!found) return;
      this.#stored = found;
      this.seen(found.flatMap(({ classes }) => classes?.map((one) => one.class) ?? []));
      this.#notify();
      this.#loaded.next('loaded');
    } catch (error) {
      this.#loaded.next('failed');
      throw error;
    }
  }

  #set(id: string, settings: CloudSettings): void {
    this.#settings.set(id, { ...this.#settings.get(id), ...settings });
    this.#notify();
  }

  #enter(projectId: string | undefined): void {
    if (projectId === this.#projectId) return;
    this.#projectId = projectId;
    this.#listing.cancel();
    this.#settings.clear();
    this.#stored = [];
    this.#wanted = undefined;
    this.#look.next(FIRST_LOOK);
    this.#tries.next(new Map());
    this.#classes.next([]);
    this.#loaded.next('loading');
    this.#notify();
    // The panel and the view say so, with a retry.
    void this.reload().catch(() => {});
  }

  #notify(): void {
    const alone = this.#alone;
    const one = this.#stored.find(({ id }) => id === alone);
    const isLocal = one !== undefined && crsOfView(one) === null;
    const others = isLocal ? this.#stored.filter((cloud) => cloud !== one && crsOfView(cloud) === null) : [];
    const offered = alone === undefined ? this.#stored : one ? [one, ...others] : [];
    this.#clouds.next(offered.map((cloud) => this.#shownOf(cloud)));
  }

  #shownOf(cloud: Pointcloud): ShownCloud {
    const { shown, opacity = 1, colour, drawing } = this.#settings.get(cloud.id) ?? {};
    const isAlone = this.#alone === cloud.id;
    const crs = crsOfView(cloud);
    const isLocal = this.#alone !== undefined && crs === null;
    // Whether the coordinates of others without a CRS are the same is for a person to say.
    const isWanted = !isLocal && (this.#wanted === undefined || this.#wanted === cloud.id);
    const isShown = shown ?? (isAlone || isWanted);
    return {
      id: cloud.id,
      name: cloud.name,
      crs: isLocal ? ownCrsOf(this.#alone!) : crs,
      unit: sourceOf(cloud)?.kind === 'octree' ? 1 : cloud.metresPerUnit,
      isLocal,
      version: versionOf(cloud),
      pointCount: cloud.pointCount ?? 0,
      shown: isShown,
      opacity,
      colour,
      state: stateOf(cloud, { isShown, isLocal, drawing: drawing?.state }),
      reason: drawing?.reason ?? cloud.error ?? undefined,
      within: drawing?.error || undefined,
      pointsIn: drawing?.pointsIn,
    };
  }
}
export const PROJECT_CLOUDS = serviceToken<ProjectClouds>('point-cloud.ProjectClouds');

function stateOf(
  cloud: Pointcloud,
  {
    isShown,
    isLocal,
    drawing,
  }: { isShown: boolean; isLocal: boolean; drawing: 'loading' | 'drawn' | 'failed' | undefined },
): ShownCloud['state'] {
  if (cloud.state === 'failed') return 'failed';
  if (sourceOf(cloud) === undefined) return 'unready';
  if (!isLocal && crsOfView(cloud) === null) return 'unplaced';
  return isShown ? (drawing ?? 'loading') : 'off';
}

/** Where the points of a cloud are read, below the API; undefined: it is not converted yet. */
export function sourceOf({
  id,
  header,
  octree,
}: Pick<Pointcloud, 'id' | 'header' | 'octree'>): { kind: 'copc' | 'octree'; path: string } | undefined {
  if (octree) return { kind: 'octree', path: octree };
  return header.format === 'copc' ? { kind: 'copc', path: `/pointcloud/file/${id}` } : undefined;
}

export function crsOfView({ viewCrs, crs }: Pick<Pointcloud, 'viewCrs' | 'crs'>): string | null {
  return viewCrs ?? crs;
}

/** The octree's version, or the beginning of the file's checksum. */
function versionOf({ octree, sha256 }: Pointcloud): string {
  return /\/octree\/(\d+)\//.exec(octree ?? '')?.[1] ?? sha256.slice(0, 12);
}
