import { makeAutoObservable, runInAction } from 'mobx';
import { Subject } from 'rxjs';
import type { Api } from '#core/api';
import { Latest, sentenceOf, serviceToken } from '#core/kernel';
import { findPhotos, listPhotos, listSurveys, type AnswerOf, type PhotoRow } from '#core/protocol';
import type { Sendings } from './sendings.ts';

export type PhotosOfPlace = AnswerOf<typeof findPhotos>;
/** A place on the map, or an object. */
export type SearchedPlace = { readonly at: readonly [number, number] } | { readonly geometryId: string };

export interface PhotoFilter {
  /** Days, `2026-11-25`; empty: any. */
  readonly from: string;
  readonly to: string;
  readonly by: string;
  readonly surveyId: string;
}
const ANY: PhotoFilter = { from: '', to: '', by: '', surveyId: '' };

/** The photos of the open project, and those that show one place. */
export class PhotoList {
  projectId: string | undefined;
  all: readonly PhotoRow[] = [];
  /** How many the project has; more than `all` when the list was cut. */
  total = 0;
  state: 'loading' | 'ready' | 'failed' = 'loading';
  error: string | undefined;
  filter: PhotoFilter = ANY;
  /** The surveys that photos are of, by id. */
  readonly surveys = new Map<string, string>();
  isOnMap = true;
  place: SearchedPlace | undefined;
  /** Of the photos of that place; a new place aborts the one before. */
  rowsState: 'none' | 'loading' | 'success' | 'fail' = 'none';
  rowsError: string | undefined;
  rows: PhotosOfPlace = { top: [], bottom: [] };
  /** When what is drawn on the map has changed. */
  readonly drawn$ = new Subject<void>();
  readonly #api: Api;
  readonly #latest = new Latest();
  readonly #latestRows = new Latest();

  constructor(api: Api, sendings: Pick<Sendings, 'made$'>) {
    this.#api = api;
    makeAutoObservable(this, { drawn$: false });
    sendings.made$.subscribe(({ projectId, photo }) => {
      if (photo && projectId === this.projectId) void this.reload();
    });
  }

  async open(projectId: string): Promise<void> {
    if (projectId !== this.projectId) {
      this.projectId = projectId;
      this.all = [];
      this.filter = ANY;
      this.state = 'loading';
      this.forgetPlace();
    }
    await this.reload();
  }

  async reload(): Promise<void> {
    const { projectId } = this;
    if (projectId === undefined) return;
    try {
      await this.#latest.run(async (signal) => {
        const headers = { projectid: projectId };
        const [photos, surveys] = await Promise.all([
          this.#api.call(listPhotos, { headers }, { signal }),
          this.#api.call(listSurveys, { headers, query: { paginate: 500 } }, { signal }),
        ]);
        if (signal.aborted) return;
        runInAction(() => {
          this.all = photos.data;
          this.total = photos.total ?? photos.data.length;
          this.surveys.clear();
          for (const { id, name } of surveys.data) this.surveys.set(id, name);
          this.state = 'ready';
          this.error = undefined;
        });
        this.drawn$.next();
      });
    } catch (failure) {
      runInAction(() => {
        if (this.all.length === 0) this.state = 'failed';
        this.error = sentenceOf(failure);
      });
    }
  }

  /** Those that pass the filter. */
  get shown(): readonly PhotoRow[] {
    const { from, to, by, surveyId } = this.filter;
    return this.all.filter((photo) => {
      const day = photo.takenAt?.slice(0, 10) ?? '';
      if ((from !== '' || to !== '') && day === '') return false;
      if ((from !== '' && day < from) || (to !== '' && day > to)) return false;
      return (by === '' || photo.by === by) && (surveyId === '' || photo.surveyId === surveyId);
    });
  }

  get people(): readonly string[] {
    return [...new Set(this.all.map(({ by }) => by))].sort((a, b) => a.localeCompare(b));
  }

  /** Those without a place, which no map can show. */
  get unplaced(): number {
    return this.shown.filter(({ position }) => position === null).length;
  }

  narrow(filter: Partial<PhotoFilter>): void {
    this.filter = { ...this.filter, ...filter };
    this.drawn$.next();
  }

  showOnMap(isOnMap: boolean): void {
    this.isOnMap = isOnMap;
    this.drawn$.next();
  }

  /** The photos of a place or an object. */
  async find(place: SearchedPlace): Promise<void> {
    this.place = place;
    this.rowsState = 'loading';
    this.rowsError = undefined;
    this.drawn$.next();
    const query = 'at' in place ? { lon: place.at[0], lat: place.at[1] } : { geometryid: place.geometryId };
    try {
      await this.#latestRows.run(async (signal) => {
        const headers = { projectid: this.projectId! };
        const { data } = await this.#api.call(findPhotos, { headers, query }, { signal });
        if (signal.aborted) return;
        runInAction(() => {
          this.rows = data;
          this.rowsState = 'success';
        });
      });
    } catch (failure) {
      runInAction(() => {
        this.rowsState = 'fail';
        this.rowsError = sentenceOf(failure);
      });
    }
    this.drawn$.next();
  }

  forgetPlace(): void {
    this.#latestRows.cancel();
    this.place = undefined;
    this.rowsState = 'none';
    this.rows = { top: [], bottom: [] };
    this.drawn$.next();
  }
}
export const PHOTO_LIST = serviceToken<PhotoList>('documents.PhotoList');
