import { UploadService, type Api, type Live } from '#core/api';
import { serviceToken } from '#core/kernel';
import {
  downloadExport,
  colourOfClass,
  exportSections,
  MAX_CLOUD_POINTS,
  measurePointcloud,
  queryPointcloud,
  type ExportResult,
  type SectionFormat,
  type SheetDrawing,
} from '#core/protocol';
import type { CloudProfile } from './profile.ts';
import { pointsCsv } from './section-files.ts';
import { corridorOf, flat } from './section-region.ts';

/** Files of the profile, or of all sections of the series. */
export class ProfileFiles {
  /** The job that draws sections. */
  readonly job: UploadService;
  readonly #api: Pick<Api, 'call' | 'bytes'>;
  readonly #profile: CloudProfile;

  constructor(api: Api, live: Live, profile: CloudProfile) {
    this.#api = api;
    this.#profile = profile;
    this.job = new UploadService(api, live);
  }

  /** The loaded points that are shown. */
  csv(): string {
    return pointsCsv(this.#profile.points, this.#profile.isShown);
  }

  /** All stored points of the shown classes in the corridor of the section that is shown. Throws AppError. */
  async las(signal: AbortSignal): Promise<ArrayBuffer> {
    const { line, cloud, width, unit, cut, shownClasses } = this.#profile;
    const { data } = await this.#api.bytes(
      queryPointcloud,
      {
        params: { id: cloud!.id },
        query: {},
        body: {
          ...cut,
          inside: [corridorOf(line!, width / unit), ...(cut.inside ?? [])],
          classes: [...shownClasses],
          limit: MAX_CLOUD_POINTS,
          answer: 'las',
        },
      },
      { signal },
    );
    return data ?? new ArrayBuffer(0);
  }

  /** What the stored points of the shown classes outline in the section that is shown, for a sheet. Throws AppError. */
  async drawing(title: string, signal: AbortSignal): Promise<{ drawing: SheetDrawing; isComplete: boolean }> {
    const { line, cloud, width, unit, cut, shownClasses, paths } = this.#profile;
    const { data } = await this.#api.call(
      measurePointcloud,
      {
        params: { id: cloud!.id },
        query: {},
        body: {
          measure: 'section',
          line: flat(line!),
          width: width / unit,
          ...cut,
          classes: [...shownClasses],
        },
      },
      { signal },
    );
    const metres = (places: readonly (readonly [number, number])[]) =>
      places.flatMap(([along, height]) => [along * unit, height * unit]);
    const outlines = data.measure === 'section' ? data.outlines : [];
    const lines = [
      ...outlines.map(({ class: code, profile }) => ({
        points: metres(profile),
        colour: `#${colourOfClass(code).toString(16).padStart(6, '0')}`,
      })),
      ...paths.map((path) => ({
        points: metres(path.map(({ chainage, height }) => [chainage, height] as const)),
      })),
    ];
    return { drawing: { kind: 'drawing', title, lines }, isComplete: data.source.complete };
  }

  /**
   * The section, or all of the series, drawn by a job from all stored points of the shown classes. Undefined where it
   * failed or was cancelled: the state of `job` says why. `title`: of a section at a chainage, or of the profile.
   */
  async sections(
    format: SectionFormat,
    name: string,
    title: (chainage: number | undefined) => string,
  ): Promise<ExportResult | undefined> {
    const { main, every, series, cloud, width, unit, cut, shownClasses, paths, line: shown } = this.#profile;
    if (!main || !cloud) return undefined;
    const lines = every === undefined ? [{ chainage: undefined, line: main }] : series;
    const sections = lines.map(({ chainage, line }) => ({
      title: title(chainage),
      line: flat(line),
      ...(line === shown &&
        paths.length > 0 && {
          paths: paths.map((path) => path.map((one): [number, number] => [one.chainage, one.height])),
        }),
    }));
    let made: ExportResult | undefined;
    await this.job.upload(
      name,
      (options) =>
        this.#api.call(
          exportSections,
          {
            params: { id: cloud.id },
            body: { ...cut, sections, width: width / unit, classes: [...shownClasses], format, name },
          },
          options,
        ),
      ({ result }) => {
        made = result as ExportResult;
        return Promise.resolve();
      },
    );
    return made;
  }

  /** Throws AppError. */
  async fetch({ nameZip }: ExportResult): Promise<Blob> {
    const { data } = await this.#api.bytes(downloadExport, { body: { nameZip } });
    return new Blob([data ?? new ArrayBuffer(0)]);
  }
}
export const PROFILE_FILES = serviceToken<ProfileFiles>('cloud-profile.Files');
