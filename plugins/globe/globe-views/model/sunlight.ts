import { BehaviorSubject, combineLatest } from 'rxjs';
import { serviceToken } from '#core/kernel';
import type { Globes } from '#plugins/globe/map-3d/api';
import type { TimeScale } from './clock.ts';
import { sunOver } from './sun.ts';

interface State {
  readonly on: boolean;
  /** Milliseconds since 1970, UTC. */
  readonly instant: number;
  /** Clock of the time shown. */
  readonly clock: TimeScale;
}

/** Date and time of the sunlight on the globe. */
export class Sunlight {
  readonly state$: BehaviorSubject<State>;

  constructor(globes: Pick<Globes, 'current$'>, now: number) {
    this.state$ = new BehaviorSubject<State>({ on: false, instant: now, clock: 'device' });
    combineLatest([globes.current$, this.state$]).subscribe(([globe, { on, instant }]) => {
      if (globe) globe.outlook.sun = on ? sunOver(instant) : undefined;
    });
  }

  get state(): State {
    return this.state$.value;
  }

  set(change: Partial<State>): void {
    this.state$.next({ ...this.state, ...change });
  }
}
export const SUNLIGHT = serviceToken<Sunlight>('globe-views.Sunlight');
