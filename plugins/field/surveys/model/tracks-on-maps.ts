import { computed, makeAutoObservable, observableRef, reaction, runInAction } from 'mobx';
import { auditTime } from 'rxjs';
import type { Api } from '#core/api';
import { sentenceOf, serviceToken } from '#core/kernel';
import { onEachView, type MapView, type Sketch, type SketchShape, type Views } from '#core/mapview';
import type { Projects } from '#core/project';
import { listTracks, type Position, type Track } from '#core/protocol';
import { coloursOf, rangeOf, type RampRange, type TrackLook } from './track-colours.ts';
import { figuresOf, placeAt, type TrackFigures } from './track-figures.ts';

const SLOT = 'surveys';
/** CSS pixels between two drawn positions, and milliseconds between two drawings while the map moves. */
const STEP = 3;
const PACE = 150;
const HERE = { stroke: '#ffffff', width: 2, fill: '#db2777', radius: 7 } as const;
const TRIED = { stroke: '#ffffff', width: 1.5, fill: '#ea580c', radius: 5 } as const;
const FAULT = { stroke: '#dc2626', width: 2, radius: 8, shape: 'cross' } as const;

export interface ShownTrack extends Track {
  readonly surveyId: string;
  readonly figures: TrackFigures;
}

/** Tracks of surveys on the map and the globe. */
export class TracksOnMaps {
  tracks: readonly ShownTrack[] = [];
  look: TrackLook = 'plain';
  /** Seconds since 1970, of the slider; undefined: not shown. */
  time: number | undefined;
  /** Pictures where they would be with another time; undefined: nothing is tried. */
  tried: readonly Position[] | undefined;
  error: string | undefined;
  readonly loading = new Set<string>();
  readonly #api: Pick<Api, 'call'>;
  readonly #views: Views;

  constructor(api: Pick<Api, 'call'>, views: Views, projects: Pick<Projects, 'current$'>) {
    this.#api = api;
    this.#views = views;
    makeAutoObservable(this, {
      tracks: observableRef,
      tried: observableRef,
      // Asked for with every move of a map.
      range: computed({ keepAlive: true }),
      colours: computed({ keepAlive: true }),
    });
    onEachView(views, (view) => {
      if (view.kind !== '2d' && view.kind !== '3d') return undefined;
      const show = () => view.show(this.#sketch(view), SLOT);
      const moving = view.camera$.pipe(auditTime(PACE)).subscribe(show);
      const stop = reaction(() => [this.tracks, this.look, this.time, this.tried], show, {
        fireImmediately: true,
      });
      return { dispose: () => (moving.unsubscribe(), stop()) };
    });
    projects.current$.subscribe(() => runInAction(() => this.clear()));
  }

  clear(): void {
    this.tracks = [];
    this.time = undefined;
    this.tried = undefined;
    this.error = undefined;
  }

  isShown(surveyId: string): boolean {
    return this.tracks.some((track) => track.surveyId === surveyId);
  }

  /** First and last time of what is shown. */
  get span(): readonly [number, number] | undefined {
    const times = this.tracks.flatMap(({ startedAt, endedAt }) =>
      startedAt && endedAt ? [Date.parse(startedAt) / 1000, Date.parse(endedAt) / 1000] : [],
    );
    return times.length === 0 ? undefined : [Math.min(...times), Math.max(...times)];
  }

  /** What the ends of the colours stand for. */
  get range(): RampRange | undefined {
    return rangeOf(this.tracks, this.look);
  }

  /** Of each position of each track. */
  get colours(): readonly (readonly string[])[] {
    return this.tracks.map((track) => coloursOf(track, this.look, this.range));
  }

  async show(surveyId: string): Promise<void> {
    this.loading.add(surveyId);
    try {
      const { data } = await this.#api.call(listTracks, { params: { id: surveyId } });
      runInAction(() => {
        const others = this.tracks.filter((track) => track.surveyId !== surveyId);
        this.tracks = [
          ...others,
          ...data.map((track) => ({ ...track, surveyId, figures: figuresOf(track.positions) })),
        ];
        this.error = undefined;
      });
      this.#flyTo(data);
    } catch (failure) {
      runInAction(() => (this.error = sentenceOf(failure)));
    } finally {
      runInAction(() => this.loading.delete(surveyId));
    }
  }

  hide(surveyId: string): void {
    this.tracks = this.tracks.filter((track) => track.surveyId !== surveyId);
    if (this.tracks.length === 0) this.time = undefined;
  }

  setLook(look: TrackLook): void {
    this.look = look;
  }

  setTime(time: number | undefined): void {
    this.time = time;
  }

  /** Shows where pictures would be with their clock shifted by `seconds`; undefined: no longer. */
  tryShift(surveyId: string, times: readonly number[], seconds: number | undefined): void {
    if (seconds === undefined) {
      this.tried = undefined;
      return;
    }
    const tracks = this.tracks.filter((track) => track.surveyId === surveyId);
    this.tried = times.flatMap((time) => {
      for (const { positions } of tracks) {
        const at = placeAt(positions, time + seconds);
        if (at) return [at];
      }
      return [];
    });
  }

  flyToFault(track: ShownTrack, at: number): void {
    const [longitude, latitude] = track.positions[at]!;
    this.#views.active?.fly([longitude, latitude], { zoom: 18 });
  }

  #flyTo(tracks: readonly Track[]): void {
    let [west, south, east, north] = [180, 90, -180, -90];
    for (const { positions } of tracks)
      for (const [x, y] of positions) {
        [west, east] = [Math.min(west, x), Math.max(east, x)];
        [south, north] = [Math.min(south, y), Math.max(north, y)];
      }
    if (west <= east) this.#views.active?.fly([west, south, east, north]);
  }

  /** Lines of one colour each, with no more positions than the screen shows. */
  #sketch(view: MapView): Sketch | undefined {
    const { tracks, time, tried } = this;
    if (tracks.length === 0 && !tried) return undefined;
    const step = (STEP * view.camera.resolution) / 111_320;
    const lines = new Map<string, Position[][]>();
    const { colours } = this;
    for (const [i, { positions }] of tracks.entries()) addLines(lines, positions, colours[i]!, step);
    const shapes: SketchShape[] = [...lines].map(([stroke, coordinates]) => ({
      geometry: { type: 'MultiLineString', coordinates } as never,
      style: { stroke, width: 3 },
    }));
    const faults = tracks.flatMap(({ positions, figures }) =>
      figures.faults.map(({ at }): Position => [positions[at]![0], positions[at]![1]]),
    );
    const points = (coordinates: readonly Position[], style: SketchShape['style']) => {
      if (coordinates.length > 0 && style)
        shapes.push({ geometry: { type: 'MultiPoint', coordinates } as never, style });
    };
    points(faults, FAULT);
    if (tried) points(tried, TRIED);
    if (time !== undefined)
      points(
        tracks.flatMap(({ positions }) => {
          const at = placeAt(positions, time);
          return at ? [at] : [];
        }),
        HERE,
      );
    return { shapes };
  }
}
export const TRACKS = serviceToken<TracksOnMaps>('surveys.Tracks');

function addLines(
  lines: Map<string, Position[][]>,
  positions: Track['positions'],
  colours: readonly string[],
  step: number,
): void {
  let line: Position[] = [];
  let colour = '';
  let before: Position | undefined;
  for (const [i, [x, y]] of positions.entries()) {
    const isLast = i === positions.length - 1;
    const isNear = before !== undefined && Math.abs(x - before[0]) < step && Math.abs(y - before[1]) < step;
    if (isNear && !isLast) continue;
    const at: Position = [x, y];
    if (before && Math.abs(x - before[0]) > 180) line = [];
    if (line.length > 0) line.push(at);
    // The next piece begins where this one ends.
    if (line.length === 0 || colours[i] !== colour) {
      colour = colours[i]!;
      line = [at];
      const same = lines.get(colour);
      if (same) same.push(line);
      else lines.set(colour, [line]);
    }
    before = at;
  }
  for (const [key, all] of lines)
    lines.set(
      key,
      all.filter(({ length }) => length > 1),
    );
}
