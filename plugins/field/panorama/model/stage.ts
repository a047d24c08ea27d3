import Flatbush from 'flatbush';
import { BehaviorSubject } from 'rxjs';
import { isFinished, type Api, type Live } from '#core/api';
import { Latest, serviceToken } from '#core/kernel';
import type { Projects } from '#core/project';
import { listPanoramicPlaces, listSurveys, type PanoramicPlace, type Survey } from '#core/protocol';
import type { PanoramaAccuracy, PanoramaStage } from '../api.ts';
import { along, around, reachAround, type Neighbour } from './neighbours.ts';

/** Metres: of a camera's own receiver, and of what follows a track or was placed by hand. */
const ASSUMED_POSITION = { exif: 5, other: 1 };
/** Degrees. */
const ASSUMED_DIRECTION = 1;

type Turned = Pick<PanoramicPlace, 'heading' | 'pitch' | 'roll' | 'position'>;

/** The panoramas of the open project. */
export class ProjectPanoramas implements PanoramaStage {
  readonly #api: Pick<Api, 'call'>;
  readonly #places = new BehaviorSubject<readonly PanoramicPlace[]>([]);
  readonly places$ = this.#places.asObservable();
  readonly #current = new BehaviorSubject<PanoramicPlace | undefined>(undefined);
  readonly current$ = this.#current.asObservable();
  readonly #onMaps = new BehaviorSubject(false);
  readonly onMaps$ = this.#onMaps.asObservable();
  readonly #listed = new BehaviorSubject<'loading' | 'loaded' | 'failed'>('loading');
  readonly listed$ = this.#listed.asObservable();
  readonly #listing = new Latest();
  #surveys: readonly Survey[] = [];
  #index: Flatbush | undefined;
  #projectId: string | undefined;
  #wanted: string | undefined;

  constructor(api: Pick<Api, 'call'>, projects: Pick<Projects, 'current$'>, live: Pick<Live, 'on'>) {
    this.#api = api;
    projects.current$.subscribe((open) => this.#enter(open?.project.id));
    live.on('job').subscribe((job) => {
      // The view says what failed, with a retry.
      if (job.kind === 'panoramic' && isFinished(job) && job.projectId === this.#projectId)
        void this.reload().catch(() => {});
    });
  }

  get places(): readonly PanoramicPlace[] {
    return this.#places.value;
  }
  get current(): PanoramicPlace | undefined {
    return this.#current.value;
  }
  get onMaps(): boolean {
    return this.#onMaps.value;
  }
  showOnMaps(shown: boolean): void {
    this.#onMaps.next(shown);
  }

  go(id: string): void {
    this.#wanted = id;
    const found = this.places.find((place) => place.id === id);
    if (found && found !== this.current) this.#current.next(found);
  }

  /** The first, where none is chosen. */
  begin(): void {
    if (!this.current && this.#wanted === undefined) this.#current.next(firstViewable(this.places));
  }

  step(by: 1 | -1): boolean {
    const next = this.next(by);
    if (next) this.go(next.id);
    return next !== undefined;
  }

  next(by: 1 | -1): PanoramicPlace | undefined {
    return this.current && along(this.places, this.current, by);
  }

  neighbours(): Neighbour[] {
    const { current, places } = this;
    if (!current || !this.#index) return [];
    const near = this.#index.search(...reachAround(current.position)).map((i) => places[i]!);
    return around(near, current);
  }

  /** Indices of `places` in an extent. */
  within(west: number, south: number, east: number, north: number): number[] {
    return this.#index?.search(west, south, east, north) ?? [];
  }

  /** As it is being placed by hand; undefined: as it is stored. */
  preview(turned: Turned | undefined): void {
    const { current } = this;
    const stored = this.places.find(({ id }) => id === current?.id);
    if (stored) this.#current.next(turned ? { ...stored, ...turned } : stored);
  }

  accuracyOf({ surveyId, placedBy }: PanoramicPlace): PanoramaAccuracy {
    const survey = this.#surveys.find(({ id }) => id === surveyId);
    const { positionAccuracy, directionAccuracy } = survey ?? {};
    return {
      position: positionAccuracy ?? (placedBy === 'exif' ? ASSUMED_POSITION.exif : ASSUMED_POSITION.other),
      direction: directionAccuracy ?? ASSUMED_DIRECTION,
      assumed: positionAccuracy == null || directionAccuracy == null,
    };
  }

  async reload(): Promise<void> {
    const projectId = this.#projectId;
    if (projectId === undefined) return;
    try {
      const found = await this.#listing.run(async (signal) => {
        const [{ data: places }, { data: surveys }] = await Promise.all([
          this.#api.call(listPanoramicPlaces, { params: { id: projectId } }, { signal }),
          this.#api.call(
            listSurveys,
            { headers: { projectid: projectId }, query: { paginate: 500 } },
            { signal },
          ),
        ]);
        return { places, surveys };
      });
      if (!found) return;
      this.#surveys = found.surveys;
      this.#index = indexOf(found.places);
      this.#places.next(found.places);
      const wanted = this.#wanted ?? this.current?.id;
      const again = found.places.find(({ id }) => id === wanted);
      if (JSON.stringify(again) !== JSON.stringify(this.current)) this.#current.next(again);
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
    this.#wanted = undefined;
    this.#surveys = [];
    this.#index = undefined;
    this.#listed.next('loading');
    this.#places.next([]);
    this.#current.next(undefined);
    // The view and the panel say so, with a retry.
    void this.reload().catch(() => {});
  }
}
export const PROJECT_PANORAMAS = serviceToken<ProjectPanoramas>('panorama.ProjectPanoramas');

function firstViewable(places: readonly PanoramicPlace[]): PanoramicPlace | undefined {
  return places.find(({ pyramid }) => pyramid !== null) ?? places[0];
}

function indexOf(places: readonly PanoramicPlace[]): Flatbush | undefined {
  if (places.length === 0) return undefined;
  const index = new Flatbush(places.length);
  for (const { position } of places) index.add(position[0], position[1], position[0], position[1]);
  index.finish();
  return index;
}
