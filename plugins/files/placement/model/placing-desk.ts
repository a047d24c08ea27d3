import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { combineLatest, map, of, type Observable, type Subscription } from 'rxjs';
import type { Api } from '#core/api';
import {
  canProject,
  heightsOf,
  loadCrs,
  project,
  residualsOf,
  type HeightSystem,
  type Triple,
  unproject,
  unprojectAt,
} from '#core/geodesy';
import { AppError, serviceToken } from '#core/kernel';
import { loadDefinitions } from '#core/project';
import type {
  ControlPoint,
  GeoreferencedBox,
  LocalTransform,
  Position,
  StoredGeoreference,
} from '#core/protocol';
import type { Placeable, Placeables } from '../api.ts';
import { draftOf, fitOf, georeferenceOf, outlineOf, withFit, type Draft } from './draft.ts';

/** Most steps that are undone. */
const MOST_UNDONE = 100;

/** One object that can be placed. */
export interface Listed extends Placeable {
  readonly source: Placeables;
}

/** A coordinate that the next click gives. */
export interface Wanted {
  readonly index: number;
  readonly side: 'local' | 'map';
}

interface Opened {
  readonly listed: Listed;
  readonly saved: GeoreferencedBox;
}

/** The object that a person places, and what it will be. */
export class PlacingDesk {
  list: readonly Listed[] = [];
  opened: Opened | undefined = undefined;
  draft: Draft | undefined = undefined;
  versions: readonly StoredGeoreference[] | undefined = undefined;
  wanted: Wanted | undefined = undefined;
  failure: unknown = undefined;
  isSaving = false;
  /** How heights on the map become ellipsoidal; undefined while this is loading. */
  heights: HeightSystem | undefined = undefined;
  /** Whether the CRS of the draft can be computed. */
  isReady = false;
  /** Steps that can be undone. */
  steps = 0;
  readonly #api: Pick<Api, 'call' | 'bytes'>;
  #undone: Draft[] = [];
  #loading = 0;
  #following: Subscription | undefined;

  constructor(api: Pick<Api, 'call' | 'bytes'>) {
    this.#api = api;
    makeAutoObservable(this, {
      list: observableRef,
      opened: observableRef,
      draft: observableRef,
      versions: observableRef,
      wanted: observableRef,
      failure: observableRef,
      heights: observableRef,
    });
  }

  /** Follows the lists of these sources, and no longer of others. */
  follow(sources: readonly Placeables[]): void {
    const lists: Observable<readonly Listed[]>[] = sources.map((source) =>
      source.list$.pipe(map((list) => list.map((one) => ({ ...one, source })))),
    );
    const all = lists.length === 0 ? of([]) : combineLatest(lists).pipe(map((each) => each.flat()));
    this.#following?.unsubscribe();
    this.#following = all.subscribe((list) => runInAction(() => this.#list(list)));
  }

  #list(list: readonly Listed[]): void {
    this.list = list;
    if (this.opened && !list.some(({ id }) => id === this.opened!.listed.id)) this.close();
  }

  /** Opens an object. A failure is kept. */
  async open(id: string): Promise<void> {
    const listed = this.list.find((one) => one.id === id);
    if (!listed) return;
    this.close();
    await this.#read(listed);
  }

  /** What was opened before stays until this is there. */
  async #read(listed: Listed): Promise<void> {
    const { id } = listed;
    const mine = ++this.#loading;
    try {
      const [saved, versions] = await Promise.all([listed.source.read(id), listed.source.versions(id)]);
      if (mine !== this.#loading) return;
      runInAction(() => {
        this.opened = { listed, saved };
        this.versions = versions;
        this.#undone = [];
        this.steps = 0;
        this.#take(draftOf(saved, this.middle));
      });
    } catch (thrown) {
      runInAction(() => mine === this.#loading && (this.failure = thrown));
    }
  }

  close(): void {
    this.#loading++;
    this.opened?.listed.source.preview?.(this.opened.listed.id, undefined);
    this.opened = undefined;
    this.draft = undefined;
    this.versions = undefined;
    this.wanted = undefined;
    this.failure = undefined;
    this.#undone = [];
    this.steps = 0;
  }

  get mayPlace(): boolean {
    return this.opened?.listed.source.mayPlace ?? false;
  }

  /** Of the box around what is placed, in coordinates of the file. */
  get middle(): Triple | undefined {
    const box = this.opened?.saved.box;
    if (!box) return undefined;
    return [(box.min[0] + box.max[0]) / 2, (box.min[1] + box.max[1]) / 2, (box.min[2] + box.max[2]) / 2];
  }

  get isChanged(): boolean {
    const { opened, draft } = this;
    if (!opened || !draft) return false;
    const before = georeferenceOf(draftOf(opened.saved, this.middle));
    return JSON.stringify(before) !== JSON.stringify(georeferenceOf(draft));
  }

  /** Changes the draft; `isStep`: undone by itself, not with the drag that it is part of. */
  change(draft: Draft, isStep = true): void {
    if (!this.draft) return;
    if (isStep) {
      this.#undone.push(this.draft);
      if (this.#undone.length > MOST_UNDONE) this.#undone.shift();
    }
    this.steps = this.#undone.length;
    this.#take(draft);
  }

  undo(): boolean {
    const before = this.#undone.pop();
    this.steps = this.#undone.length;
    if (!before) return false;
    this.#take(before);
    return true;
  }

  /** As it was saved. */
  reset(): void {
    if (!this.opened || !this.draft) return;
    this.change(draftOf(this.opened.saved, this.middle));
  }

  /** Takes an earlier version into the draft. */
  restore(version: StoredGeoreference): void {
    this.change({ ...draftOf(version, this.middle), found: version.found });
  }

  /** Scale, and of a shift the turn, that fits keep. */
  get base(): LocalTransform {
    return this.versions!.at(-1)!.transform;
  }

  get fit() {
    return this.draft && this.draft.points.length > 0 ? fitOf(this.draft, this.base) : undefined;
  }

  /** Where the points are now, as far as the draft is concerned: map minus where it puts them. */
  get residuals() {
    return this.draft ? residualsOf(this.draft.transform, this.draft.points) : [];
  }

  setPoints(points: readonly ControlPoint[]): void {
    if (this.draft) this.change(withFit({ ...this.draft, points }, this.base));
  }

  setFit(change: Partial<Pick<Draft, 'kind' | 'scale'>>): void {
    if (this.draft) this.change(withFit({ ...this.draft, ...change }, this.base));
  }

  /** A click has given what was wanted. */
  give(place: Triple): void {
    const { wanted, draft } = this;
    if (!wanted || !draft) return;
    const point = draft.points[wanted.index];
    this.wanted = undefined;
    if (!point) return;
    const points = [...draft.points];
    points[wanted.index] = { ...point, [wanted.side]: [...place] };
    this.setPoints(points);
  }

  want(wanted: Wanted | undefined): void {
    this.wanted = wanted;
  }

  /** Saves the draft as a new version. A failure is kept. */
  async save(): Promise<boolean> {
    const { opened, draft } = this;
    if (!opened || !draft || this.isSaving) return false;
    const { listed, saved } = opened;
    this.isSaving = true;
    this.failure = undefined;
    try {
      await listed.source.save(listed.id, georeferenceOf(draft), saved.version);
      if (this.opened === opened) await this.#read(listed);
      return true;
    } catch (thrown) {
      runInAction(() => (this.failure = thrown));
      return false;
    } finally {
      runInAction(() => (this.isSaving = false));
    }
  }

  /** Easting, northing and height of the draft's CRS to a position; undefined where it cannot be computed. */
  toPosition([east, north, height]: Triple): Position | undefined {
    const { draft, heights, isReady } = this;
    if (!draft?.crs || !isReady || !heights) return undefined;
    try {
      return unprojectAt(draft.crs, [east, north], (longitude, latitude) =>
        heights.toEllipsoid(longitude, latitude, height),
      );
    } catch {
      return undefined;
    }
  }

  /** The inverse; without a height, the height is undefined. */
  fromPosition(position: Position): [number, number, number | undefined] | undefined {
    const { draft, heights, isReady } = this;
    if (!draft?.crs || !isReady || !heights) return undefined;
    try {
      const [east, north] = project(draft.crs, position);
      const above = position[2];
      return [
        east,
        north,
        above === undefined ? undefined : heights.fromEllipsoid(position[0], position[1], above),
      ];
    } catch {
      return undefined;
    }
  }

  /** The outline of what is placed, where the draft puts it: the corners below and above. */
  get outline(): { below: Position[]; above: Position[] } | undefined {
    const { draft, opened } = this;
    if (!draft || !opened?.saved.box || !this.isReady) return undefined;
    const { below, above } = outlineOf(draft.transform, opened.saved.box);
    const both = [below, above].map((ring) =>
      ring.map((corner) => this.toPosition(corner)).filter((place) => place !== undefined),
    );
    return both.every((ring) => ring.length === 4) ? { below: both[0]!, above: both[1]! } : undefined;
  }

  #take(draft: Draft): void {
    const before = this.draft;
    this.draft = draft;
    const { opened } = this;
    if (opened) {
      const { listed } = opened;
      listed.source.preview?.(listed.id, this.isChanged ? georeferenceOf(draft) : undefined);
    }
    if (before?.crs !== draft.crs || before?.verticalCrs !== draft.verticalCrs || !this.isReady)
      void this.#prepare(draft);
  }

  /** Loads what the CRS and the heights of a draft take. A failure is kept. */
  async #prepare({ crs, verticalCrs, transform }: Draft): Promise<void> {
    this.isReady = false;
    this.heights = undefined;
    if (crs === null) return;
    try {
      await loadDefinitions(this.#api, [crs], new AbortController().signal);
      await loadCrs(crs);
      if (!canProject(crs)) throw new AppError('unknown-crs', crs);
      const [east, north] = transform.to;
      let area: [number, number, number, number] = [0, 0, 0, 0];
      try {
        const [longitude, latitude] = unproject(crs, [east, north]);
        area = [longitude, latitude, longitude, latitude];
      } catch {
        // Far outside of the CRS: typed on the way to where it should be.
      }
      const heights = await heightsOf(verticalCrs, area);
      runInAction(() => {
        if (this.draft?.crs !== crs || this.draft.verticalCrs !== verticalCrs) return;
        this.heights = heights;
        this.isReady = true;
      });
    } catch (thrown) {
      runInAction(() => (this.failure = thrown));
    }
  }
}
export const PLACING_DESK = serviceToken<PlacingDesk>('placement.PlacingDesk');
