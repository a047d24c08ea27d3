import { BehaviorSubject } from 'rxjs';
import { sentenceOf } from '#core/kernel';
import type { Sketch } from '#core/mapview';
import type { CloudMeasure, CloudMeasured, Position } from '#core/protocol';
import { signOf } from '#core/shapes';
import type { CloudCoordinates, CloudRay, CloudSnapKind } from '../api.ts';
import { snapPlace, snapRequest, type SnapPart, type SnapPlace } from './snap-places.ts';

/** Radius of a search: CSS pixels, or spacings of the loaded points where these are more. */
const [RADIUS_PIXELS, RADIUS_SPACINGS] = [24, 5];
/** Share of the radius by which the pointer moves before the next search. */
const MAX_MOVE = 0.5;

/** The loaded point under the pointer. */
export interface HoveredPoint {
  readonly cloudId: string;
  readonly coordinates: CloudCoordinates;
  /** Of the loaded points there, units of the CRS. */
  readonly spacing: number;
  readonly ray: CloudRay;
}

/** Where a part of a cloud is searched for. */
export interface SnapSearch {
  readonly part: SnapPart;
  readonly cloudId: string;
  readonly near: CloudCoordinates;
  readonly radius: number;
}

export interface SnapServices {
  measure(cloudId: string, request: CloudMeasure): Promise<CloudMeasured>;
  /** Which classes and clips count. */
  among(): object;
  position(coordinates: CloudCoordinates): Position;
  show(sketch: Sketch | undefined): void;
  /** What was found, and its ±, units of the CRS; `none`: the points there have none. */
  say(part: SnapPart, plusMinus: number | undefined | 'none'): string;
}

type Answer = { readonly measured: CloudMeasured } | { readonly failed: string };

interface SnapResult {
  readonly search: SnapSearch;
  readonly answer: Answer;
}

/** Moves clicks of tools to planes, edges, corners, pipes and the ground of a cloud, which the server finds. */
export class CloudSnap {
  readonly kind$ = new BehaviorSubject<CloudSnapKind>('point');
  readonly #services: SnapServices;
  #isOn = false;
  #result: SnapResult | undefined;
  #hovered: HoveredPoint | undefined;
  /** The search that the server answers now, and the next one. */
  #current: SnapSearch | undefined;
  #next: SnapSearch | undefined;
  #isSearching = false;

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

  /** Points, classes or clips have changed, or the pointer has left. */
  forget(): void {
    this.#result = this.#current = this.#next = undefined;
    this.#services.show(undefined);
  }

  /** The place that the pointer is moved to; undefined: it is not known yet, or there is none. */
  at(hovered: HoveredPoint | undefined): (SnapPlace & { readonly search: SnapSearch }) | undefined {
    const search = hovered && this.searchAt(hovered);
    this.#hovered = search && hovered;
    const result = this.#result;
    if (!search) return undefined;
    if (result && isNear(result.search, search)) return placeOn(result, hovered.ray);
    this.#request(search);
    return undefined;
  }

  /** Draws what was found, where the pointer is. */
  draw(): void {
    const [result, hovered] = [this.#result, this.#hovered];
    const { show, say, position } = this.#services;
    if (!result || !hovered || !isNear(result.search, this.searchAt(hovered))) return show(undefined);
    const { search, answer } = result;
    const label = (at: CloudCoordinates, text: string) => [{ position: position(at), text, aside: true }];
    if ('failed' in answer) return show({ shapes: [], labels: label(hovered.coordinates, answer.failed) });
    const place = placeOn(result, hovered.ray);
    show({
      shapes: signOf(answer.measured, search.radius / 2, position).map((geometry) => ({ geometry })),
      handles: place ? [{ position: position(place.place), role: 'active' }] : [],
      labels: place
        ? label(place.place, say(search.part, place.plusMinus))
        : label(hovered.coordinates, say(search.part, 'none')),
    });
  }

  /** The search around a point; undefined: clicks are moved to points. */
  searchAt({ cloudId, coordinates, spacing, ray }: HoveredPoint): SnapSearch | undefined {
    const part = this.kind$.value;
    if (!this.#isOn || part === 'point') return undefined;
    const distance = Math.hypot(...coordinates.map((value, i) => value - ray.origin[i]!));
    const pixel = 2 * (ray.radius + distance * Math.tan(ray.spread));
    const radius = Math.max(RADIUS_PIXELS * pixel, RADIUS_SPACINGS * spacing);
    return { part, cloudId, near: coordinates, radius };
  }

  /** One at a time; of those that wait, the last. */
  #request(search: SnapSearch): void {
    this.#next = search;
    if (!this.#isSearching) void this.#searchAll();
  }

  async #searchAll(): Promise<void> {
    this.#isSearching = true;
    for (let search = this.#next; search; search = this.#next) {
      this.#next = undefined;
      this.#current = search;
      const answer = await this.#answer(search);
      // Forgotten meanwhile: it is of other points, or of what nobody wants any more.
      if (this.#current !== search) continue;
      this.#result = { search, answer };
      this.draw();
    }
    this.#isSearching = false;
  }

  async #answer({ part, cloudId, near, radius }: SnapSearch): Promise<Answer> {
    const { measure, among } = this.#services;
    try {
      return { measured: await measure(cloudId, snapRequest(part, near, radius, among())) };
    } catch (error) {
      return { failed: sentenceOf(error) };
    }
  }
}

function placeOn(
  { search, answer }: SnapResult,
  ray: CloudRay,
): (SnapPlace & { readonly search: SnapSearch }) | undefined {
  const place = 'measured' in answer ? snapPlace(answer.measured, ray) : undefined;
  return place && { ...place, search };
}

function isNear(former: SnapSearch, wanted: SnapSearch | undefined): boolean {
  if (!wanted) return false;
  const moved = Math.hypot(...former.near.map((value, i) => value - wanted.near[i]!));
  const scale = wanted.radius / former.radius;
  return (
    former.part === wanted.part &&
    former.cloudId === wanted.cloudId &&
    moved < MAX_MOVE * former.radius &&
    scale > 0.5 &&
    scale < 2
  );
}
