import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { loadCrs, PAIRS_NEEDED, project, type PlaneFit } from '#core/geodesy';
import { Latest, sentenceOf } from '#core/kernel';
import type { ExternalLayer, LayerOwner, Position, SourceOf } from '#core/protocol';
import type { ProjectExternalLayers } from '../project-external-layers.ts';
import { fitOf, type Pictures } from './pictures.ts';

export type PictureSource = SourceOf<'picture'>;
/** Pixels of the longest side of what the server draws; smaller pictures are as they are. */
const LONGEST = 4_096;

type Pair = readonly [number, number];

/** A control point of which one half may still be missing. */
export interface DraftPoint {
  readonly pixel: Pair | undefined;
  readonly place: Pair | undefined;
}

interface Draft {
  readonly file: string;
  readonly page: number;
  readonly crs: string;
  readonly fit: PictureSource['fit'];
  readonly margins: PictureSource['margins'];
  readonly whiteIsClear: boolean;
}

export interface NewPicture {
  readonly file: string;
  readonly page: number;
  readonly name: string;
  /** Others in the organization cannot see the document. */
  readonly owner: Exclude<LayerOwner, 'organization'>;
  readonly crs: string;
  /** Pixels, of the image as it is stored; undefined: not known. */
  readonly originalWidth: number | undefined;
}

interface PictureReaders {
  load(): Promise<{ readonly pictures: Pick<Pictures, 'page'> }>;
}

/** A picture that is being placed by control points. */
export class PicturePlacing {
  /** Undefined: none is. */
  draft: Draft | undefined = undefined;
  bitmap: ImageBitmap | undefined = undefined;
  /** Why the picture cannot be shown. */
  problem: string | undefined = undefined;
  points: readonly DraftPoint[] = [];
  readonly #layers: Pick<ProjectExternalLayers, 'add' | 'change'>;
  readonly #readers: PictureReaders;
  readonly #newest = new Latest();
  /** The layer that is placed again, or what a new one is. */
  #target: ExternalLayer | NewPicture | undefined;

  constructor(layers: Pick<ProjectExternalLayers, 'add' | 'change'>, readers: PictureReaders) {
    this.#layers = layers;
    this.#readers = readers;
    makeAutoObservable(this, { draft: observableRef, bitmap: observableRef, points: observableRef });
  }

  start(picture: NewPicture): Promise<void> {
    const { file, page, crs } = picture;
    const draft = { file, page, crs, fit: 'helmert', margins: [0, 0, 0, 0], whiteIsClear: false } as const;
    return this.#begin(picture, { ...draft, margins: [...draft.margins] }, []);
  }

  again(layer: ExternalLayer, { kind: _kind, points, ...draft }: PictureSource): Promise<void> {
    return this.#begin(layer, draft, points);
  }

  end(): void {
    this.#newest.cancel();
    this.draft = this.bitmap = this.problem = this.#target = undefined;
    this.points = [];
  }

  change(some: Partial<Draft>): void {
    if (this.draft) this.draft = { ...this.draft, ...some };
  }

  setPoints(points: readonly DraftPoint[]): void {
    this.points = points;
  }

  changePoint(n: number, some: Partial<DraftPoint>): void {
    this.points = this.points.map((point, at) => (at === n ? { ...point, ...some } : point));
  }

  removePoint(n: number): void {
    this.points = this.points.filter((_, at) => at !== n);
  }

  /** Fills the first point that has no place in the picture, else begins one. */
  pickPixel(pixel: Pair): void {
    this.#fill('pixel', pixel);
  }

  /** Fills the first point that has no place on the map, else begins one. */
  pickPlace([longitude, latitude]: Position): void {
    if (this.draft) this.#fill('place', project(this.draft.crs, [longitude, latitude]));
  }

  /** Points of which both halves are there. */
  get whole(): PictureSource['points'] {
    return this.points.flatMap(({ pixel, place }) =>
      pixel && place ? [{ pixel: [...pixel], place: [...place] }] : [],
    ) as PictureSource['points'];
  }

  get fitted(): PlaneFit | undefined {
    return this.draft && fitOf({ fit: this.draft.fit, points: this.whole });
  }

  /** How many points are missing; 0 where there are enough but they do not determine the fit. */
  get missing(): number {
    return this.draft ? Math.max(0, PAIRS_NEEDED[this.draft.fit] - this.whole.length) : 0;
  }

  /** Pixels of the original for one of the picture, which has at most 4096 a side; undefined: not known. */
  get scale(): number | undefined {
    const [target, bitmap] = [this.#target, this.bitmap];
    if (!target || !bitmap) return undefined;
    if (Math.max(bitmap.width, bitmap.height) < LONGEST) return 1;
    const width = 'id' in target ? undefined : target.originalWidth;
    return width === undefined ? undefined : width / bitmap.width;
  }

  /** Throws AppError. */
  async save(): Promise<void> {
    const { draft } = this;
    const target = this.#target;
    if (!draft || !target || !this.fitted) return;
    const source: PictureSource = { kind: 'picture', ...draft, points: this.whole };
    if ('id' in target) await this.#layers.change(target, { source });
    else {
      const { name, owner } = target;
      const none = { attribution: '', minScale: null, maxScale: null };
      await this.#layers.add({ name, owner, source, ...none });
    }
    runInAction(() => this.end());
  }

  async #begin(
    target: ExternalLayer | NewPicture,
    draft: Draft,
    points: readonly DraftPoint[],
  ): Promise<void> {
    this.end();
    this.#target = target;
    this.draft = draft;
    this.points = points;
    await this.#newest.run(async (signal) => {
      try {
        const [{ pictures }] = await Promise.all([this.#readers.load(), loadCrs(draft.crs)]);
        const bitmap = await pictures.page(draft.file, draft.page, signal);
        if (!signal.aborted) runInAction(() => (this.bitmap = bitmap));
      } catch (thrown) {
        if (!signal.aborted) runInAction(() => (this.problem = sentenceOf(thrown)));
      }
    });
  }

  #fill(half: keyof DraftPoint, value: Pair): void {
    if (!this.draft) return;
    const at = this.points.findIndex((point) => point[half] === undefined);
    if (at < 0) this.points = [...this.points, { pixel: undefined, place: undefined, [half]: value }];
    else this.changePoint(at, { [half]: value });
  }
}
