import { BehaviorSubject, type Observable } from 'rxjs';
import type { Api, Live } from '#core/api';
import { AutosaveQueue, type AutosaveDependencies, type ServerState, type QueueStore } from '#core/autosave';
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
import { unloadDistant, MAX_OBJECTS, type ViewedArea } from './unload-distant.ts';

export interface OpenProjectDependencies extends Omit<AutosaveDependencies, 'document'> {
  readonly api: Pick<Api, 'call' | 'bytes'>;
  readonly live: Pick<Live, 'on' | 'follow'>;
  readonly store: QueueStore;
  /** Most objects in memory before distant ones are unloaded. Default: MAX_OBJECTS. */
  readonly maxObjects?: number;
}

/** The first request where nothing is loaded: radius in metres around the place, number of objects. */
const FIRST_OBJECTS = { radius: 200, limit: 300 };
const NOTHING_LOADING = { inFlight: 0, error: undefined };

/** An open project: its objects, history, unsaved changes, and the live changes of others. */
export class LoadedProject implements OpenProject, Disposable {
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
  readonly #views = new Map<AbortSignal, ViewedArea>();
  readonly #retainers = new Set<() => Iterable<string>>();
  readonly #maxObjects: number;
  /** Number of objects after the last unloading. */
  #sizeAfterUnload = 0;

  private constructor(
    readonly project: Project,
    readonly document: ObjectDocument,
    readonly autosave: AutosaveQueue,
    types: readonly ObjectType[],
    { api, live, maxObjects = MAX_OBJECTS }: OpenProjectDependencies,
  ) {
    this.#api = api;
    this.#maxObjects = maxObjects;
    this.history = new DocumentHistory(document);
    this.#types = new BehaviorSubject(byName(types));
    this.types$ = this.#types.asObservable();
    this.#areas = new LoadedAreas((extent, signal) => this.#fetch(extent, signal));
    this.#lifetime.add(autosave);
    this.#lifetime.add(live.on('geometries').subscribe((event) => this.#receiveEvent(event)));
    this.#lifetime.add(live.on('reload').subscribe(() => this.#invalidate()));
    this.#lifetime.add(live.follow(project.id));
  }

  /** Opens a project with what earlier tabs left unsent. */
  static async open(
    project: Project,
    types: readonly ObjectType[],
    parts: OpenProjectDependencies,
  ): Promise<LoadedProject> {
    const document = new ObjectDocument(project.id);
    const autosave = await AutosaveQueue.open({ ...parts, document });
    return new LoadedProject(project, document, autosave, types, parts);
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
      this.#views.set(signal, { extent, center: place });
      signal.addEventListener('abort', () => this.#views.delete(signal), { once: true });
      this.#loadAround(place, signal).catch(() => undefined);
    }
    try {
      await this.#areas.load(extent, signal, place);
      if (this.#loading.value.error !== undefined) this.#setLoadError(undefined);
    } catch (failure) {
      if (!isAbort(failure)) this.#setLoadError(sentenceOf(failure));
      throw failure;
    } finally {
      this.#unloadDistant();
    }
  }

  retain(ids: () => Iterable<string>): Disposable {
    this.#retainers.add(ids);
    return { dispose: () => void this.#retainers.delete(ids) };
  }

  receive(
    changed: readonly GeometryObject[],
    removed: readonly { id: string; version: number }[] = [],
  ): void {
    const deleted = removed.map(({ id, version }) => ({ id, content: undefined, record: { version } }));
    this.autosave.receive([...changed.map(serverStateOf), ...deleted], 'remote');
  }

  dispose(): void {
    this.#areas.forget();
    this.#lifetime.dispose();
  }

  async #fetch(extent: Extent, signal: AbortSignal): Promise<'done' | 'too-many'> {
    this.#countInFlight(1);
    // Those of them that the response does not list were deleted, unless they changed meanwhile.
    const known = this.document.index.objects(extent).filter((object) => this.#isListedIn(object, extent));
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
      this.#countInFlight(-1);
    }
  }

  /** Loads the nearest objects ahead of their area. Failures are ignored: the area reports its own. */
  async #loadAround(place: Position, signal: AbortSignal): Promise<void> {
    const [x, y] = place;
    if (this.#areas.has([x, y, x, y])) return;
    const { data } = await this.#api.call(
      geometriesAtPlace,
      { headers: { projectid: this.project.id }, query: { x: String(x), y: String(y), ...FIRST_OBJECTS } },
      { signal },
    );
    if (!this.#lifetime.closed && !signal.aborted) this.autosave.receive(data.map(serverStateOf), 'load');
  }

  #unloadDistant(): void {
    const { document, history, autosave } = this;
    if (this.#lifetime.closed || document.size <= this.#maxObjects || document.size === this.#sizeAfterUnload)
      return;
    const retained = new Set([...this.#retainers].flatMap((ids) => [...ids()]));
    const { done, undone } = history.state;
    for (const { changes } of [...done, ...undone]) for (const { id } of changes) retained.add(id);
    const isRetained = (id: string) => retained.has(id) || autosave.has(id) || !document.recordOf(id);
    unloadDistant(document, this.#areas, {
      views: [...this.#views.values()],
      isRetained,
      max: this.#maxObjects,
    });
    this.#sizeAfterUnload = document.size;
  }

  /** Returns whether the server certainly lists the object for this extent: saved, and with a vertex inside. */
  #isListedIn(object: MapObject, [west, south, east, north]: Extent): boolean {
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

  #receiveEvent({ projectId, changed, removed, reload }: LiveEvents['geometries']): void {
    if (projectId !== this.project.id) return;
    this.receive(changed, removed);
    if (reload) this.#invalidate();
  }

  #invalidate(): void {
    this.#areas.forget();
    // An import may create types. When they cannot be loaded, the known ones stay.
    this.reloadTypes().catch(() => undefined);
    this.#generation.next(this.#generation.value + 1);
  }

  #countInFlight(change: 1 | -1): void {
    const { inFlight, error } = this.#loading.value;
    this.#loading.next({ inFlight: inFlight + change, error });
  }

  #setLoadError(error: string | undefined): void {
    this.#loading.next({ ...this.#loading.value, error });
  }
}

function serverStateOf(object: GeometryObject): ServerState {
  return { id: object.id, content: mapObjectOf(object), record: serverRecordOf(object) };
}

function byName(types: readonly ObjectType[]): ReadonlyMap<string, ObjectType> {
  return new Map(types.map((type) => [type.name, type]));
}
