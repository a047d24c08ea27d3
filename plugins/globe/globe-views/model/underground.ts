import { makeAutoObservable } from 'mobx';
import { serviceToken } from '#core/kernel';
import type { Command } from '#core/plugin';
import type { GlobeMap, Globes } from '#plugins/globe/map-3d/api';

/** Initial opacity of the ground. */
const THROUGH = 0.4;

/** Opacity of the ground, 0 to 1; 1 whenever a globe is opened. */
export class Underground {
  opacity = 1;
  #globe: GlobeMap | undefined;

  constructor(globes: Pick<Globes, 'current$'>) {
    makeAutoObservable(this);
    globes.current$.subscribe((globe) => {
      this.#globe = globe;
      this.set(globe ? this.opacity : 1);
    });
  }

  set(opacity: number): void {
    this.opacity = opacity;
    if (this.#globe) this.#globe.outlook.groundOpacity = opacity;
  }

  toggle(): void {
    this.set(this.opacity < 1 ? 1 : THROUGH);
  }
}
export const UNDERGROUND = serviceToken<Underground>('globe-views.Underground');

export function seeThrough(underground: Underground, globes: Pick<Globes, 'current' | 'current$'>): Command {
  return {
    run: () => underground.toggle(),
    disabled: () => (globes.current ? undefined : 'reason.no-globe'),
    changes$: globes.current$,
  };
}
