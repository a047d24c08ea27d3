import { makeAutoObservable, observableRef } from 'mobx';
import { serviceToken } from '#core/kernel';
import { findLandmark, type Command, type Landmark } from '#core/plugin';

/** What the tour shows, in this order. */
const STEPS: readonly Landmark[] = ['map', 'tools', 'panels', 'search', 'status', 'menu'];

/** The tour through the workspace. */
export class Tour {
  /** The parts on the screen when it began; empty while it is not shown. */
  steps: readonly Landmark[] = [];
  index = 0;
  readonly #isShown: (step: Landmark) => boolean;

  constructor(isShown = (step: Landmark) => findLandmark(step) !== undefined) {
    this.#isShown = isShown;
    makeAutoObservable(this, { steps: observableRef }, { autoBind: true });
  }

  get isOpen(): boolean {
    return this.steps.length > 0;
  }

  get step(): Landmark | undefined {
    return this.steps[this.index];
  }

  get isLast(): boolean {
    return this.index === this.steps.length - 1;
  }

  start(): void {
    this.steps = STEPS.filter((step) => this.#isShown(step));
    this.index = 0;
  }

  /** The next step; after the last it ends. */
  next(): void {
    if (this.isLast) this.close();
    else this.index++;
  }

  back(): void {
    this.index = Math.max(0, this.index - 1);
  }

  close(): void {
    this.steps = [];
  }

  get command(): Command {
    return { run: () => this.start() };
  }
}

// Used only inside this plugin.
export const TOUR = serviceToken<Tour>('tour.Tour');
