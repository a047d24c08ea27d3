import { makeAutoObservable, observableRef } from 'mobx';
import { inSpace, type Vector } from '#core/geodesy';
import { newUuid, serviceToken } from '#core/kernel';
import type { PanoramicPlace } from '#core/protocol';
import { Figures, type Figure } from '#core/sketch';
import type { PanoramaAccuracy, PanoramaStage } from '../api.ts';
import { LocalFrame } from './local-frame.ts';
import { curveOf, intersect, type Ray, type Sighted, type SightFault } from './rays.ts';

/** Degrees by which a click misses what is meant, about a pixel on the screen. */
const POINTING = 0.03;
/** Metres of the line of sight that is drawn in other views. */
const DRAWN = { from: 1, to: 150 };

/** One look at the point that is being measured. */
export interface Sight {
  readonly place: PanoramicPlace;
  readonly accuracy: PanoramaAccuracy;
  /** Geocentric. */
  readonly origin: Vector;
  readonly direction: Vector;
}

/** `covariance` and `within`: east, north and up. */
export interface MeasuredPoint extends Omit<Sighted, 'point' | 'warnings'>, Figure {
  /** `thinned`: something nearer may have been left out, because there was too much around the camera. */
  readonly warnings: readonly (Sighted['warnings'][number] | 'thinned')[];
  readonly position: readonly [number, number, number];
  /** Names of the panoramas. */
  readonly from: readonly string[];
  /** An accuracy was assumed, because the survey does not state it. */
  readonly assumed: boolean;
  /** The height of a panorama is unknown: that of the point counts from it. */
  readonly lacksHeight: boolean;
  /** Not by rays that meet, but by what one of them meets. */
  readonly on?: 'cloud' | 'terrain' | 'model' | 'plane' | 'facade' | undefined;
}

/** Points measured by rays of two or more panoramas. */
export class Measuring {
  sights: readonly Sight[] = [];
  /** Of objects of the map that are measured on: one standard deviation, metres. */
  mapAccuracy = 0.1;
  /** Its points, some of them kept with the project. */
  readonly figures = new Figures<MeasuredPoint>(() => ({ path: 'point', min: 1, max: 1 }));
  readonly #stage: Pick<PanoramaStage, 'accuracyOf'>;

  constructor(stage: Pick<PanoramaStage, 'accuracyOf'>) {
    this.#stage = stage;
    makeAutoObservable(this, { sights: observableRef, figures: false });
  }

  get points(): readonly MeasuredPoint[] {
    return this.figures.list;
  }

  /** A look from a panorama; another from the same one replaces it. */
  sight(place: PanoramicPlace, direction: Vector): void {
    const [longitude, latitude, height = 0] = place.position;
    const look: Sight = {
      place,
      accuracy: this.#stage.accuracyOf(place),
      origin: inSpace([longitude, latitude, height]),
      direction,
    };
    this.sights = [...this.sights.filter((one) => one.place.id !== place.id), look];
  }

  /** The point that is being measured, as far as it is seen; or why there is none. */
  get found(): MeasuredPoint | SightFault {
    const [first] = this.sights;
    if (!first) return 'few';
    const frame = new LocalFrame(first.place.position);
    const sighted = intersect(this.sights.map((look) => rayIn(frame, look)));
    if (typeof sighted === 'string') return sighted;
    const { point, ...others } = sighted;
    const position = frame.toPosition(point);
    return {
      ...others,
      id: 'found',
      position,
      vertices: [position],
      offset: undefined,
      from: this.sights.map(({ place }) => place.name),
      assumed: this.sights.some(({ accuracy }) => accuracy.assumed),
      lacksHeight: this.sights.some(({ place }) => place.position[2] === undefined),
    };
  }

  /** Keeps the point; the next look begins another one. */
  keep(): void {
    const { found } = this;
    if (typeof found === 'string') return;
    this.add({ ...found, id: newUuid() });
  }

  /** A point that was found in another way, from the look that is there. */
  add(point: MeasuredPoint): void {
    this.figures.put(point, false);
    this.sights = [];
  }

  /** Gives up the last look, or where there is none the last point that is not kept. */
  takeBack(): boolean {
    if (this.sights.length > 0) this.sights = this.sights.slice(0, -1);
    else {
      const last = this.points.findLast(({ stored }) => !stored);
      if (!last) return false;
      this.figures.remove(last.id);
    }
    return true;
  }

  trustMap(metres: number): void {
    this.mapAccuracy = metres;
  }

  dropSights(): void {
    this.sights = [];
  }

  remove(id: string): void {
    if (id === 'found') this.sights = [];
    else this.figures.remove(id);
  }

  /** What is kept with the project stays. */
  clear(): void {
    this.sights = [];
    this.figures.clear();
  }

  /** When another project is opened. */
  empty(): void {
    this.sights = [];
    this.figures.empty();
  }

  /** Where the points of a look may be, for all other views: in another panorama it is the epipolar curve. */
  static lineOf(look: Sight): [number, number, number][] {
    const frame = new LocalFrame(look.place.position);
    return curveOf(rayIn(frame, look), DRAWN.from, DRAWN.to).map((point) => frame.toPosition(point));
  }
}
export const MEASURING = serviceToken<Measuring>('panorama.Measuring');

export function rayIn(frame: LocalFrame, { place, accuracy, direction }: Sight): Ray {
  const [longitude, latitude, height = 0] = place.position;
  return {
    origin: frame.toLocal([longitude, latitude, height]),
    direction: frame.turned(direction),
    sigmaPosition: accuracy.position,
    sigmaDirection: (Math.hypot(accuracy.direction, POINTING) * Math.PI) / 180,
  };
}
