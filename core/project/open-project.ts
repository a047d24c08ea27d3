import { BehaviorSubject, type Observable } from 'rxjs';
import type { Api, Live } from '#core/api';
import { AutosaveQueue, type AutosaveDependencies, type ServerState, type QueueStore } from '#core/autosave';
import {
  extentOfObject,
  extentsMeet,
  LoadedAreas,
  mapObjectOf,
  ObjectDocument,
  readLines,
  serverRecordOf,
  type Change,
  type Extent,
  type MapObject,
} from '#core/document';
import type { withComputed } from '#core/expression';
import { fieldLacks, type FieldLack } from '#core/fields';
import { DocumentHistory } from '#core/history';
import { AppError, isAbort, Lifetime, sentenceOf, type Disposable } from '#core/kernel';
import {
  geometriesAtPlace,
  getProject,
  listGeometryLines,
  listLinesOf,
  listProjectAttributes,
  MAX_BY_ID,
} from '#core/protocol';
import type { GeometryObject, LiveEvents, ObjectType, Position, Project } from '#core/protocol';
import type { OpenProject } from './contract.ts';
import { areLoaded, isSurelyIn } from './coverage.ts';
import { ObjectLimit } from './object-limit.ts';
import { MAX_OBJECTS } from './unload-distant.ts';

export interface OpenProjectDependencies extends Omit<AutosaveDependencies, 'document'> {
  readonly api: Pick<Api, 'call' | 'bytes'>;
  readonly live: Pick<Live, 'on' | 'follow'>;
  readonly store: QueueStore;
  /** Tells the person what new objects of a type lack, so that they were not created. */
  readonly refused?: (type: ObjectType, lacks: readonly FieldLack[]) => void;
  /** Most objects in memory before distant ones are unloaded. Default: MAX_OBJECTS. */
  readonly maxObjects?: number;
}

/** The first request where nothing is loaded: radius in metres around the place, number of objects. */
const FIRST_OBJECTS = { radius: 200, limit: 300 };
const NOTHING_LOADING = { inFlight: 0, error: undefined };

/** An open project: its objects, history, unsaved changes, and the live changes of others. */
export class LoadedProject implements OpenProject, Disposable {
  readonly history: DocumentHistory;
  readonly #project: BehaviorSubject<Project>;
  readonly project$: Observable<Project>;
  readonly #types: BehaviorSubject<ReadonlyMap<string, ObjectType>>;
  readonly types$: Observable<ReadonlyMap<string, ObjectType>>;
  readonly #generation = new BehaviorSubject(0);
  readonly generation$: Observable<number> = this.#generation.asObservable();
  /** The generation whose objects the extent of the project contains; later ones have come by events. */
  #extentOf = 0;
  readonly #loading = new BehaviorSubject<{ inFlight: number; error: string | undefined }>(NOTHING_LOADING);
  readonly loading$ = this.#loading.asObservable();
  readonly #areas: LoadedAreas;
  readonly #api: Pick<Api, 'call' | 'bytes'>;
  readonly #lifetime = new Lifetime();
  readonly #limit: ObjectLimit;

  private constructor(
    project: Project,
    readonly document: ObjectDocument,
    readonly autosave: AutosaveQueue,
    types: readonly ObjectType[],
    {
      api,
      live,
      maxObjects = MAX_OBJECTS,
      compute,
      refused,
    }: OpenProjectDependencies & { compute: typeof withComputed },
  ) {
    this.#project = new BehaviorSubject(project);
    this.project$ = this.#project.asObservable();
    this.#api = api;
    this.history = new DocumentHistory(document, {
      complete: (object) => {
        const fields = this.types.get(object.typeName)?.fields ?? [];
        const properties = compute(fields, object.properties, () => object.location);
        return properties === object.properties ? object : { ...object, properties };
      },
      refuses: (changes) => {
        const lacking = this.#lacking(changes);
        if (lacking) refused?.(lacking.type, lacking.lacks);
        return lacking !== undefined;
      },
    });
    this.#types = new BehaviorSubject(byName(types));
    this.types$ = this.#types.asObservable();
    this.#areas = new LoadedAreas((extent, signal) => this.#fetch(extent, signal));
    const { history } = this;
    this.#limit = new ObjectLimit({ document, areas: this.#areas, autosave, history, max: maxObjects });
    this.#lifetime.add(autosave);
    this.#lifetime.add(live.on('geometries').subscribe((event) => this.#receiveEvent(event)));
    // When they cannot be loaded, the known ones stay.
    this.#lifetime.add(live.on('types').subscribe(() => void this.reloadTypes().catch(() => undefined)));
    this.#lifetime.add(live.on('project').subscribe((event) => this.#receiveProject(event)));
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
    // With geodesy, which pages without a map do without.
    const { withComputed: compute } = await import('#core/expression');
    return new LoadedProject(project, document, autosave, types, { ...parts, compute });
  }

  get project(): Project {
    return this.#project.value;
  }

  get types(): ReadonlyMap<string, ObjectType> {
    return this.#types.value;
  }

  /** The first new object that lacks required values. */
  #lacking(changes: readonly Change[]): { type: ObjectType; lacks: FieldLack[] } | undefined {
    for (const { before, after } of changes) {
      const type = before || !after ? undefined : this.types.get(after.typeName);
      const lacks = type ? fieldLacks(type, after!.properties) : [];
      if (type && lacks.length > 0) return { type, lacks };
    }
    return undefined;
  }

  async reloadProject(): Promise<void> {
    const { data } = await this.#api.call(getProject, { params: { id: this.project.id } });
    if (!this.#lifetime.closed && data.version >= this.project.version) this.#project.next(data);
  }

  async reloadTypes(): Promise<void> {
    const { data } = await this.#api.call(listProjectAttributes, { headers: { projectid: this.project.id } });
    if (!this.#lifetime.closed) this.#types.next(byName(data));
  }

  async load(extent: Extent, signal?: AbortSignal, place?: Position): Promise<void> {
    signal?.throwIfAborted();
    if (signal && place) {
      this.#limit.addView({ extent, center: place }, signal);
      this.#loadAround(place, signal).catch(() => undefined);
    }
    try {
      await this.#areas.load(extent, signal, place);
      if (this.#loading.value.error !== undefined) this.#setLoadError(undefined);
    } catch (failure) {
      if (!isAbort(failure)) this.#setLoadError(sentenceOf(failure));
      throw failure;
    } finally {
      if (!this.#lifetime.closed) this.#limit.unload();
    }
  }

  covers(extent?: Extent): boolean {
    // Objects beyond the extent have come since, by events, unless the changes were too large for these.
    const whole = this.#generation.value === this.#extentOf ? this.project.extent : undefined;
    return areLoaded(this.#areas, whole, extent);
  }

  async loadObjects(ids: readonly string[], signal?: AbortSignal): Promise<readonly string[]> {
    const found = new Set<string>();
    for (let from = 0; from < ids.length; from += MAX_BY_ID) {
      const { data } = await this.#api.bytes(
        listLinesOf,
        { headers: { projectid: this.project.id }, body: { ids: ids.slice(from, from + MAX_BY_ID) } },
        signal ? { signal } : {},
      );
      signal?.throwIfAborted();
      if (this.#lifetime.closed) break;
      for (const id of this.#receiveLines(data)) found.add(id);
    }
    return ids.filter((id) => !found.has(id));
  }

  async refresh(ids: readonly string[]): Promise<void> {
    const loaded = ids.flatMap((id) => (this.autosave.has(id) ? [] : (this.document.get(id) ?? [])));
    this.#invalidate();
    const { views, undoable } = this.#limit;
    const isInView = (object: MapObject) => views.some((view) => extentsMeet(view, extentOfObject(object)));
    const isMany = loaded.length > MAX_BY_ID;
    const stale = isMany ? loaded.filter((object) => !isInView(object)) : loaded;
    const far = isMany ? stale.filter(({ id }) => !undoable.has(id)) : [];
    this.document.apply(
      far.map((before) => ({ id: before.id, before, after: undefined })),
      'unload',
    );
    const rest = stale.filter(({ id }) => this.document.get(id));
    const gone = new Set(await this.loadObjects(rest.map(({ id }) => id)));
    if (!this.#lifetime.closed)
      this.#remove(
        rest.filter(({ id }) => gone.has(id)),
        new Set(),
      );
  }

  retain(ids: () => Iterable<string>): Disposable {
    return this.#limit.retain(ids);
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
      this.#remove(known, new Set(this.#receiveLines(data)));
      return 'done';
    } catch (failure) {
      if (failure instanceof AppError && failure.status === 413) return 'too-many';
      throw failure;
    } finally {
      this.#countInFlight(-1);
    }
  }

  /** Returns the ids of the objects. */
  #receiveLines(data: ArrayBuffer | undefined): string[] {
    const listed = readLines(new TextDecoder().decode(data));
    this.autosave.receive(
      listed.map(({ object, record }) => ({ id: object.id, content: object, record })),
      'load',
    );
    return listed.map(({ object }) => object.id);
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

  /** Returns whether the server certainly lists the object for this extent, as it is here. */
  #isListedIn(object: MapObject, extent: Extent): boolean {
    const isSaved = !this.autosave.has(object.id) && this.document.recordOf(object.id) !== undefined;
    return isSaved && isSurelyIn(object, extent);
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

  #receiveProject({ projectId, version }: LiveEvents['project']): void {
    // When it cannot be loaded, the known one stays.
    if (projectId === this.project.id && version > this.project.version)
      this.reloadProject().catch(() => undefined);
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
    const generation = this.#generation.value + 1;
    this.#generation.next(generation);
    this.reloadProject().then(
      () => (this.#extentOf = generation),
      // Until the next one it is not known where all objects are.
      () => undefined,
    );
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
