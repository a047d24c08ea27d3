import { BehaviorSubject, combineLatest } from 'rxjs';
import { serviceToken } from '#core/kernel';
import type { Command } from '#core/plugin';
import type { Globes } from '#plugins/globe/map-3d/api';

/** Initial opacity of the ground. */
const THROUGH = 0.4;

/** Opacity of the ground, 0 to 1; 1 whenever a globe is opened. */
export class Underground {
  readonly opacity$ = new BehaviorSubject(1);

  constructor(globes: Pick<Globes, 'current$'>) {
    globes.current$.subscribe((globe) => {
      if (!globe) this.set(1);
    });
    combineLatest([globes.current$, this.opacity$]).subscribe(([globe, opacity]) => {
      if (globe) globe.outlook.groundOpacity = opacity;
    });
  }

  get opacity(): number {
    return this.opacity$.value;
  }

  set(opacity: number): void {
    this.opacity$.next(opacity);
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
