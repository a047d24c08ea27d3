import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { UploadService, type Api, type Live } from '#core/api';
import { serviceToken } from '#core/kernel';
import { downloadExport, exportPoints, type ExportResult } from '#core/protocol';
import { regionOfClip } from '#core/shapes';
import type { Clip, CloudStage, ShownCloud } from '#plugins/cloud/point-cloud/api';

/** Everything, or what is inside or outside of one clip. */
export interface ExportPart {
  readonly clip: string | undefined;
  readonly side: 'inside' | 'outside';
}
export type Thinning = 'none' | 'grid' | 'random';

/** Options of the next file of points, and the progress of the present one. */
export class CloudExport {
  /** Ids of the clouds that are left out of those in the view. */
  leftOut: ReadonlySet<string> = new Set();
  part: ExportPart = { clip: undefined, side: 'inside' };
  /** Only the classes that the view shows. */
  shownClasses = false;
  thinning: Thinning = 'none';
  /** Units of the first cloud's CRS. */
  side: number | undefined = 0.1;
  /** Per cent. */
  share: number | undefined = 10;
  crs: string | undefined = undefined;
  /** null: above the ellipsoid; undefined: that of the first cloud. */
  verticalCrs: string | null | undefined = undefined;
  format: 'las' | 'laz' = 'laz';
  version: '1.2' | '1.4' = '1.4';
  name = '';
  result: ExportResult | undefined = undefined;
  isFetching = false;
  clouds: readonly ShownCloud[] = [];
  clips: readonly Clip[] = [];
  hidden: ReadonlySet<number> = new Set();
  readonly job: UploadService;
  readonly #api: Pick<Api, 'call' | 'bytes'>;

  constructor(api: Api, live: Live, stage: CloudStage) {
    this.#api = api;
    this.job = new UploadService(api, live);
    makeAutoObservable(this, {
      job: false,
      leftOut: observableRef,
      part: observableRef,
      clouds: observableRef,
      clips: observableRef,
      hidden: observableRef,
      result: observableRef,
    });
    stage.clouds$.subscribe((clouds) => runInAction(() => (this.clouds = clouds)));
    stage.look$.subscribe(({ clips, hiddenClasses }) =>
      runInAction(() => {
        this.clips = clips;
        this.hidden = hiddenClasses;
      }),
    );
  }

  /** Clouds that are in the view and can be written. */
  get offered(): readonly ShownCloud[] {
    return this.clouds.filter(({ state, shown }) => shown && state !== 'unready' && state !== 'failed');
  }

  get chosen(): readonly ShownCloud[] {
    return this.offered.filter(({ id }) => !this.leftOut.has(id));
  }

  get clip(): Clip | undefined {
    return this.clips.find(({ id }) => id === this.part.clip);
  }

  /** Why no file can be written, as a text key; undefined when it can. */
  get missing(): string | undefined {
    if (this.chosen.length === 0) return 'missing.cloud';
    // Clips are in the system of the view.
    if (this.clip && this.chosen.some(({ pointsIn }) => pointsIn)) return 'missing.elsewhere';
    if (this.thinning === 'grid' && this.side === undefined) return 'missing.side';
    return this.thinning === 'random' && this.share === undefined ? 'missing.share' : undefined;
  }

  set(
    change: Partial<
      Pick<
        CloudExport,
        | 'part'
        | 'shownClasses'
        | 'thinning'
        | 'side'
        | 'share'
        | 'crs'
        | 'verticalCrs'
        | 'format'
        | 'version'
        | 'name'
      >
    >,
  ): void {
    Object.assign(this, change);
  }

  choose(id: string, chosen: boolean): void {
    const leftOut = new Set(this.leftOut);
    if (chosen) leftOut.delete(id);
    else leftOut.add(id);
    this.leftOut = leftOut;
  }

  /** Asks for the file and follows its job; the state of `job` says how it ended. */
  async start(): Promise<void> {
    const [first, ...others] = this.chosen;
    if (!first || this.missing) return;
    this.result = undefined;
    await this.job.upload(
      this.name.trim() || first.name,
      (options) =>
        this.#api.call(exportPoints, { params: { id: first.id }, body: this.#request(others) }, options),
      ({ result }) => {
        runInAction(() => (this.result = result as ExportResult));
        return Promise.resolve();
      },
    );
  }

  /** The file of the last job. Throws AppError. */
  async fetch(nameZip: string): Promise<Blob> {
    this.isFetching = true;
    try {
      const { data } = await this.#api.bytes(downloadExport, { body: { nameZip } });
      return new Blob([data ?? new ArrayBuffer(0)]);
    } finally {
      runInAction(() => (this.isFetching = false));
    }
  }

  #request(others: readonly ShownCloud[]) {
    const isLocal = this.chosen.some((one) => one.isLocal);
    const { clip, part, hidden, side = 0, share = 0, crs, verticalCrs, format, version } = this;
    const name = this.name.trim();
    const region = clip && [regionOfClip(clip)];
    return {
      ...(region && { [part.side]: region }),
      ...(this.shownClasses && {
        classes: Array.from({ length: 256 }, (_, code) => code).filter((code) => !hidden.has(code)),
      }),
      ...(others.length > 0 && { others: others.map(({ id }) => id) }),
      ...(this.thinning === 'grid' && { thin: { kind: 'grid' as const, side } }),
      ...(this.thinning === 'random' && { thin: { kind: 'random' as const, share: share / 100 } }),
      ...(crs !== undefined && !isLocal && { crs }),
      ...(verticalCrs !== undefined && !isLocal && { verticalCrs }),
      ...(name !== '' && { name }),
      format,
      version,
    };
  }
}
export const CLOUD_EXPORT = serviceToken<CloudExport>('cloud-export.CloudExport');
