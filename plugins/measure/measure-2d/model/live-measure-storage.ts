import { reaction } from 'mobx';
import { merge } from 'rxjs';
import type { Api, Live } from '#core/api';
import { AppError, Latest } from '#core/kernel';
import type { Projects } from '#core/project';
import type { Figure, Figures } from '#core/sketch';
import type { MeasureStorage, MeasureRecords } from '../api.ts';
import { Shelf } from './shelf.ts';

/** Milliseconds until measurements that could not be loaded are loaded again. */
const RETRY_AFTER = 10_000;

/** Loads a plugin's measurements stored with the open project, and stores their changes. */
export class LiveMeasureStorage<M extends Figure> implements MeasureStorage {
  #shelf: Shelf | undefined;
  readonly #known = new Map<string, M>();
  readonly #newest = new Latest();

  constructor(
    readonly measures: Figures<M>,
    readonly records: MeasureRecords<M>,
    readonly api: Pick<Api, 'call'>,
    projects: Pick<Projects, 'current$'>,
    live: Pick<Live, 'on'>,
    /** Whether the person may change stored measurements; if not, changes stay local. */
    readonly mayKeep: () => boolean,
    readonly failed: (thrown: unknown) => void,
    readonly pause?: number,
  ) {
    projects.current$.subscribe((current) => void this.#open(current?.project.id));
    merge(live.on('measures'), live.on('reload')).subscribe((event) => void this.#onLiveEvent(event));
    reaction(
      () => measures.list,
      (list) => this.#follow(list),
    );
  }

  /** Stores a measurement with the project, or only locally from now on. */
  keep(id: string, stored: boolean): void {
    this.measures.setStored(id, stored);
    if (!stored) this.#shelf?.take(id);
  }

  /** Sends pending changes now. */
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
    if (shelf) await this.#load(shelf);
  }

  async #load(shelf: Shelf): Promise<void> {
    try {
      const stored = await shelf.read();
      const brought = await this.records.read(stored);
      if (this.#shelf !== shelf) return;
      for (const measure of brought) this.#known.set(measure.id, measure);
      this.measures.bring(brought);
    } catch (thrown) {
      if (this.#shelf !== shelf) return;
      this.failed(thrown);
      if (isPassing(thrown)) setTimeout(() => this.#shelf === shelf && void this.#load(shelf), RETRY_AFTER);
    }
  }

  /**
   * Someone else stored, changed or removed measurements: shows the new state, except where own changes are pending.
   */
  async #onLiveEvent(event: { projectId?: string; version?: number }): Promise<void> {
    const shelf = this.#shelf;
    if (!shelf || (event.projectId !== undefined && event.projectId !== shelf.projectId)) return;
    if (event.version !== undefined && event.version <= shelf.version) return;
    try {
      const all = await this.#newest.run(async () => this.records.read(await shelf.read()));
      if (!all || this.#shelf !== shelf) return;
      const theirs = all.filter(({ id }) => !shelf.isWaiting(id));
      const here = new Set(this.measures.list.map(({ id }) => id));
      // A measurement whose bubble was closed stays closed until the project is opened again.
      const shownHere = theirs.filter(({ id }) => here.has(id) || !this.#known.has(id));
      const ids = new Set(all.map(({ id }) => id));
      for (const id of this.#known.keys()) if (!ids.has(id) && !shelf.isWaiting(id)) this.#known.delete(id);
      for (const measure of theirs) this.#known.set(measure.id, measure);
      this.measures.meet(shownHere, (id) => shelf.isWaiting(id));
    } catch {
      // The next event, or opening the project again, loads them.
    }
  }

  /** A closed measurement stays stored: it is shown again with the project. */
  #follow(list: readonly M[]): void {
    for (const measure of list) {
      if (!measure.stored) {
        this.#known.delete(measure.id);
        continue;
      }
      const before = this.#known.get(measure.id);
      this.#known.set(measure.id, measure);
      const isNew = !before || !this.records.isSame(before, measure);
      if (isNew && this.mayKeep()) this.#shelf?.put(this.records.write(measure));
    }
  }
}

/** Whether it may be different next time: no answer, or a server that cannot at the moment. */
function isPassing(thrown: unknown): boolean {
  return thrown instanceof AppError && (thrown.status === undefined || thrown.status >= 500);
}
