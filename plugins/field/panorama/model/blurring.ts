import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { Latest, serviceToken } from '#core/kernel';
import {
  blurPanoramic,
  downloadOriginal,
  findInPanoramic,
  readBlur,
  type BlurRegion,
  type PanoramicPlace,
} from '#core/protocol';
import type { ProjectPanoramas } from './stage.ts';

/** Points of each side of a rectangle on the screen: in the picture its sides are curves. */
const PER_SIDE = 8;

/** What of the panorama that is seen is blurred: stored, and marked on the screen since. */
export class Blurring {
  stored: readonly BlurRegion[] = [];
  added: readonly BlurRegion[] = [];
  isSending = false;
  /** Whether the server can look for faces and plates itself. */
  hasFinder = false;
  isLooking = false;
  #place: Pick<PanoramicPlace, 'id'> | undefined;
  #version = 0;
  #looked = -1;
  readonly #api: Pick<Api, 'call' | 'bytes'>;
  readonly #stage: Pick<ProjectPanoramas, 'current$' | 'reload'>;
  readonly #reading = new Latest();

  constructor(api: Pick<Api, 'call' | 'bytes'>, stage: Pick<ProjectPanoramas, 'current$' | 'reload'>) {
    this.#api = api;
    this.#stage = stage;
    makeAutoObservable(this, { stored: observableRef, added: observableRef });
    stage.current$.subscribe((place) => place?.id !== this.#place?.id && this.#enter(place));
  }

  get regions(): readonly BlurRegion[] {
    return [...this.stored, ...this.added];
  }

  add(region: BlurRegion): void {
    this.added = [...this.added, region];
  }

  /** The middle of the next region, one after the other and from the first again; undefined where there is none. */
  next(): readonly [across: number, down: number] | undefined {
    const { regions } = this;
    if (regions.length === 0) return undefined;
    this.#looked = (this.#looked + 1) % regions.length;
    const region = regions[this.#looked]!;
    const middle = (axis: 0 | 1) => {
      const values = region.map((corner) => corner[axis]);
      return (Math.min(...values) + Math.max(...values)) / 2;
    };
    return [middle(0), middle(1)];
  }

  /** Takes the last mark back; false where there is none. */
  takeBack(): boolean {
    if (this.added.length === 0) return false;
    this.added = this.added.slice(0, -1);
    return true;
  }

  /** Of the panorama that is seen. Throws AppError. */
  async read(): Promise<void> {
    const { id } = this.#place ?? {};
    if (id === undefined) return;
    await this.#reading.run(async (signal) => {
      const { data } = await this.#api.call(readBlur, { params: { id } }, { signal });
      runInAction(() => {
        this.stored = data.regions;
        this.hasFinder = data.hasFinder;
        this.#version = data.version;
      });
    });
  }

  /**
   * Marks what the finder of the server takes for faces and plates. Returns how many are marked and how many there are; undefined
   * when another panorama has been opened meanwhile. Throws AppError.
   */
  async find(): Promise<{ marked: number; total: number } | undefined> {
    const place = this.#place;
    this.isLooking = true;
    try {
      const { found, total } = (await this.#api.call(findInPanoramic, { params: { id: place!.id } })).data;
      if (place !== this.#place) return undefined;
      // These are looked at next.
      this.#looked = this.regions.length - 1;
      found.forEach(({ region }) => this.add(region));
      return { marked: found.length, total };
    } finally {
      runInAction(() => (this.isLooking = false));
    }
  }

  /** The picture as it was uploaded. Throws AppError. */
  async original(): Promise<Blob> {
    const { data } = await this.#api.bytes(downloadOriginal, { params: { id: this.#place!.id } });
    return new Blob([data ?? new ArrayBuffer(0)], { type: 'image/jpeg' });
  }

  /** Blurs what is marked, or with `none` uncovers everything. Throws AppError. */
  async apply(none = false): Promise<void> {
    const { id } = this.#place ?? {};
    if (id === undefined) return;
    this.isSending = true;
    try {
      const body = { regions: none ? [] : [...this.regions] };
      const request = { params: { id }, body, ifMatch: String(this.#version) };
      await this.#api.call(blurPanoramic, request);
      runInAction(() => (this.added = []));
      await Promise.all([this.read(), this.#stage.reload()]);
    } finally {
      runInAction(() => (this.isSending = false));
    }
  }

  #enter(place: Pick<PanoramicPlace, 'id'> | undefined): void {
    this.#reading.cancel();
    this.#place = place;
    this.stored = [];
    this.added = [];
    this.#looked = -1;
  }
}
export const BLURRING = serviceToken<Blurring>('panorama.Blurring');

/**
 * The region of a picture that a rectangle on the screen covers. `inPicture`: parts of the width and of the height of the
 * sphere; undefined if nothing is shown there.
 */
export function regionBetween(
  [x, y]: readonly [number, number],
  [toX, toY]: readonly [number, number],
  inPicture: (pixel: readonly [number, number]) => readonly [number, number] | undefined,
): BlurRegion | undefined {
  const corners = [
    [x, y],
    [toX, y],
    [toX, toY],
    [x, toY],
  ] as const;
  const region: [number, number][] = [];
  for (const [n, from] of corners.entries()) {
    const to = corners[(n + 1) % 4]!;
    for (let i = 0; i < PER_SIDE; i++) {
      const part = i / PER_SIDE;
      const place = inPicture([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]);
      if (!place) return undefined;
      const before = region.at(-1)?.[0] ?? place[0];
      // Over the edge of the picture it goes on.
      region.push([place[0] + Math.round(before - place[0]), place[1]]);
    }
  }
  return region;
}
