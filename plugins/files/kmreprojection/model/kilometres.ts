import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { crsOf, unitOfCrs, unproject } from '#core/geodesy';
import { AppError, Latest, sentenceOf } from '#core/kernel';
import type { Position } from '#core/protocol';
import { partOf, placeAt, type Axis, type Foot } from './axis.ts';
import { calibrate, type Calibration, type Post, type PostProblem } from './calibration.ts';
import { EllipsoidAxis } from './ellipsoid-axis.ts';
import { PlaneAxis } from './plane-axis.ts';
import {
  readChainages,
  readEvents,
  parseChainage,
  type ChainageLine,
  type TypedEvent,
} from './read-chainages.ts';
import { linesOf, type NamedLine } from './read-line.ts';
import { readPoints, type ReadPoint, type UnreadLine } from './read-points.ts';
import { loadSystems } from './reprojection.ts';

/** Where lengths and offsets are measured. */
export type Surface = 'ellipsoid' | 'plane';

/** A point with its place along the line. */
export interface StationedPoint extends ReadPoint, Foot {
  readonly chainage: number;
}

/** A chainage with its place. */
export interface PlacedChainage {
  readonly line: number;
  readonly name: string;
  readonly chainage: number;
  readonly offset: number;
  readonly position: Position;
  /** Beyond an end of the line. */
  readonly isBeyond: boolean;
}

/** An event with its part of the line; none where it lies beyond the line altogether. */
export interface PlacedEvent extends TypedEvent {
  readonly line: number;
  readonly vertices: readonly Position[] | undefined;
  /** Part of it lies beyond an end of the line, and is cut off. */
  readonly isCut: boolean;
  /** Metres along the line. */
  readonly length: number;
}

/** A post at the place typed for it, with its distance from the line. */
export interface PlacedPost extends Post {
  readonly offset: number;
  readonly position: Position;
}

/** Most vertices of a line: each point is compared with every edge. */
const MAX_VERTICES = 50_000;
/** Milliseconds without typing until texts are read. */
const PAUSE = 250;

/** The kilometre reference of one line: posts, points, chainages and events. */
export class Kilometres {
  /** Lines to choose from, and the chosen one. */
  lines: readonly NamedLine[] = [];
  chosen = 0;
  surface: Surface = 'ellipsoid';
  /** The system of pasted coordinates, and of lengths in the plane. */
  crs: string;
  /** Coordinates can be computed in `crs`. */
  isReady = false;
  lineText = '';
  postText = '';
  startText = '0+000';
  pointText = '';
  chainageText = '';
  eventText = '';
  state: 'idle' | 'loading' = 'idle';
  /** Why there is no line: a text key or a sentence. */
  error: { id: string; detail: string } | undefined = undefined;
  readonly #api: Pick<Api, 'call' | 'bytes'>;
  readonly #latest = new Latest();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Pick<Api, 'call' | 'bytes'>, crs: string) {
    this.#api = api;
    this.crs = crs;
    makeAutoObservable(this, { lines: observableRef }, { autoBind: true });
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#latest.cancel();
  }

  async setCrs(crs: string): Promise<void> {
    this.isReady = false;
    this.crs = crs;
    try {
      const ready = await this.#latest.run(async (signal) => {
        await loadSystems(this.#api, [crs], [crs], signal);
        return true;
      });
      if (ready) this.#isReadyNow();
    } catch (failure) {
      this.#fail(failure);
    }
  }

  #isReadyNow(): void {
    runInAction(() => {
      this.isReady = true;
      this.error = undefined;
      if (crsOf(this.crs)?.geographic) this.surface = 'ellipsoid';
      if (this.lineText.trim() !== '') this.#readLine();
    });
  }

  setSurface(surface: Surface): void {
    this.surface = surface;
  }
  set(field: 'postText' | 'startText' | 'pointText' | 'chainageText' | 'eventText', text: string): void {
    this[field] = text;
  }
  choose(index: number): void {
    this.chosen = index;
  }

  setLineText(text: string): void {
    this.lineText = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => runInAction(() => this.#readLine()), PAUSE);
  }

  /** GeoJSON in WGS 84, as the server has read a file. */
  async readFile(file: Promise<Blob>): Promise<void> {
    try {
      const lines = linesOf(await (await file).text(), this.crs, unproject);
      runInAction(() => this.setLines(lines));
    } catch (failure) {
      this.#fail(failure);
    }
  }

  /** Replaces what was pasted. */
  setLines(lines: readonly NamedLine[]): void {
    clearTimeout(this.#timer);
    this.lineText = '';
    this.#use(lines);
  }

  #readLine(): void {
    if (this.lineText.trim() === '') {
      this.lines = [];
      this.error = undefined;
      return;
    }
    if (!this.isReady) return;
    try {
      this.#use(linesOf(this.lineText, this.crs, unproject));
    } catch (failure) {
      this.#fail(failure);
    }
  }

  #use(lines: readonly NamedLine[]): void {
    const large = lines.find(({ vertices }) => vertices.length > MAX_VERTICES);
    this.chosen = 0;
    this.error = large ? { id: 'line.large', detail: String(large.vertices.length) } : undefined;
    this.lines = large ? [] : lines;
  }

  #fail(failure: unknown): void {
    runInAction(() => {
      this.lines = [];
      this.error =
        failure instanceof AppError
          ? { id: failure.id, detail: failure.message }
          : { id: 'line.failed', detail: sentenceOf(failure) };
    });
  }

  get line(): NamedLine | undefined {
    return this.lines[this.chosen];
  }

  get canUsePlane(): boolean {
    return this.isReady && crsOf(this.crs)?.geographic === false;
  }

  get isPlane(): boolean {
    return this.surface === 'plane' && this.canUsePlane;
  }

  /** What is typed for the start is not a chainage. */
  get isStartWrong(): boolean {
    return parseChainage(this.startText) === undefined;
  }

  get axis(): Axis | undefined {
    const { line } = this;
    if (!line) return undefined;
    if (!this.isPlane) return new EllipsoidAxis(line.vertices);
    try {
      return new PlaneAxis(line.vertices, this.crs, unitOfCrs(this.crs).metres);
    } catch {
      // The line lies outside of what the system can show.
      return undefined;
    }
  }

  get posts(): { readonly posts: readonly PlacedPost[]; readonly unread: readonly UnreadLine[] } {
    const { axis } = this;
    if (!axis || !this.isReady) return { posts: [], unread: [] };
    const read = readPoints(this.postText, { crs: this.crs, columns: 'name' });
    const posts: PlacedPost[] = [];
    const unread = [...read.unread];
    for (const { line, name, position, given } of read.points) {
      const chainage = parseChainage(name);
      if (chainage === undefined) unread.push({ line, text: `${name} ${given}` });
      else {
        const { along, offset } = axis.footOf(position);
        posts.push({ line, chainage, along, offset, position });
      }
    }
    return { posts, unread };
  }

  get calibration(): Calibration | PostProblem {
    return calibrate(this.posts.posts, parseChainage(this.startText) ?? 0);
  }

  /** Undefined while there is no line, or its posts contradict each other. */
  get measured(): { readonly axis: Axis; readonly calibration: Calibration } | undefined {
    const { axis, calibration, posts, isStartWrong } = this;
    if (posts.posts.length === 0 && isStartWrong) return undefined;
    return axis && !('kind' in calibration) ? { axis, calibration } : undefined;
  }

  get points(): { readonly rows: readonly StationedPoint[]; readonly unread: readonly UnreadLine[] } {
    const { measured } = this;
    if (!measured || !this.isReady) return { rows: [], unread: [] };
    const { points, unread } = readPoints(this.pointText, { crs: this.crs });
    const rows = points.map((point): StationedPoint => {
      const foot = measured.axis.footOf(point.position);
      return { ...point, ...foot, chainage: measured.calibration.toChainage(foot.along) };
    });
    return { rows, unread };
  }

  get chainages(): { readonly rows: readonly PlacedChainage[]; readonly unread: readonly UnreadLine[] } {
    const { measured } = this;
    if (!measured) return { rows: [], unread: [] };
    const { axis, calibration } = measured;
    return divided(readChainages(this.chainageText), (value, line) => {
      const along = calibration.toAlong(value.chainage);
      const on = placeAt(axis, along);
      const position: Position = value.offset === 0 ? on : axis.at(along, value.offset);
      return { ...value, line, position, isBeyond: along < -1e-6 || along > axis.length + 1e-6 };
    });
  }

  get events(): { readonly rows: readonly PlacedEvent[]; readonly unread: readonly UnreadLine[] } {
    const { measured } = this;
    if (!measured) return { rows: [], unread: [] };
    const { axis, calibration } = measured;
    const within = (along: number) => Math.max(0, Math.min(axis.length, along));
    return divided(readEvents(this.eventText), (value, line) => {
      const [from, to] = [calibration.toAlong(value.from), calibration.toAlong(value.to)];
      const [start, end] = [within(from), within(to)];
      const isCut = Math.abs(start - from) > 1e-6 || Math.abs(end - to) > 1e-6;
      const length = Math.abs(end - start);
      const vertices = length > 1e-6 ? partOf(axis, start, end) : undefined;
      return { ...value, line, isCut, length: vertices ? length : 0, vertices };
    });
  }
}

function divided<T, R>(
  lines: readonly ChainageLine<T>[],
  place: (value: T, line: number) => R,
): { rows: R[]; unread: UnreadLine[] } {
  const rows: R[] = [];
  const unread: UnreadLine[] = [];
  for (const { line, text, value } of lines) {
    if (value === undefined) unread.push({ line, text });
    else rows.push(place(value, line));
  }
  return { rows, unread };
}
