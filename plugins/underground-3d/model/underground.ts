import { makeObservable, observableRef, reaction, runInAction } from 'mobx';
import { serviceToken, type Command } from '#core/plugin';
import type { Globes } from '#plugins/map-3d/api';

/** As the ground is first seen through. */
const THROUGH = 0.4;

/** How much of the ground is seen, 0 to 1; a globe that is opened again has all of its own. */
export class Underground {
  opacity = 1;

  constructor(globes: Pick<Globes, 'current$'>) {
    makeObservable(this, { opacity: observableRef });
    let stop: (() => void) | undefined;
    globes.current$.subscribe((globe) => {
      stop?.();
      stop =
        globe &&
        reaction(
          () => this.opacity,
          (opacity) => (globe.outlook.groundOpacity = opacity),
        );
      if (!globe) this.set(1);
    });
  }

  set(opacity: number): void {
    runInAction(() => (this.opacity = opacity));
  }

  toggle(): void {
    this.set(this.opacity < 1 ? 1 : THROUGH);
  }
}
export const UNDERGROUND = serviceToken<Underground>('underground-3d.Underground');

export function seeThrough(underground: Underground, globes: Pick<Globes, 'current' | 'current$'>): Command {
  return {
    run: () => underground.toggle(),
    disabled: () => (globes.current ? undefined : 'reason.no-globe'),
    changes$: globes.current$,
  };
}
