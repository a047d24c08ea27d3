import { action, makeObservable, observableRef, reaction } from 'mobx';
import { isAbort, newUuid, serviceToken } from '#core/kernel';
import type { Position } from '#core/protocol';
import { Figures, type Figure } from '#core/sketch';
import type { MeasureStorage } from '#plugins/measure/measure-2d/api';
import type { MeasureOptions } from './surroundings.ts';
import { KINDS, type SpaceMeasureKind } from './kinds.ts';
import type { SpaceReading } from './measuring.ts';

/** A 3D measurement. Its reading is computed asynchronously; undefined until then or after a failure. */
export interface SpaceMeasure extends Figure {
  readonly kind: SpaceMeasureKind;
  /** The options it is computed with. */
  readonly choices: MeasureOptions;
  readonly reading: SpaceReading | undefined;
  /** The vertices of the reading: while a vertex is dragged, the previous ones. */
  readonly readAt?: readonly Position[];
  readonly failed?: unknown;
}

type ComputeMeasure = (
  kind: SpaceMeasureKind,
  vertices: readonly Position[],
  choices: MeasureOptions,
  signal: AbortSignal,
) => Promise<SpaceReading>;

/** A computation that is running or done. */
interface Computation {
  readonly of: SpaceMeasure;
  readonly controller: AbortController;
  done: boolean;
}

/** The 3D measurements of the open project; each is recomputed when its vertices or options change. */
export class SpaceMeasures extends Figures<SpaceMeasure> {
  choices: MeasureOptions = {
    eye: 1.7,
    target: 0,
    base: undefined,
    baseTerrain: undefined,
    accuracy: undefined,
  };
  /** The position of a profile under the pointer, on its chart or on the globe. */
  pointed: Position | undefined = undefined;
  readonly #computations = new Map<string, Computation>();
  readonly #take: ComputeMeasure;

  constructor(take: ComputeMeasure) {
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
  add(kind: SpaceMeasureKind, vertices: readonly Position[], single: boolean): SpaceMeasure {
    const { choices } = this;
    const measure: SpaceMeasure = {
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
  choose(to: Partial<MeasureOptions>): void {
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
  override placesOf({ vertices, reading, readAt }: SpaceMeasure): readonly Position[] {
    return reading && readAt === vertices ? reading.standings.map(({ place }) => place) : vertices;
  }

  /** Vertices on the ground stay on it. */
  override heightAt({ vertices, reading, readAt }: SpaceMeasure, index: number): number | undefined {
    const standing = readAt?.[index] === vertices[index] ? reading?.standings[index] : undefined;
    return standing && standing.on !== 'object' ? undefined : vertices[index]![2];
  }

  /** Computes what is outdated. A running computation is not restarted, so that values also appear during a drag. */
  #follow(): void {
    const here = new Set(this.list.map(({ id }) => id));
    this.#forget(({ of }) => !here.has(of.id));
    for (const measure of this.list) {
      const computation = this.#computations.get(measure.id);
      if (!computation || (computation.done && !isSame(computation.of, measure))) void this.#read(measure);
    }
  }

  #forget(which: (computation: Computation) => boolean): void {
    for (const [id, computation] of this.#computations)
      if (which(computation)) {
        computation.controller.abort();
        this.#computations.delete(id);
      }
  }

  async #read(measure: SpaceMeasure): Promise<void> {
    const { id, kind, vertices, choices } = measure;
    const controller = new AbortController();
    const computation: Computation = { of: measure, controller, done: false };
    this.#computations.set(id, computation);
    try {
      const reading = await this.#take(kind, vertices, choices, controller.signal);
      computation.done = true;
      if (!controller.signal.aborted) this.change(id, { reading, readAt: vertices, failed: undefined });
    } catch (thrown) {
      computation.done = true;
      if (!controller.signal.aborted && !isAbort(thrown))
        this.change(id, { reading: undefined, failed: thrown });
    }
  }
}

/** Whether both have the same content. */
export function isSame(one: SpaceMeasure, other: SpaceMeasure): boolean {
  return one.vertices === other.vertices && one.choices === other.choices;
}

// For this plugin only.
export const SPACE_MEASURES = serviceToken<SpaceMeasures>('measure-3d.SpaceMeasures');
export const SPACE_MEASURE_STORAGE = serviceToken<MeasureStorage>('measure-3d.MeasureStorage');
