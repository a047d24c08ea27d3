import { makeAutoObservable } from 'mobx';
import type { EventBus } from '#core/events';
import type { Tally } from '../api.ts';

/** Counts, and says so. State and pure functions live in `model/`: no React, no engine. */
export class TemplateTally implements Tally {
  count = 0;
  readonly #bus: EventBus;

  constructor(bus: EventBus) {
    this.#bus = bus;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  add(): void {
    this.count += 1;
    this.#bus.emit('templateCounted', { count: this.count });
  }
}
