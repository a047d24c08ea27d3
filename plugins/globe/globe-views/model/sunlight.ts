import { makeAutoObservable } from 'mobx';
import { serviceToken } from '#core/kernel';
import type { GlobeMap, Globes } from '#plugins/globe/map-3d/api';
import type { TimeScale } from './clock.ts';
import { sunOver } from './sun.ts';

/** Date and time of the sunlight on the globe. */
export class SunlightSettings {
  on = false;
  /** Milliseconds since 1970, UTC. */
  instant: number;
  /** Clock of the time shown. */
  clock: TimeScale = 'device';
  #globe: GlobeMap | undefined;

  constructor(globes: Pick<Globes, 'current$'>, now: number) {
    this.instant = now;
    makeAutoObservable(this);
    globes.current$.subscribe((globe) => {
      this.#globe = globe;
      this.#light();
    });
  }

  set(change: Partial<Pick<SunlightSettings, 'on' | 'instant' | 'clock'>>): void {
    Object.assign(this, change);
    this.#light();
  }

  #light(): void {
    if (this.#globe) this.#globe.outlook.sun = this.on ? sunOver(this.instant) : undefined;
  }
}
export const SUNLIGHT = serviceToken<SunlightSettings>('globe-views.Sunlight');
