import { action, makeObservable, observableRef, reaction } from 'mobx';
import { isAbort, newUuid, serviceToken } from '#core/kernel';
import type { Position } from '#core/protocol';
import { Figures, type Figure } from '#core/sketch';
import type { MeasureKeeping } from '#plugins/measure/measure-2d/api';
import type { Choices } from './asking.ts';
import { KINDS, type Kind } from './kinds.ts';
import type { Reading } from './measuring.ts';

/** A 3D measurement. Its reading is computed asynchronously; undefined until then or after a failure. */
export interface Measure extends Figure {
  readonly kind: Kind;
  /** The options it is computed with. */
  readonly choices: Choices;
  readonly reading: Reading | undefined;
  /** The vertices of the reading: while a vertex is dragged, the previous ones. */
  readonly readAt?: readonly Position[];
  readonly failed?: unknown;
}

type Take = (
  kind: Kind,
  vertices: readonly Position[],
  choices: Choices,
  signal: AbortSignal,
) => Promise<Reading>;

/** A computation that is running or done. */
interface Asked {
  readonly of: Measure;
  readonly controller: AbortController;
  done: boolean;
}

/** The 3D measurements of the open project; each is recomputed when its vertices or options change. */
export class SpaceMeasures extends Figures<Measure> {
  choices: Choices = { eye: 1.7, target: 0, base: undefined };
  /** The position of a profile under the pointer, on its chart or on the globe. */
  pointed: Position | undefined = undefined;
  readonly #asked = new Map<string, Asked>();
  readonly #take: Take;

  constructor(take: Take) {
    super(({ kind }) => KINDS[kind]);
    this.#take = take;
    makeObservable(this, {
      choices: observableRef,
      pointed: observableRef,
      add: action,
      choose: action,
      point: action,
    });
    reaction(
      () => this.list,
      () => this.#follow(),
    );
  }

  /** `single`: removes the previous ones, except those stored with the project. */
  add(kind: Kind, vertices: readonly Position[], single: boolean): Measure {
    const { choices } = this;
    const measure: Measure = {
      id: newUuid(),
      kind,
      vertices,
      choices,
      offset: undefined,
      reading: undefined,
    };
    this.put(measure, single);
    return measure;
  }

  /** Sets the options of new and existing measurements; those stored with the project stay as they are. */
  choose(to: Partial<Choices>): void {
    const choices = { ...this.choices, ...to };
    this.choices = choices;
    this.list = this.list.map((measure) => (measure.stored ? measure : { ...measure, choices }));
  }

  /** Recomputes all for another active terrain. */
  takeAgain(): void {
    this.#forget(() => true);
    this.#follow();
  }

  point(place: Position | undefined): void {
    this.pointed = place;
  }

  /** With ground heights, where known. */
  override placesOf({ vertices, reading, readAt }: Measure): readonly Position[] {
    return reading && readAt === vertices ? reading.standings.map(({ place }) => place) : vertices;
  }

  /** Vertices on the ground stay on it. */
  override heightAt({ vertices, reading, readAt }: Measure, index: number): number | undefined {
    const standing = readAt?.[index] === vertices[index] ? reading?.standings[index] : undefined;
    return standing && standing.on !== 'object' ? undefined : vertices[index]![2];
  }

  /** Computes what is outdated. A running computation is not restarted, so that values also appear during a drag. */
  #follow(): void {
    const here = new Set(this.list.map(({ id }) => id));
    this.#forget(({ of }) => !here.has(of.id));
    for (const measure of this.list) {
      const asked = this.#asked.get(measure.id);
      if (!asked || (asked.done && !isSame(asked.of, measure))) void this.#read(measure);
    }
  }

  #forget(which: (asked: Asked) => boolean): void {
    for (const [id, asked] of this.#asked)
      if (which(asked)) {
        asked.controller.abort();
        this.#asked.delete(id);
      }
  }

  async #read(measure: Measure): Promise<void> {
    const { id, kind, vertices, choices } = measure;
    const controller = new AbortController();
    const asked: Asked = { of: measure, controller, done: false };
    this.#asked.set(id, asked);
    try {
      const reading = await this.#take(kind, vertices, choices, controller.signal);
      asked.done = true;
      if (!controller.signal.aborted) this.change(id, { reading, readAt: vertices, failed: undefined });
    } catch (thrown) {
      asked.done = true;
      if (!controller.signal.aborted && !isAbort(thrown))
        this.change(id, { reading: undefined, failed: thrown });
    }
  }
}

/** Whether both have the same content. */
export function isSame(one: Measure, other: Measure): boolean {
  return one.vertices === other.vertices && one.choices === other.choices;
}

// For this plugin only.
export const SPACE_MEASURES = serviceToken<SpaceMeasures>('measure-3d.SpaceMeasures');
export const SPACE_KEEPING = serviceToken<MeasureKeeping>('measure-3d.Keeping');
