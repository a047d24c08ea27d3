import { reaction } from 'mobx';
import type { Api } from '#core/api';
import { loadProjections } from '#core/geodesy';
import type { Projects } from '#core/project';
import type { KeptMeasure } from '#core/protocol';
import type { Measure, Measures } from './measures.ts';
import { Shelf } from './shelf.ts';

/** Brings the measures kept with the open project, and keeps those that are to be kept as they are changed. */
export class Keeping {
  #shelf: Shelf | undefined;
  readonly #known = new Map<string, Measure>();

  constructor(
    readonly measures: Measures,
    readonly api: Pick<Api, 'call'>,
    projects: Pick<Projects, 'current$'>,
    /** Whether the person may change what is kept; who may not has measures of others as their own, until it is closed. */
    readonly mayKeep: () => boolean,
    readonly failed: (thrown: unknown) => void,
    readonly pause?: number,
  ) {
    projects.current$.subscribe((current) => void this.#open(current?.project.id));
    reaction(
      () => measures.list,
      (list) => this.#follow(list),
    );
  }

  /** Keeps a measure with the project, or only here from now on. */
  keep(id: string, kept: boolean): void {
    this.measures.setKept(id, kept);
    if (!kept) this.#shelf?.take(id);
  }

  /** Sends now what waits. */
  async flush(): Promise<void> {
    await this.#shelf?.flush();
  }

  async #open(projectId: string | undefined): Promise<void> {
    if (this.#shelf?.projectId === projectId) return;
    void this.#shelf?.flush();
    this.#known.clear();
    const shelf =
      projectId === undefined ? undefined : new Shelf(projectId, this.api, this.failed, this.pause);
    this.#shelf = shelf;
    if (!shelf) return;
    try {
      const kept = await shelf.read();
      // A plane that is shown before it can be computed would be shown as geodesic.
      if (kept.some(({ basis }) => basis.kind === 'plane')) await loadProjections();
      if (this.#shelf !== shelf) return;
      const brought = kept.map((one): Measure => ({ ...one, offset: undefined, kept: true }));
      for (const measure of brought) this.#known.set(measure.id, measure);
      this.measures.bring(brought);
    } catch (thrown) {
      this.failed(thrown);
    }
  }

  /** A measure that was closed stays kept: it comes again with the project. */
  #follow(list: readonly Measure[]): void {
    for (const measure of list) {
      if (!measure.kept) {
        this.#known.delete(measure.id);
        continue;
      }
      const before = this.#known.get(measure.id);
      this.#known.set(measure.id, measure);
      const record = recordOf(measure);
      if (
        record &&
        this.mayKeep() &&
        (!before || before.vertices !== measure.vertices || before.basis !== measure.basis)
      )
        this.#shelf?.put(record);
    }
  }
}

/** A chainage has a line that others may not see: it is not kept. */
export function canBeKept({ kind }: Pick<Measure, 'kind'>): boolean {
  return kind !== 'chainage';
}

function recordOf({ id, kind, vertices, basis }: Measure): KeptMeasure | undefined {
  return kind === 'chainage' ? undefined : { id, kind, vertices: vertices.map((place) => [...place]), basis };
}
