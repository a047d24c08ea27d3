import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx';
import { Latest, serviceToken } from '#core/kernel';
import type { PanoramicPlace } from '#core/protocol';
import type { Measuring } from '../measuring.ts';
import type { Pictures } from '../pictures.ts';
import type { ProjectPanoramas } from '../stage.ts';
import type { Correlated } from './correlate.ts';
import { findMatch, isAside, type PlacedMatch } from './find-match.ts';
import type { MatchFault, MatchTask } from './match-task.ts';

/** Where the point that is being measured probably is in the panorama that is seen. */
export class Suggesting {
  isSearching = false;
  match: PlacedMatch | undefined;
  fault: MatchFault | undefined;
  readonly #measuring: Measuring;
  readonly #stage: Pick<ProjectPanoramas, 'current' | 'current$'>;
  readonly #pictures: Pictures;
  readonly #latest = new Latest();
  /** In which it is looked for. */
  #place: PanoramicPlace | undefined;

  constructor(
    measuring: Measuring,
    stage: Pick<ProjectPanoramas, 'current' | 'current$'>,
    pictures: Pictures,
  ) {
    this.#measuring = measuring;
    this.#stage = stage;
    this.#pictures = pictures;
    makeAutoObservable(this, { match: observableRef });
    stage.current$.subscribe((place) => place?.id !== this.#place?.id && this.forget());
    // A match is of the line of sight that it was looked for with.
    reaction(
      () => measuring.sights,
      () => this.forget(),
    );
  }

  /** Whether there is a line of sight from elsewhere whose point can be looked for in this panorama. */
  canSearch(place: PanoramicPlace | undefined): boolean {
    const [sight] = this.#measuring.sights;
    if (!sight || !place?.pyramid || place.heading === null) return false;
    return this.#measuring.sights.every((one) => one.place.id !== place.id) && isAside(sight, place);
  }

  /** Throws AppError. */
  async search(): Promise<void> {
    const [sight] = this.#measuring.sights;
    const { current } = this.#stage;
    if (!sight || !current) return;
    this.forget();
    this.#place = current;
    this.isSearching = true;
    try {
      const match = await this.#latest.run(() => findMatch(sight, current, this.#pictures, inWorker));
      if (match === undefined) return;
      runInAction(() => {
        if (typeof match === 'string') this.fault = match;
        else this.match = match;
        this.isSearching = false;
      });
    } catch (thrown) {
      runInAction(() => (this.isSearching = false));
      throw thrown;
    }
  }

  /** As if it had been clicked. */
  take(): void {
    const { match } = this;
    if (match && this.#place) this.#measuring.sight(this.#place, match.direction);
  }

  forget(): void {
    this.#latest.cancel();
    this.#place = undefined;
    this.isSearching = false;
    this.match = undefined;
    this.fault = undefined;
  }
}
export const SUGGESTING = serviceToken<Suggesting>('panorama.Suggesting');

function inWorker(task: MatchTask): Promise<Correlated> {
  const worker = new Worker(new URL('./match.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Correlated>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ correlated: Correlated } | { failed: string }>) =>
      'correlated' in data ? resolve(data.correlated) : reject(new Error(data.failed));
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(task);
  }).finally(() => worker.terminate());
}
