import { action, makeObservable, observableRef } from 'mobx';
import { isAbort, newUuid } from '#core/kernel';
import type { Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Kind } from './kinds.ts';
import type { Choices } from './asking.ts';
import type { Reading } from './measuring.ts';

/** A measure in space. What it tells is asked for; meanwhile, or where that failed, there is none. */
export interface Measure {
  readonly id: string;
  readonly kind: Kind;
  readonly vertices: readonly Position[];
  readonly offset: Pixel | undefined;
  readonly reading: Reading | undefined;
  readonly failed?: unknown;
}

type Take = (
  kind: Kind,
  vertices: readonly Position[],
  choices: Choices,
  signal: AbortSignal,
) => Promise<Reading>;

/** The measures in space of the open project. */
export class SpaceMeasures {
  list: readonly Measure[] = [];
  choices: Choices = { eye: 1.7, target: 0, base: undefined };
  /** The place of a profile under the pointer, on its chart or on the map. */
  pointed: Position | undefined = undefined;
  readonly #taking = new Map<string, AbortController>();
  readonly #take: Take;

  constructor(take: Take) {
    this.#take = take;
    makeObservable<this, 'change'>(this, {
      list: observableRef,
      choices: observableRef,
      pointed: observableRef,
      add: action,
      remove: action,
      clear: action,
      change: action,
      choose: action,
      point: action,
    });
  }

  /** `single`: those before go. Resolves when it has been taken. */
  async add(kind: Kind, vertices: readonly Position[], single: boolean): Promise<void> {
    if (single) this.clear();
    const measure: Measure = { id: newUuid(), kind, vertices, offset: undefined, reading: undefined };
    this.list = [...this.list, measure];
    await this.#read(measure);
  }

  drag(id: string, offset: Pixel): void {
    this.change(id, { offset });
  }

  remove(id: string): void {
    this.#taking.get(id)?.abort();
    this.#taking.delete(id);
    this.list = this.list.filter((measure) => measure.id !== id);
    this.pointed = undefined;
  }

  clear(): void {
    for (const { id } of this.list) this.remove(id);
  }

  /** What was taken by other choices is taken anew. */
  choose(choices: Partial<Choices>): void {
    this.choices = { ...this.choices, ...choices };
    this.takeAgain(({ kind }) => kind === 'volume' || kind === 'viewshed');
  }

  /** Another ground is worn. */
  takeAgain(which: (measure: Measure) => boolean = () => true): void {
    for (const measure of this.list) if (which(measure)) void this.#read(measure);
  }

  point(place: Position | undefined): void {
    this.pointed = place;
  }

  async #read({ id, kind, vertices }: Measure): Promise<void> {
    this.#taking.get(id)?.abort();
    const controller = new AbortController();
    this.#taking.set(id, controller);
    try {
      const reading = await this.#take(kind, vertices, this.choices, controller.signal);
      if (!controller.signal.aborted) this.change(id, { reading, failed: undefined });
    } catch (thrown) {
      if (!controller.signal.aborted && !isAbort(thrown)) this.change(id, { failed: thrown });
    }
  }

  protected change(id: string, to: Partial<Measure>): void {
    this.list = this.list.map((measure) => (measure.id === id ? { ...measure, ...to } : measure));
  }
}
