import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { followJob, isFinished, ServerList, type Api, type Live } from '#core/api';
import { isAbort, sentenceOf } from '#core/kernel';
import {
  cancelJob,
  crsSearch,
  deleteExport,
  downloadExport,
  exportData,
  exportDocument,
  exportIntersections,
  exportReport,
  getProject,
  listExports,
  listProjectAttributes,
  type ExportFormat,
  type ExportKind,
  type ExportResult,
  type TextEncoding,
  type Job,
  type ObjectType,
  type PastExport,
  type Project,
} from '#core/protocol';

export type ExtentFields = readonly [
  number | undefined,
  number | undefined,
  number | undefined,
  number | undefined,
];

export const isGeographic = (proj4: string): boolean => proj4.includes('+proj=longlat');

/** The exports of a project: options of the next one, progress of the current one, and earlier ones. */
export class ExportDesk {
  readonly projectId: string;
  readonly past: ServerList<PastExport>;
  project: Project | undefined;
  types: readonly ObjectType[] = [];
  kind: ExportKind = 'data';
  /** Names of the excluded types: new types are included. */
  leftOut = new Set<string>();
  /** Excludes all other types when they are loaded. */
  onlyType: string | undefined;
  formats = new Set<ExportFormat>(['shapefile', 'geojson']);
  csvGeometry: 'wkt' | 'xyz' = 'wkt';
  /** Whether a DXF is drawn with symbols, labels and hatches, for 1 : `drawingScale`. */
  isDrawn = true;
  drawingScale = 500;
  /** Of coordinates; undefined: all that they have. */
  decimals: number | undefined;
  heights = true;
  /** Of texts in shapefiles and CSV. */
  encoding: TextEncoding = 'utf-8';
  crs: string | undefined;
  /** Whether the coordinates of `crs` are degrees. */
  degrees = false;
  area: 'all' | 'box' | 'selection' = 'all';
  /** Objects selected on the map: what the area `selection` exports, as data only. */
  readonly selected: readonly string[];
  box: ExtentFields = [undefined, undefined, undefined, undefined];
  first: string | undefined;
  second: string | undefined;
  photos = true;
  /** With data, also the files of the objects. */
  attachments = false;
  title = '';
  /** For a document: objects in the order they were chosen. */
  objectIds: readonly string[] = [];
  job: Job | undefined;
  result: ExportResult | undefined;
  error: string | undefined;
  /** Name of the file being downloaded. */
  fetching: string | undefined;
  readonly #api: Api;
  readonly #live: Live;
  readonly #closed = new AbortController();

  constructor(
    api: Api,
    live: Live,
    projectId: string,
    objectIds: readonly string[] = [],
    selected: readonly string[] = [],
  ) {
    this.#api = api;
    this.#live = live;
    this.projectId = projectId;
    this.objectIds = objectIds;
    this.selected = selected;
    if (selected.length > 0) this.area = 'selection';
    if (objectIds.length > 0) this.kind = 'document';
    this.past = new ServerList((_query, signal) =>
      api.call(listExports, { headers: this.#headers }, { signal }),
    );
    makeAutoObservable(
      this,
      {
        types: observableRef,
        selected: false,
        project: observableRef,
        job: observableRef,
        result: observableRef,
      },
      { autoBind: true },
    );
  }

  get #headers() {
    return { projectid: this.projectId };
  }

  get isBusy(): boolean {
    return this.job !== undefined && !isFinished(this.job);
  }

  get chosenTypes(): readonly ObjectType[] {
    return this.types.filter(({ name }) => !this.leftOut.has(name));
  }

  /** Why the export cannot start, as a text key; undefined when it can. */
  get missing(): string | undefined {
    if (this.kind === 'document') return this.objectIds.length === 0 ? 'missing.objects' : undefined;
    if (this.kind === 'intersections' && !(this.first && this.second)) return 'missing.pair';
    if (this.kind !== 'intersections' && this.chosenTypes.length === 0) return 'missing.types';
    if (this.kind !== 'report' && this.formats.size === 0) return 'missing.formats';
    return this.#hasArea ? undefined : 'missing.box';
  }

  /** Whether it is known which objects are exported as data, in whatever format. */
  get hasObjects(): boolean {
    return this.chosenTypes.length > 0 && this.#hasArea;
  }

  get #hasArea(): boolean {
    return this.area !== 'box' || this.box.every((value) => value !== undefined);
  }

  async load(): Promise<void> {
    const [project, types] = await Promise.all([
      this.#api.call(getProject, { params: { id: this.projectId } }),
      this.#api.call(listProjectAttributes, { headers: this.#headers }),
    ]);
    const { crs } = project.data;
    const systems = await this.#api.call(crsSearch, { query: { search: crs } });
    runInAction(() => {
      this.project = project.data;
      this.types = types.data;
      const others = types.data.filter(({ name }) => name !== this.onlyType);
      if (others.length < types.data.length) this.leftOut = new Set(others.map(({ name }) => name));
      if (this.crs === undefined) {
        this.crs = crs;
        this.degrees = systems.data.some(({ code, proj4 }) => code === crs && isGeographic(proj4));
      }
      this.first ??= types.data[0]?.name;
      this.second ??= types.data[1]?.name ?? types.data[0]?.name;
    });
  }

  setType(name: string, chosen: boolean): void {
    if (chosen) this.leftOut.delete(name);
    else this.leftOut.add(name);
  }

  setAllTypes(chosen: boolean): void {
    this.leftOut = new Set(chosen ? [] : this.types.map(({ name }) => name));
  }

  setFormat(format: ExportFormat, chosen: boolean): void {
    if (chosen) this.formats.add(format);
    else this.formats.delete(format);
  }

  setBox(side: 0 | 1 | 2 | 3, value: number | undefined): void {
    this.box = this.box.map((old, n) => (n === side ? value : old)) as unknown as ExtentFields;
  }

  choose(
    change: Partial<
      Pick<
        ExportDesk,
        | 'kind'
        | 'crs'
        | 'degrees'
        | 'area'
        | 'box'
        | 'first'
        | 'second'
        | 'photos'
        | 'attachments'
        | 'title'
        | 'csvGeometry'
        | 'isDrawn'
        | 'drawingScale'
        | 'decimals'
        | 'heights'
        | 'encoding'
        | 'objectIds'
      >
    >,
  ): void {
    Object.assign(this, change);
    if (this.kind !== 'data' && this.area === 'selection') this.area = 'all';
    this.error = undefined;
  }

  /** Starts the export and follows it to its end. */
  async start(): Promise<void> {
    this.error = undefined;
    this.result = undefined;
    try {
      const jobId = await this.#ask();
      const onJob = (job: Job) => runInAction(() => void (this.job = job));
      const job = await followJob(this.#api, this.#live, jobId, onJob, this.#closed.signal);
      runInAction(() => {
        this.job = job;
        this.result = job.state === 'done' ? (job.result as ExportResult) : undefined;
        this.error = job.state === 'failed' ? (job.error ?? undefined) : undefined;
      });
      void this.past.reload();
    } catch (failure) {
      if (isAbort(failure)) return;
      runInAction(() => {
        this.job = undefined;
        this.error = sentenceOf(failure);
      });
    }
  }

  async cancel(): Promise<void> {
    if (this.job) await this.#api.call(cancelJob, { params: { id: this.job.id } });
  }

  /** Downloads the file of an export. */
  async fetch(nameZip: string): Promise<Blob> {
    this.fetching = nameZip;
    try {
      const { data } = await this.#api.bytes(downloadExport, { body: { nameZip } });
      return new Blob([data ?? new ArrayBuffer(0)]);
    } finally {
      runInAction(() => (this.fetching = undefined));
    }
  }

  async remove(id: string): Promise<void> {
    await this.#api.call(deleteExport, { params: { id } });
    if (this.result?.id === id) runInAction(() => (this.result = undefined));
    await this.past.reload();
  }

  close(): void {
    this.#closed.abort();
  }

  async #ask(): Promise<string> {
    const headers = this.#headers;
    const { crs, photos } = this;
    const bbox = this.area === 'box' ? ([...this.box] as [number, number, number, number]) : undefined;
    const typeNames = this.leftOut.size > 0 ? this.chosenTypes.map(({ name }) => name) : undefined;
    const has = (...some: ExportFormat[]) => some.some((format) => this.formats.has(format));
    const writing = {
      formats: [...this.formats],
      csvGeometry: has('csv', 'xlsx') ? this.csvGeometry : undefined,
      drawingScale: has('dxf') && this.isDrawn ? this.drawingScale : undefined,
      decimals: this.decimals,
      heights: this.heights ? undefined : false,
      encoding: has('csv', 'shapefile') ? this.encoding : undefined,
    };
    switch (this.kind) {
      case 'data': {
        const ids = this.area === 'selection' ? [...this.selected] : undefined;
        const attachments = this.attachments || undefined;
        const body = { typeNames, bbox, ids, crs, attachments, ...writing };
        return (await this.#api.call(exportData, { headers, body })).data.jobId;
      }
      case 'document': {
        const body = { ids: [...this.objectIds], crs, photos };
        return (await this.#api.call(exportDocument, { headers, body })).data.jobId;
      }
      case 'report': {
        const body = { typeNames, bbox, crs, photos, title: this.title.trim() || undefined };
        return (await this.#api.call(exportReport, { headers, body })).data.jobId;
      }
      case 'intersections': {
        const body = { first: this.first!, second: this.second!, bbox, crs, ...writing };
        return (await this.#api.call(exportIntersections, { headers, body })).data.jobId;
      }
    }
  }
}
