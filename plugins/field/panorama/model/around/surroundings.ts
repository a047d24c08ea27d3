import { makeAutoObservable, observableRef } from 'mobx';
import type { Api } from '#core/api';
import type { Vector } from '#core/geodesy';
import { Latest, sentenceOf, serviceToken } from '#core/kernel';
import type { PanoramicPlace } from '#core/protocol';
import { LocalFrame } from '../local-frame.ts';
import { DepthSphere } from './depth-sphere.ts';
import { loadModelsAround, type ModelsAround } from './models-around.ts';
import { loadPointsAround, type PointsAround } from './points-around.ts';
import { loadTerrainAround, type TerrainAround } from './terrain-around.ts';

/** What is known of the space around a panorama. */
export interface Around {
  readonly placeId: string;
  readonly points: PointsAround | undefined;
  readonly models: ModelsAround | undefined;
  readonly terrain: TerrainAround | 'above' | undefined;
  /** Whether a place, east, north and up of the camera, is behind something. */
  readonly hides: (place: Vector) => boolean;
}

/** What a person may see. */
interface Allowed {
  readonly clouds: boolean;
  readonly models: boolean;
}

/** The clouds, models and terrain around the panorama that is seen: what they hide, and what of them is drawn. */
export class Surroundings {
  drawsPoints = false;
  drawsEdges = false;
  hides = true;
  isLoading = false;
  failure: string | undefined;
  /** Changes when it is to be loaded again. */
  attempt = 0;
  around: Around | undefined;
  readonly #api: Pick<Api, 'call' | 'bytes' | 'stream'>;
  readonly #allowed: () => Allowed;
  readonly #loading = new Latest();
  #loaded: { readonly place: string; readonly parts: readonly boolean[] } | undefined;

  constructor(api: Pick<Api, 'call' | 'bytes' | 'stream'>, allowed: () => Allowed) {
    this.#api = api;
    this.#allowed = allowed;
    makeAutoObservable(this, { around: observableRef });
  }

  get allowed(): Allowed {
    return this.#allowed();
  }

  drawPoints(drawn: boolean): void {
    this.drawsPoints = drawn;
  }
  drawEdges(drawn: boolean): void {
    this.drawsEdges = drawn;
  }
  hide(hides: boolean): void {
    this.hides = hides;
  }

  /** Loads again what is around. */
  reload(): void {
    this.#loaded = undefined;
    this.attempt++;
  }

  /** Loads what the switches need around a panorama; undefined: there is none. Called again when a switch changes. */
  async look(place: PanoramicPlace | undefined, projectId: string | undefined): Promise<void> {
    const { hides, drawsPoints, drawsEdges, allowed } = this;
    void this.attempt;
    const clouds = allowed.clouds && (hides || drawsPoints);
    const models = allowed.models && (hides || drawsEdges);
    const parts = [clouds, models, hides];
    const wanted = place && [place.id, ...place.position].join();
    // What is no longer needed is kept.
    const loaded = wanted === this.#loaded?.place ? this.#loaded?.parts : undefined;
    if (loaded && parts.every((one, i) => !one || loaded[i])) return;
    this.#loaded = wanted === undefined ? undefined : { place: wanted, parts };
    this.#loading.cancel();
    this.#end(undefined, undefined);
    // Without a height of the camera nobody knows what is before or behind it.
    if (!place || projectId === undefined || place.position[2] === undefined) return;
    this.isLoading = true;
    const frame = new LocalFrame([...place.position]);
    try {
      const around = await this.#loading.run(async (signal) => {
        const [points, shapes, terrain] = await Promise.all([
          clouds ? loadPointsAround(this.#api, projectId, frame, signal) : undefined,
          models ? loadModelsAround(this.#api, projectId, frame, signal) : undefined,
          hides ? loadTerrainAround(this.#api, projectId, frame, signal) : undefined,
        ]);
        return aroundOf(place.id, points, shapes, terrain);
      });
      if (around) this.#end(around, undefined);
    } catch (thrown) {
      this.#end(undefined, sentenceOf(thrown));
    }
  }

  #end(around: Around | undefined, failure: string | undefined): void {
    this.around = around;
    this.failure = failure;
    this.isLoading = false;
  }
}
export const SURROUNDINGS = serviceToken<Surroundings>('panorama.Surroundings');

export function aroundOf(
  placeId: string,
  points: PointsAround | undefined,
  models: ModelsAround | undefined,
  terrain: TerrainAround | 'above' | undefined,
): Around {
  const depths = new DepthSphere();
  for (let i = 0; i < (points?.sizes.length ?? 0); i++) {
    const { places, sizes } = points!;
    depths.add(places[3 * i]!, places[3 * i + 1]!, places[3 * i + 2]!, sizes[i]!);
  }
  const corners = models?.triangles ?? new Float32Array();
  const corner = (at: number): Vector => [corners[at]!, corners[at + 1]!, corners[at + 2]!];
  for (let i = 0; i < corners.length; i += 9) depths.addTriangle(corner(i), corner(i + 3), corner(i + 6));
  const hides = (place: Vector) =>
    depths.hides(place) || (typeof terrain === 'object' && terrain.hides(place));
  return { placeId, points, models, terrain, hides };
}
