import { makeObservable, observableRef, reaction, runInAction } from 'mobx';
import { serviceToken } from '#core/plugin';
import type { Globes } from '#plugins/map-3d/api';
import type { Clock } from './clock.ts';
import { sunOver } from './sun.ts';

/** When the sun shines on the globe. */
export class Sunlight {
  on = false;
  /** Milliseconds since 1970, UTC. */
  instant: number;
  clock: Clock = 'device';

  constructor(globes: Pick<Globes, 'current$'>, now: number) {
    this.instant = now;
    makeObservable(this, { on: observableRef, instant: observableRef, clock: observableRef });
    let stop: (() => void) | undefined;
    globes.current$.subscribe((globe) => {
      stop?.();
      stop =
        globe &&
        reaction(
          () => (this.on ? this.instant : undefined),
          (instant) => (globe.outlook.sun = instant === undefined ? undefined : sunOver(instant)),
          { fireImmediately: true },
        );
    });
  }

  set(change: Partial<Pick<Sunlight, 'on' | 'instant' | 'clock'>>): void {
    runInAction(() => Object.assign(this, change));
  }
}
export const SUNLIGHT = serviceToken<Sunlight>('sun-3d.Sunlight');
