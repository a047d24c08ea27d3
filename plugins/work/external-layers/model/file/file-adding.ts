import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { loadCrs, unproject } from '#core/geodesy';
import { AppError, isAbort, sentenceOf } from '#core/kernel';
import type { LayerExtent } from '#core/mapview';
import { loadDefinitions } from '#core/project';
import {
  addFileLayer,
  MAX_FILE_MEGABYTES,
  MAX_RASTER_MEGABYTES,
  type AnswerOf,
  type BodyOf,
  type ExternalLayer,
  type LayerOwner,
  type Problem,
} from '#core/protocol';
import type { Translate } from '../in-words.ts';
import type { LazyReaders } from '../lazy-readers.ts';

const MEGABYTE = 1024 ** 2;
const TOO_MUCH = 'external-layers.file-large';
const REFUSED_AS_TOO_MUCH = [TOO_MUCH, 'external-layers.file-slow'].map((key) => `urn:groma:problem:${key}`);

export type FileAsks = NonNullable<AnswerOf<typeof addFileLayer>['asks']>;
type Answers = Pick<BodyOf<typeof addFileLayer>, 'crs' | 'layers'>;

interface Services {
  readonly api: Pick<Api, 'call' | 'bytes'>;
  readonly readers: LazyReaders;
  readonly t: Translate;
  readonly projectId: string;
  readonly owner: LayerOwner;
}

/** A file on its way to be shown as a layer. */
export class FileAdding {
  state: 'sending' | 'asks' | 'failed' | 'done' = 'sending';
  /** The share sent, 0 to 1; then it is being read. */
  part = 0;
  asks: FileAsks | undefined;
  error: string | undefined;
  /** Whether it failed because it is too much to be shown, which an import is not. */
  isTooMuch = false;
  added: readonly ExternalLayer[] = [];
  /** Where it lies, in longitude and latitude. */
  extent: LayerExtent | undefined;
  readonly file: File;
  readonly #services: Services;
  readonly #stop = new AbortController();
  #answers: Answers = {};

  constructor(file: File, services: Services) {
    this.file = file;
    this.#services = services;
    makeAutoObservable<this>(this, {
      file: false,
      asks: observableRef,
      added: observableRef,
      extent: observableRef,
    });
  }

  get isTiff(): boolean {
    return /\.tiff?$/i.test(this.file.name);
  }

  /** Sends it, with what the person has answered. */
  async send(answers: Answers = {}): Promise<void> {
    this.#answers = { ...this.#answers, ...answers };
    this.state = 'sending';
    this.part = 0;
    try {
      this.#refuseLarge();
      const raster = this.isTiff ? await this.#raster() : {};
      const { api, projectId, owner } = this.#services;
      const { data } = await api.call(
        addFileLayer,
        { headers: { projectid: projectId }, body: { owner, ...this.#answers, ...raster }, file: this.file },
        { signal: this.#stop.signal, onUpload: (part) => runInAction(() => (this.part = part)) },
      );
      this.#end(data);
    } catch (thrown) {
      if (isAbort(thrown)) return;
      runInAction(() => {
        this.state = 'failed';
        this.error = sentenceOf(thrown);
        this.isTooMuch = isTooMuch(thrown);
      });
    }
  }

  cancel(): void {
    this.#stop.abort();
  }

  #end({ added, asks }: AnswerOf<typeof addFileLayer>): void {
    runInAction(() => {
      this.added = added;
      this.asks = asks ?? undefined;
      this.state = asks ? 'asks' : 'done';
      const [first] = added;
      if (first?.source.kind === 'file') this.extent = first.source.extent;
    });
  }

  #refuseLarge(): void {
    const most = this.isTiff ? MAX_RASTER_MEGABYTES : MAX_FILE_MEGABYTES;
    const megabytes = Math.ceil(this.file.size / MEGABYTE);
    if (megabytes <= most) return;
    const values = { name: this.file.name, megabytes, most };
    const key = this.isTiff ? 'file.large.raster' : 'file.large';
    throw new AppError(TOO_MUCH, this.#services.t(`external-layers:${key}`, values));
  }

  /** How a GeoTIFF is drawn, read from its own parts here. */
  async #raster(): Promise<{ raster: string; maxScale?: string }> {
    const { api, readers } = this.#services;
    const { signal } = this.#stop;
    const { rasters } = await readers.load();
    const read = (from: number, to: number) => this.file.slice(from, to + 1).arrayBuffer();
    const opened = await rasters.open(read, this.file.name, signal);
    await loadDefinitions(api, [opened.crs], signal);
    await loadCrs(opened.crs);
    const { proposeRaster } = await import('../raster/propose.ts');
    const { source, maxScale } = await proposeRaster(opened, `file:${this.file.name}`.slice(0, 200), signal);
    const [west, south, east, north] = opened.extent;
    const corners = [[west, south], [east, south], [east, north], [west, north]] as const; // prettier-ignore
    const places = corners.map(([x, y]) => unproject(opened.crs, [x, y]));
    const [longitudes, latitudes] = [places.map(([x]) => x), places.map(([, y]) => y)];
    runInAction(() => {
      const low = [Math.min(...longitudes), Math.min(...latitudes)] as const;
      this.extent = [...low, Math.max(...longitudes), Math.max(...latitudes)];
    });
    return { raster: JSON.stringify(source), ...(maxScale === null ? {} : { maxScale: String(maxScale) }) };
  }
}

function isTooMuch(thrown: unknown): boolean {
  if (!(thrown instanceof AppError)) return false;
  const problem = thrown.cause as Partial<Problem> | undefined;
  return thrown.id === TOO_MUCH || REFUSED_AS_TOO_MUCH.includes(problem?.type ?? '');
}
