import { makeAutoObservable, observableRef } from 'mobx';
import { inSpace, type Vector } from '#core/geodesy';
import { newUuid, serviceToken } from '#core/kernel';
import type { PanoramicPlace } from '#core/protocol';
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

export interface MeasuredPoint extends Omit<Sighted, 'point'> {
  readonly id: string;
  readonly position: readonly [number, number, number];
  /** Of `covariance` and `within`: east, north and up here. */
  readonly frame: LocalFrame;
  /** In `frame`. */
  readonly point: Vector;
  /** Names of the panoramas. */
  readonly from: readonly string[];
  /** An accuracy was assumed, because the survey does not state it. */
  readonly assumed: boolean;
  /** The height of a panorama is unknown: that of the point counts from it. */
  readonly lacksHeight: boolean;
  /** Not by rays that meet, but by what one of them meets. */
  readonly on?: 'cloud' | 'terrain';
  readonly offset?: readonly [number, number] | undefined;
  readonly folded?: boolean;
}

/** Points measured by rays of two or more panoramas. */
export class Measuring {
  sights: readonly Sight[] = [];
  points: readonly MeasuredPoint[] = [];
  readonly #stage: Pick<PanoramaStage, 'accuracyOf'>;

  constructor(stage: Pick<PanoramaStage, 'accuracyOf'>) {
    this.#stage = stage;
    makeAutoObservable(this, { sights: observableRef, points: observableRef });
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
    return {
      ...sighted,
      id: 'found',
      position: frame.toPosition(sighted.point),
      frame,
      from: this.sights.map(({ place }) => place.name),
      assumed: this.sights.some(({ accuracy }) => accuracy.assumed),
      lacksHeight: this.sights.some(({ place }) => place.position[2] === undefined),
    };
  }

  /** Keeps the point; the next look begins another one. */
  keep(): void {
    const { found } = this;
    if (typeof found === 'string') return;
    this.points = [...this.points, { ...found, id: newUuid() }];
    this.sights = [];
  }

  /** A point that was found in another way, from the look that is there. */
  add(point: MeasuredPoint): void {
    this.points = [...this.points, point];
    this.sights = [];
  }

  /** Gives up the last look, or where there is none the last point. */
  takeBack(): boolean {
    if (this.sights.length > 0) this.sights = this.sights.slice(0, -1);
    else if (this.points.length > 0) this.points = this.points.slice(0, -1);
    else return false;
    return true;
  }

  dropSights(): void {
    this.sights = [];
  }

  remove(id: string): void {
    if (id === 'found') this.sights = [];
    else this.points = this.points.filter((point) => point.id !== id);
  }

  clear(): void {
    this.sights = [];
    this.points = [];
  }

  dragBubble(id: string, offset: readonly [number, number]): void {
    this.points = this.points.map((point) => (point.id === id ? { ...point, offset } : point));
  }

  foldBubble(id: string, folded: boolean): void {
    this.points = this.points.map((point) => (point.id === id ? { ...point, folded } : point));
  }

  /** Where the points of a look may be, for all other views: in another panorama it is the epipolar curve. */
  static lineOf(look: Sight): [number, number, number][] {
    const frame = new LocalFrame(look.place.position);
    return curveOf(rayIn(frame, look), DRAWN.from, DRAWN.to).map((point) => frame.toPosition(point));
  }
}
export const MEASURING = serviceToken<Measuring>('panorama.Measuring');

function rayIn(frame: LocalFrame, { place, accuracy, direction }: Sight): Ray {
  const [longitude, latitude, height = 0] = place.position;
  return {
    origin: frame.toLocal([longitude, latitude, height]),
    direction: frame.turned(direction),
    sigmaPosition: accuracy.position,
    sigmaDirection: (Math.hypot(accuracy.direction, POINTING) * Math.PI) / 180,
  };
}
