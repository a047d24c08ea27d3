import { makeAutoObservable } from 'mobx';
import { Subject } from 'rxjs';
import { serviceToken } from '#core/kernel';
import type { PanoramicPlace } from '#core/protocol';

interface Outcome {
  readonly place: PanoramicPlace;
  /** Its pyramid is not made yet, or why it could not be loaded. */
  readonly error?: 'unready' | { readonly reason: string };
  readonly lacksHeight?: boolean;
}

/** What became of the panorama that was asked for last. */
export class WalkState {
  /** The one on its way; undefined when it is there. */
  coming: PanoramicPlace | undefined;
  outcome: Outcome | undefined;
  readonly retry$ = new Subject<void>();

  constructor() {
    makeAutoObservable(this, { retry$: false });
  }

  begin(place: PanoramicPlace): void {
    this.coming = place;
  }

  end(outcome: Outcome): void {
    this.coming = undefined;
    this.outcome = outcome;
  }
}
export const WALK = serviceToken<WalkState>('panorama.WalkState');
