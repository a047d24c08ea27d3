import { makeAutoObservable, observableRef } from 'mobx';
import { serviceToken } from '#core/kernel';
import type { FieldBookPoint } from '#core/protocol';
import { compareStaked, type StakeOut, type Tolerance } from './compare.ts';
import type { DesignPoint } from './design.ts';

/** The last comparison of staked points with their design. */
export class StakeOutDesk {
  tolerance: Tolerance = { plan: 0.02, height: 0.02 };
  #between: { design: readonly DesignPoint[]; points: readonly FieldBookPoint[] } | undefined = undefined;
  compared: StakeOut | undefined = undefined;

  constructor() {
    makeAutoObservable(this, { compared: observableRef });
  }

  compare(design: readonly DesignPoint[], points: readonly FieldBookPoint[]): void {
    this.#between = { design, points };
    this.compared = compareStaked(design, points, this.tolerance);
  }

  allow(tolerance: Partial<Tolerance>): void {
    this.tolerance = { ...this.tolerance, ...tolerance };
    if (this.#between) this.compare(this.#between.design, this.#between.points);
  }

  clear(): void {
    this.compared = this.#between = undefined;
  }
}
export const STAKE_OUT = serviceToken<StakeOutDesk>('field-book.StakeOut');
