import { BehaviorSubject } from 'rxjs';
import { sentenceOf } from '#core/kernel';
import type { Sketch } from '#core/mapview';
import type { CloudMeasure, CloudMeasured, Position } from '#core/protocol';
import { signOf } from '#core/shapes';
import type { CloudCoordinates, CloudRay, CloudSnapKind } from '../api.ts';
import { snapPlace, snapRequest, type SnapPart, type SnapPlace } from './snap-places.ts';

/** CSS pixels around the pointer whose points are looked at; at least so many times their spacing. */
const [REACH, SPACINGS] = [24, 5];
/** Of that radius: how far the pointer moves before it is looked for again. */
const MOVED = 0.5;

/** The loaded point under the pointer. */
export interface Pointed {
  readonly cloudId: string;
  readonly coordinates: CloudCoordinates;
  /** Of the loaded points there, units of the CRS. */
  readonly spacing: number;
  readonly ray: CloudRay;
}

/** Around where a part of a cloud is looked for. */
export interface SnapAround {
  readonly part: SnapPart;
  readonly cloudId: string;
  readonly near: CloudCoordinates;
  readonly radius: number;
}

export interface SnapServices {
  measure(cloudId: string, asked: CloudMeasure): Promise<CloudMeasured>;
  /** Which classes and clips count. */
  among(): object;
  position(coordinates: CloudCoordinates): Position;
  show(sketch: Sketch | undefined): void;
  /** What was found, and its ±, units of the CRS; `none`: the points there have none. */
  say(part: SnapPart, plusMinus: number | undefined | 'none'): string;
}

type Answer = { readonly measured: CloudMeasured } | { readonly failed: string };

interface Found {
  readonly around: SnapAround;
  readonly answer: Answer;
}

/** Moves clicks of tools to planes, edges, corners, pipes and the ground of a cloud, which the server finds. */
export class CloudSnap {
  readonly kind$ = new BehaviorSubject<CloudSnapKind>('point');
  readonly #services: SnapServices;
  #isOn = false;
  #found: Found | undefined;
  #pointed: Pointed | undefined;
  #asked: SnapAround | undefined;
  #next: SnapAround | undefined;

  constructor(services: SnapServices) {
    this.#services = services;
  }

  set kind(kind: CloudSnapKind) {
    this.kind$.next(kind);
    this.forget();
  }

  /** Whether a tool snaps. */
  set isOn(isOn: boolean) {
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    this.forget();
  }

  /** Points, classes or clips have changed. */
  forget(): void {
    this.#found = this.#next = undefined;
    this.#services.show(undefined);
  }

  /** The place that the pointer is moved to; undefined: it is not known yet, or there is none. */
  at(pointed: Pointed | undefined): (SnapPlace & { readonly around: SnapAround }) | undefined {
    const around = pointed && this.around(pointed);
    this.#pointed = around && pointed;
    const found = this.#found;
    if (!around) return undefined;
    if (found && isNear(found.around, around)) return this.#placeOn(found, pointed.ray);
    this.#ask(around);
    return undefined;
  }

  /** Draws what was found, where the pointer is. */
  draw(): void {
    const [found, pointed] = [this.#found, this.#pointed];
    const { show, say, position } = this.#services;
    if (!found || !pointed || !isNear(found.around, this.around(pointed))) return show(undefined);
    const { around, answer } = found;
    const label = (at: CloudCoordinates, text: string) => [{ position: position(at), text, aside: true }];
    if ('failed' in answer) return show({ shapes: [], labels: label(pointed.coordinates, answer.failed) });
    const place = this.#placeOn(found, pointed.ray);
    show({
      shapes: signOf(answer.measured, around.radius / 2, position).map((geometry) => ({ geometry })),
      handles: place ? [{ position: position(place.place), role: 'active' }] : [],
      labels: place
        ? label(place.place, say(around.part, place.plusMinus))
        : label(pointed.coordinates, say(around.part, 'none')),
    });
  }

  #placeOn(
    { around, answer }: Found,
    ray: CloudRay,
  ): (SnapPlace & { readonly around: SnapAround }) | undefined {
    const place = 'measured' in answer ? snapPlace(answer.measured, ray) : undefined;
    return place && { ...place, around };
  }

  /** Around where it is looked for; undefined: clicks are moved to points. */
  around({ cloudId, coordinates, spacing, ray }: Pointed): SnapAround | undefined {
    const part = this.kind$.value;
    if (!this.#isOn || part === 'point') return undefined;
    const away = Math.hypot(...coordinates.map((value, i) => value - ray.origin[i]!));
    const pixel = 2 * (ray.radius + away * Math.tan(ray.spread));
    return { part, cloudId, near: coordinates, radius: Math.max(REACH * pixel, SPACINGS * spacing) };
  }

  /** One at a time; of those that wait, the last. */
  #ask(around: SnapAround): void {
    this.#next = around;
    if (!this.#asked) void this.#askNext();
  }

  async #askNext(): Promise<void> {
    for (let around = this.#next; around; around = this.#next) {
      this.#next = undefined;
      this.#asked = around;
      const answer = await this.#answer(around);
      this.#asked = undefined;
      if (!this.#isOn || this.kind$.value !== around.part) continue;
      this.#found = { around, answer };
      this.draw();
    }
  }

  async #answer({ part, cloudId, near, radius }: SnapAround): Promise<Answer> {
    const { measure, among } = this.#services;
    try {
      return { measured: await measure(cloudId, snapRequest(part, near, radius, among())) };
    } catch (error) {
      return { failed: sentenceOf(error) };
    }
  }
}

function isNear(found: SnapAround, wanted: SnapAround | undefined): boolean {
  if (!wanted) return false;
  const moved = Math.hypot(...found.near.map((value, i) => value - wanted.near[i]!));
  const scale = wanted.radius / found.radius;
  return (
    found.part === wanted.part &&
    found.cloudId === wanted.cloudId &&
    moved < MOVED * found.radius &&
    scale > 0.5 &&
    scale < 2
  );
}
