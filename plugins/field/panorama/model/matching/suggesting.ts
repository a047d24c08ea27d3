import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { Latest, serviceToken } from '#core/kernel';
import type { PanoramicPlace } from '#core/protocol';
import type { Measuring } from '../measuring.ts';
import type { Pictures } from '../pictures.ts';
import type { ProjectPanoramas } from '../stage.ts';
import type { Correlated } from './correlate.ts';
import { findMatch, isAside, type FoundMatch } from './find-match.ts';
import type { MatchFault, MatchTask } from './match-task.ts';

/** Where the point that is being measured probably is in the panorama that is seen. */
export class Suggesting {
  isLooking = false;
  match: FoundMatch | undefined;
  fault: MatchFault | undefined;
  readonly #measuring: Measuring;
  readonly #stage: Pick<ProjectPanoramas, 'current' | 'current$'>;
  readonly #pictures: Pictures;
  readonly #looking = new Latest();
  #of: PanoramicPlace | undefined;

  constructor(
    measuring: Measuring,
    stage: Pick<ProjectPanoramas, 'current' | 'current$'>,
    pictures: Pictures,
  ) {
    this.#measuring = measuring;
    this.#stage = stage;
    this.#pictures = pictures;
    makeAutoObservable(this, { match: observableRef });
    stage.current$.subscribe((place) => place?.id !== this.#of?.id && this.forget());
  }

  /** Whether there is a look from elsewhere that can be sought in this panorama. */
  mayLook(place: PanoramicPlace | undefined): boolean {
    const [look] = this.#measuring.sights;
    if (!look || !place?.pyramid || place.heading === null) return false;
    return this.#measuring.sights.every((one) => one.place.id !== place.id) && isAside(look, place);
  }

  /** Throws AppError. */
  async look(): Promise<void> {
    const [look] = this.#measuring.sights;
    const { current } = this.#stage;
    if (!look || !current) return;
    this.forget();
    this.isLooking = true;
    try {
      const found = await this.#looking.run(() => findMatch(look, current, this.#pictures, inWorker));
      if (found === undefined) return;
      runInAction(() => {
        this.#of = current;
        if (typeof found === 'string') this.fault = found;
        else this.match = found;
      });
    } finally {
      runInAction(() => (this.isLooking = false));
    }
  }

  /** As if it had been clicked. */
  take(): void {
    const { match } = this;
    if (match && this.#of) this.#measuring.sight(this.#of, match.direction);
    this.forget();
  }

  forget(): void {
    this.#looking.cancel();
    this.#of = undefined;
    this.isLooking = false;
    this.match = undefined;
    this.fault = undefined;
  }
}
export const SUGGESTING = serviceToken<Suggesting>('panorama.Suggesting');

function inWorker(task: MatchTask): Promise<Correlated> {
  const worker = new Worker(new URL('./match.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Correlated>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ found: Correlated } | { failed: string }>) =>
      'found' in data ? resolve(data.found) : reject(new Error(data.failed));
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(task);
  }).finally(() => worker.terminate());
}
