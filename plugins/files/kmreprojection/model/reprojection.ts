import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { crsOf, loadCrs } from '#core/geodesy';
import { AppError, Latest, sentenceOf } from '#core/kernel';
import { loadDefinitions } from '#core/project';
import { MAX_LINES, readPoints, type AxisOrder, type Columns, type ReadPoints } from './read-points.ts';
import { reproject, type HeightMode, type Reprojection } from './reproject.ts';

/** What is shown for a text. */
export interface ReprojectionResult extends Reprojection {
  readonly read: ReadPoints;
  readonly from: string;
  readonly to: string;
  readonly heights: HeightMode;
}

/** Milliseconds without typing until a text is computed. */
const PAUSE = 250;
const CODE = /\bEPSG\s*:?\s*(\d{4,6})\b/gi;

/** The form of pasted points: reads, reprojects, keeps the latest result. */
export class PointReprojection {
  text = '';
  from: string;
  to: string;
  columns: Columns = 'auto';
  order: AxisOrder = 'auto';
  heights: HeightMode = 'keep';
  state: 'idle' | 'computing' | 'failed' = 'idle';
  error: string | undefined = undefined;
  result: ReprojectionResult | undefined = undefined;
  /** Line of the row that is chosen, in the table or on the map. */
  chosen: number | undefined = undefined;
  readonly #api: Pick<Api, 'call' | 'bytes'>;
  readonly #latest = new Latest();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Pick<Api, 'call' | 'bytes'>, from: string, to: string) {
    this.#api = api;
    this.from = from;
    this.to = to;
    makeAutoObservable(this, { result: observableRef }, { autoBind: true });
  }

  setText(text: string): void {
    this.text = text;
    this.#later();
  }
  setFrom(code: string): void {
    this.from = code;
    this.#later();
  }
  setTo(code: string): void {
    this.to = code;
    this.#later();
  }
  setColumns(columns: Columns): void {
    this.columns = columns;
    this.#later();
  }
  setOrder(order: AxisOrder): void {
    this.order = order;
    this.#later();
  }
  setHeights(heights: HeightMode): void {
    this.heights = heights;
    this.#later();
  }
  swap(): void {
    [this.from, this.to] = [this.to, this.from];
    this.#later();
  }
  choose(line: number | undefined): void {
    this.chosen = line;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#latest.cancel();
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.compute(), PAUSE);
  }

  async compute(): Promise<void> {
    const { text, from, to, columns, order, heights } = this;
    this.chosen = undefined;
    if (text.trim() === '') {
      this.#latest.cancel();
      this.result = this.error = undefined;
      this.state = 'idle';
      return;
    }
    this.state = 'computing';
    try {
      const result = await this.#latest.run(async (signal) => {
        const lines = text.split(/\r\n|\r|\n/).length;
        if (lines > MAX_LINES) throw new AppError('too-many-lines', String(lines));
        await loadSystems(this.#api, [from, to, ...codesIn(text)], [from, to], signal);
        const read = readPoints(text, { crs: from, columns, order });
        return { ...(await reproject(read.points, to, heights, signal)), read, from, to, heights };
      });
      if (!result) return;
      runInAction(() => {
        this.result = result;
        this.error = undefined;
        this.state = 'idle';
      });
    } catch (failure) {
      runInAction(() => {
        this.result = undefined;
        this.error = failure instanceof AppError ? failure.id : sentenceOf(failure);
        this.state = 'failed';
      });
    }
  }
}

/** Systems that lines of a text name; the first ones, a text of thousands of them is no list of points. */
function codesIn(text: string): string[] {
  return [...new Set([...text.matchAll(CODE)].map(([, code]) => `EPSG:${code}`))].slice(0, 10);
}

/** @throws AppError('unknown-crs') for a required one that the register does not have. */
export async function loadSystems(
  api: Pick<Api, 'call' | 'bytes'>,
  codes: readonly string[],
  required: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  await loadDefinitions(api, codes, signal);
  const unknown = required.find((code) => !crsOf(code));
  if (unknown) throw new AppError('unknown-crs', unknown);
  await loadCrs(...codes.filter((code) => crsOf(code)));
}
