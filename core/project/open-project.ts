import { BehaviorSubject, type Observable } from 'rxjs';
import type { Api, Live } from '#core/api';
import { AutosaveQueue, type AutosaveParts, type ServerState, type QueueStore } from '#core/autosave';
import {
  extentOfObject,
  LoadedAreas,
  mapObjectOf,
  ObjectDocument,
  readLines,
  runsOf,
  serverRecordOf,
  type Extent,
  type MapObject,
} from '#core/document';
import { DocumentHistory } from '#core/history';
import { AppError, isAbort, Lifetime, sentenceOf, type Disposable } from '#core/kernel';
import { geometriesAtPlace, listGeometryLines, listProjectAttributes } from '#core/protocol';
import type { GeometryObject, LiveEvents, ObjectType, Position, Project } from '#core/protocol';
import type { OpenProject } from './contract.ts';
import { freeFar, MOST_OBJECTS, type Look } from './freeing.ts';

export interface OpenProjectParts extends Omit<AutosaveParts, 'document'> {
  readonly api: Pick<Api, 'call' | 'bytes'>;
  readonly live: Pick<Live, 'on' | 'follow'>;
  readonly store: QueueStore;
  /** Objects in the document before those far away are freed. */
  readonly most?: number;
}

/** What is asked for first where nothing is here: metres around the place looked at, and objects. */
const FIRST = { radius: 200, limit: 300 };
const NOTHING_LOADING = { inFlight: 0, error: undefined };

/** A project opened: its objects, what was done to them, what of it is not yet saved, and what others do meanwhile. */
export class LiveProject implements OpenProject, Disposable {
  readonly history: DocumentHistory;
  readonly #types: BehaviorSubject<ReadonlyMap<string, ObjectType>>;
  readonly types$: Observable<ReadonlyMap<string, ObjectType>>;
  readonly #generation = new BehaviorSubject(0);
  readonly generation$: Observable<number> = this.#generation.asObservable();
  readonly #loading = new BehaviorSubject<{ inFlight: number; error: string | undefined }>(NOTHING_LOADING);
  readonly loading$ = this.#loading.asObservable();
  readonly #areas: LoadedAreas;
  readonly #api: Pick<Api, 'call' | 'bytes'>;
  readonly #lifetime = new Lifetime();
  readonly #looks = new Map<AbortSignal, Look>();
  readonly #keepers = new Set<() => Iterable<string>>();
  readonly #most: number;
  /** Objects that were left when some were freed last. */
  #left = 0;

  private constructor(
    readonly project: Project,
    readonly document: ObjectDocument,
    readonly autosave: AutosaveQueue,
    types: readonly ObjectType[],
    { api, live, most = MOST_OBJECTS }: OpenProjectParts,
  ) {
    this.#api = api;
    this.#most = most;
    this.history = new DocumentHistory(document);
    this.#types = new BehaviorSubject(byName(types));
    this.types$ = this.#types.asObservable();
    this.#areas = new LoadedAreas((extent, signal) => this.#fetch(extent, signal));
    this.#lifetime.add(autosave);
    this.#lifetime.add(live.on('geometries').subscribe((event) => this.#hear(event)));
    this.#lifetime.add(live.on('reload').subscribe(() => this.#outOfDate()));
    this.#lifetime.add(live.follow(project.id));
  }

  /** Takes up what earlier tabs left unsent before anything is shown. */
  static async open(
    project: Project,
    types: readonly ObjectType[],
    parts: OpenProjectParts,
  ): Promise<LiveProject> {
    const document = new ObjectDocument(project.id);
    const autosave = await AutosaveQueue.open({ ...parts, document });
    return new LiveProject(project, document, autosave, types, parts);
  }

  get types(): ReadonlyMap<string, ObjectType> {
    return this.#types.value;
  }

  async reloadTypes(): Promise<void> {
    const { data } = await this.#api.call(listProjectAttributes, { headers: { projectid: this.project.id } });
    if (!this.#lifetime.closed) this.#types.next(byName(data));
  }

  async load(extent: Extent, signal?: AbortSignal, place?: Position): Promise<void> {
    signal?.throwIfAborted();
    if (signal && place) {
      this.#looks.set(signal, { extent, place });
      signal.addEventListener('abort', () => this.#looks.delete(signal), { once: true });
      this.#loadAround(place, signal).catch(() => undefined);
    }
    try {
      await this.#areas.load(extent, signal, place);
      if (this.#loading.value.error !== undefined) this.#tellLoading(undefined);
    } catch (failure) {
      if (!isAbort(failure)) this.#tellLoading(sentenceOf(failure));
      throw failure;
    } finally {
      this.#freeFar();
    }
  }

  keep(ids: () => Iterable<string>): Disposable {
    this.#keepers.add(ids);
    return { dispose: () => void this.#keepers.delete(ids) };
  }

  receive(
    changed: readonly GeometryObject[],
    removed: readonly { id: string; version: number }[] = [],
  ): void {
    const gone = removed.map(({ id, version }) => ({ id, content: undefined, record: { version } }));
    this.autosave.receive([...changed.map(serverStateOf), ...gone], 'remote');
  }

  dispose(): void {
    this.#areas.forget();
    this.#lifetime.dispose();
  }

  async #fetch(extent: Extent, signal: AbortSignal): Promise<'done' | 'too-many'> {
    this.#flying(1);
    // Whatever of these the answer does not name is gone, unless it was touched meanwhile.
    const known = this.document.index.objects(extent).filter((object) => this.#settledIn(object, extent));
    try {
      const { data } = await this.#api.bytes(
        listGeometryLines,
        {
          headers: { projectid: this.project.id },
          query: { bbox: extent.join(','), partiallycontained: 'true' },
        },
        { signal },
      );
      if (this.#lifetime.closed || signal.aborted) return 'done';
      const listed = readLines(new TextDecoder().decode(data));
      this.autosave.receive(
        listed.map(({ object, record }) => ({ id: object.id, content: object, record })),
        'load',
      );
      this.#remove(known, new Set(listed.map(({ object }) => object.id)));
      return 'done';
    } catch (failure) {
      if (failure instanceof AppError && failure.status === 413) return 'too-many';
      throw failure;
    } finally {
      this.#flying(-1);
    }
  }

  /** What is nearest is there before its area, where that takes its time. Its failure is told by that of the area. */
  async #loadAround(place: Position, signal: AbortSignal): Promise<void> {
    const [x, y] = place;
    if (this.#areas.has([x, y, x, y])) return;
    const { data } = await this.#api.call(
      geometriesAtPlace,
      { headers: { projectid: this.project.id }, query: { x: String(x), y: String(y), ...FIRST } },
      { signal },
    );
    if (!this.#lifetime.closed && !signal.aborted) this.autosave.receive(data.map(serverStateOf), 'load');
  }

  #freeFar(): void {
    const { document, history, autosave } = this;
    if (this.#lifetime.closed || document.size <= this.#most || document.size === this.#left) return;
    const kept = new Set([...this.#keepers].flatMap((ids) => [...ids()]));
    const { done, undone } = history.state;
    for (const { changes } of [...done, ...undone]) for (const { id } of changes) kept.add(id);
    const isKept = (id: string) => kept.has(id) || autosave.has(id) || !document.recordOf(id);
    freeFar(document, this.#areas, { looks: [...this.#looks.values()], isKept, most: this.#most });
    this.#left = document.size;
  }

  /** Would the server surely list it for this box? Saved, and with a vertex inside. */
  #settledIn(object: MapObject, [west, south, east, north]: Extent): boolean {
    if (this.autosave.has(object.id) || !this.document.recordOf(object.id)) return false;
    const box = extentOfObject(object);
    if (box[0] > west && box[1] > south && box[2] < east && box[3] < north) return true;
    return runsOf(object.location).some(({ positions }) =>
      positions.some(([x, y]) => x > west && x < east && y > south && y < north),
    );
  }

  #remove(known: readonly MapObject[], listed: ReadonlySet<string>): void {
    const gone = known.filter(
      (object) =>
        !listed.has(object.id) && this.document.get(object.id) === object && !this.autosave.has(object.id),
    );
    this.document.apply(
      gone.map((before) => ({ id: before.id, before, after: undefined })),
      'remote',
    );
  }

  #hear({ projectId, changed, removed, reload }: LiveEvents['geometries']): void {
    if (projectId !== this.project.id) return;
    this.receive(changed, removed);
    if (reload) this.#outOfDate();
  }

  #outOfDate(): void {
    this.#areas.forget();
    // An import makes types too. Where they cannot be read now, the ones known stay.
    this.reloadTypes().catch(() => undefined);
    this.#generation.next(this.#generation.value + 1);
  }

  #flying(more: 1 | -1): void {
    const { inFlight, error } = this.#loading.value;
    this.#loading.next({ inFlight: inFlight + more, error });
  }

  #tellLoading(error: string | undefined): void {
    this.#loading.next({ ...this.#loading.value, error });
  }
}

function serverStateOf(object: GeometryObject): ServerState {
  return { id: object.id, content: mapObjectOf(object), record: serverRecordOf(object) };
}

function byName(types: readonly ObjectType[]): ReadonlyMap<string, ObjectType> {
  return new Map(types.map((type) => [type.name, type]));
}
