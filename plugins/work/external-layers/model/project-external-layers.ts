import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import type { StoredValue, TextStorage } from '#core/browser';
import { AppError, type Disposable, isAbort, Latest, sentenceOf, serviceToken } from '#core/kernel';
import type {
  ExternalFeatures,
  ExternalLayerLoader,
  ExternalLayerState,
  ImageRequest,
  LayerExtent,
  MapView,
  TilePlace,
} from '#core/mapview';
import { loadDefinitions, type Projects } from '#core/project';
import {
  addExternalLayer,
  deleteExternalLayer,
  listExternalLayers,
  updateExternalLayer,
  type BodyOf,
  type ExternalLayer,
  type LayerSource,
  type SourceOf,
} from '#core/protocol';
import type { LayerReaders } from './layer-readers.ts';
import type { LazyReaders } from './lazy-readers.ts';
import { AS_STORED, inOrder, reordered, storedLooks, type StoredLooks } from './stored-looks.ts';
import type { Waiting } from './waiting.ts';

interface Services {
  readonly api: Pick<Api, 'call' | 'bytes'>;
  readonly projects: Pick<Projects, 'current' | 'current$'>;
  readonly storage: TextStorage | undefined;
  readonly readers: LazyReaders;
}

/** Most objects of a file that are drawn of a view. */
const MAX_OF_FILE = 20_000;

/** A layer as this person sees it. */
interface ArrangedLayer {
  readonly layer: ExternalLayer;
  /** With the moment that the person has chosen. */
  readonly source: LayerSource;
  readonly visible: boolean;
  readonly opacity: number;
  /** Whether its objects attract. */
  readonly snaps: boolean;
}

export interface LayerEntry extends ArrangedLayer {
  /** Why its last request failed. */
  readonly problem: unknown;
}

export type NewExternalLayer = BodyOf<typeof addExternalLayer>;
export type ExternalLayerChange = BodyOf<typeof updateExternalLayer>;

/** The layers of other servers in the open project, with the person's settings on this device. */
export class ProjectExternalLayers implements ExternalLayerLoader, Disposable {
  /** As the server has them; undefined until loaded. */
  layers: readonly ExternalLayer[] | undefined = undefined;
  /** Why the list could not be loaded. */
  error: unknown = undefined;
  looks: StoredLooks = AS_STORED;
  /** By id. */
  problems: ReadonlyMap<string, unknown> = new Map();
  /** Ids of layers of which not all objects in view are drawn. */
  cut: ReadonlySet<string> = new Set();
  /** Number of retries by the person, by id. */
  attempts: ReadonlyMap<string, number> = new Map();
  /** Ids that the open viewers cannot draw, by their kind. */
  undrawn: ReadonlyMap<MapView['kind'], readonly string[]> = new Map();
  /** Ids of layers whose server has been silent for some seconds. */
  waiting: ReadonlySet<string> = new Set();
  readonly #services: Services;
  #waiting: Waiting | undefined;
  readonly #newest = new Latest();
  #reading: Promise<void> | undefined;
  readonly #following: { unsubscribe(): void };
  #stored: StoredValue<StoredLooks> | undefined;

  constructor(services: Services) {
    this.#services = services;
    makeAutoObservable<this>(this, {
      layers: observableRef,
      error: observableRef,
      looks: observableRef,
      problems: observableRef,
      cut: observableRef,
      waiting: observableRef,
      attempts: observableRef,
      undrawn: observableRef,
    });
    this.#following = services.projects.current$.subscribe((open) => this.#open(open?.project.id));
  }

  /** The lowest first. */
  get entries(): readonly LayerEntry[] {
    return this.arranged.map((entry) => ({ ...entry, problem: this.problems.get(entry.layer.id) }));
  }

  /** The lowest first. Apart from what fails: viewers draw anew when this changes. */
  get arranged(): readonly ArrangedLayer[] {
    const { looks } = this;
    return inOrder(this.layers ?? [], looks.order).map((layer) => ({
      layer,
      source: atMoment(layer.source, looks.time[layer.id]),
      visible: looks.visible[layer.id] ?? layer.visible,
      opacity: looks.opacity[layer.id] ?? layer.opacity,
      snaps: looks.snaps[layer.id] ?? false,
    }));
  }

  get states(): readonly ExternalLayerState[] {
    return this.arranged.map(({ layer, source, visible, opacity }) => ({
      id: layer.id,
      source,
      attribution: layer.attribution,
      minScale: layer.minScale,
      maxScale: layer.maxScale,
      visible,
      opacity,
      attempt: (this.attempts.get(layer.id) ?? 0) + layer.version * 1_000,
    }));
  }

  /** Resolves when the list is new: a reading that a later one replaced ends early. */
  async read(): Promise<void> {
    this.#reading = this.#readAnew();
    let reading: Promise<void>;
    do {
      reading = this.#reading;
      await reading;
    } while (reading !== this.#reading);
  }

  async #readAnew(): Promise<void> {
    const id = this.#services.projects.current?.project.id;
    if (id === undefined) return;
    await this.#newest.run(async (signal) => {
      try {
        const headers = { projectid: id };
        const { data } = await this.#services.api.call(listExternalLayers, { headers }, { signal });
        const systems = data.flatMap(({ source }) => ('crs' in source ? source.crs : []));
        if (systems.length > 0) await loadDefinitions(this.#services.api, systems, signal);
        this.#show(data, undefined);
      } catch (thrown) {
        if (!signal.aborted) this.#show(this.layers, thrown);
      }
    });
  }

  setVisible(id: string, visible: boolean): void {
    this.#store({ visible: { ...this.looks.visible, [id]: visible } });
  }

  /** `opacity` from 0 to 1. */
  setOpacity(id: string, opacity: number): void {
    this.#store({ opacity: { ...this.looks.opacity, [id]: opacity } });
  }

  setSnaps(id: string, snaps: boolean): void {
    this.#store({ snaps: { ...this.looks.snaps, [id]: snaps } });
  }

  setTime(id: string, time: string): void {
    this.#store({ time: { ...this.looks.time, [id]: time } });
  }

  move(moved: readonly string[], target: string, place: 'above' | 'below'): void {
    const ids = this.arranged.map(({ layer }) => layer.id);
    this.#store({ order: reordered(ids, moved, target, place) });
  }

  /** Loads the data of a layer again. */
  retry(id: string): void {
    this.#services.readers.here?.vectorTiles.forget(id);
    this.attempts = new Map(this.attempts).set(id, (this.attempts.get(id) ?? 0) + 1);
    this.#note(id, undefined);
  }

  /** Throws AppError. */
  async add(layer: NewExternalLayer): Promise<void> {
    const { api, projects } = this.#services;
    const headers = { projectid: projects.current!.project.id };
    await api.call(addExternalLayer, { headers, body: layer });
    await this.read();
  }

  /** For everybody who sees it. Throws AppError; 412 when someone else changed it meanwhile. */
  async change({ id, version }: ExternalLayer, body: ExternalLayerChange): Promise<void> {
    try {
      await this.#services.api.call(updateExternalLayer, { params: { id }, body, ifMatch: String(version) });
    } finally {
      await this.read();
    }
  }

  /** Throws AppError. */
  async remove({ id, version }: ExternalLayer): Promise<void> {
    await this.#services.api.call(deleteExternalLayer, { params: { id }, ifMatch: String(version) });
    await this.read();
  }

  image(id: string, address: string, signal?: AbortSignal): Promise<ImageBitmap> {
    return this.#noting(id, ({ data }) => data.image(id, address, signal));
  }

  raster(
    id: string,
    source: SourceOf<'geotiff' | 'picture' | 'file'>,
    image: ImageRequest,
    signal?: AbortSignal,
  ): Promise<ImageBitmap> {
    return this.#noting(id, ({ rasters, pictures, files }) => {
      if (source.kind === 'picture') return pictures.image(source, image, signal);
      if (source.kind === 'file') return files.image(id, source, image);
      return rasters.image(id, source, image, signal);
    });
  }

  vectorTile(
    id: string,
    source: SourceOf<'vector-tiles'>,
    place: TilePlace,
    pixels: number,
    signal?: AbortSignal,
  ): Promise<ImageBitmap> {
    return this.#noting(id, ({ vectorTiles }) => vectorTiles.image(id, source, place, pixels, signal));
  }

  async features(
    id: string,
    source: SourceOf<'features' | 'file'>,
    extent: LayerExtent,
    signal?: AbortSignal,
  ): Promise<ExternalFeatures> {
    const read = await this.#noting(id, ({ features, files }) =>
      source.kind === 'file'
        ? files.within(id, source, extent, MAX_OF_FILE)
        : features.drawn(id, source, extent, signal),
    );
    this.#noteCut(id, !read.isWhole);
    return read;
  }

  /** The legend of a layer, whose failure is not that of the layer. */
  async legend(id: string, address: string, signal: AbortSignal): Promise<ImageBitmap> {
    const { data } = await this.#services.readers.load();
    return data.image(id, address, signal);
  }

  report(id: string, problem: string): void {
    this.#note(id, new AppError('external-layer', problem));
  }

  noteUndrawn(kind: MapView['kind'], ids: readonly string[]): void {
    this.undrawn = new Map(this.undrawn).set(kind, ids);
  }

  dispose(): void {
    this.#following.unsubscribe();
    this.#newest.cancel();
  }

  /** Notes whether the data of a layer came; where it has none, nothing is said. */
  async #noting<T>(id: string, read: (readers: LayerReaders) => Promise<T>): Promise<T> {
    let waiting: Waiting | undefined;
    try {
      const readers = await this.#services.readers.load();
      waiting = this.#waiting ??= readers.waiting(this.#noteWaiting.bind(this));
      waiting.begin(id);
      const loaded = await read(readers);
      waiting.answered(id);
      this.#note(id, undefined);
      return loaded;
    } catch (thrown) {
      if (isAbort(thrown)) waiting?.givenUp(id);
      else waiting?.answered(id);
      const isNone = thrown instanceof AppError && thrown.status === 404;
      if (!isAbort(thrown) && !isNone) this.#note(id, thrown);
      throw thrown;
    }
  }

  #note(id: string, problem: unknown): void {
    if (sentenceOf(this.problems.get(id)) === sentenceOf(problem)) return;
    const problems = new Map(this.problems);
    if (problem === undefined) problems.delete(id);
    else problems.set(id, problem);
    runInAction(() => (this.problems = problems));
  }

  #noteWaiting(id: string, isWaiting: boolean): void {
    if (this.waiting.has(id) === isWaiting) return;
    const waiting = new Set(this.waiting);
    if (isWaiting) waiting.add(id);
    else waiting.delete(id);
    runInAction(() => (this.waiting = waiting));
  }

  #noteCut(id: string, isCut: boolean): void {
    if (this.cut.has(id) === isCut) return;
    const cut = new Set(this.cut);
    if (isCut) cut.add(id);
    else cut.delete(id);
    runInAction(() => (this.cut = cut));
  }

  #open(projectId: string | undefined): void {
    this.#stored = projectId === undefined ? undefined : storedLooks(this.#services.storage, projectId);
    runInAction(() => {
      this.looks = this.#stored?.get() ?? AS_STORED;
      this.problems = new Map();
      this.cut = new Set();
      this.#show(undefined, undefined);
    });
    void this.read();
  }

  #show(layers: readonly ExternalLayer[] | undefined, error: unknown): void {
    const ids = (layers ?? []).map(({ id }) => id);
    this.#services.readers.here?.rasters.keep(ids);
    this.#services.readers.here?.files.keep(ids);
    runInAction(() => {
      this.layers = layers;
      this.error = error;
    });
  }

  #store(change: Partial<StoredLooks>): void {
    this.looks = { ...this.looks, ...change };
    this.#stored?.set(this.looks);
  }
}

function atMoment(source: LayerSource, time: string | undefined): LayerSource {
  return source.kind === 'wms' && time !== undefined
    ? { ...source, time: time === '' ? null : time }
    : source;
}

export const EXTERNAL_LAYERS = serviceToken<ProjectExternalLayers>('external-layers.ExternalLayers');
