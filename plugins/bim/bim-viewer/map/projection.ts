import { Matrix4, Raycaster, Vector2, Vector3, type Box3, type Camera, type Ray } from 'three';
import type { Extent } from '#core/document';
import type { Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { ModelCoordinates } from '../api.ts';
import type { ModelFrame } from '../model/frame.ts';
import type { SceneCamera } from './scene-camera.ts';

export interface ProjectionOptions {
  readonly frame: ModelFrame;
  /** The scene's origin, in the coordinates of the view. */
  readonly origin: ModelCoordinates;
  readonly eye: SceneCamera;
  /** Of the models, in the scene. */
  readonly bounds: { readonly diameter: number };
  /** Height in the scene of positions that have none. */
  readonly floor: () => number;
}

/** Converts between pixels, places in the scene, coordinates of the view, and positions on the earth. */
export class SceneProjection {
  readonly #options: ProjectionOptions;
  #matrix: Matrix4 | undefined;

  constructor(options: ProjectionOptions) {
    this.#options = options;
  }

  /** The camera has moved. */
  forget(): void {
    this.#matrix = undefined;
  }

  /** On the floor, where a position has no height; undefined outside of the CRS. */
  placeOf(position: Position): Vector3 | undefined {
    const { frame, floor } = this.#options;
    try {
      const place = this.inScene(frame.toModel(position));
      if (position[2] === undefined) place.z = floor();
      return Number.isFinite(place.x + place.y + place.z) ? place : undefined;
    } catch {
      return undefined;
    }
  }

  positionOf(place: Vector3): Position {
    return this.#options.frame.fromModel(this.coordinatesOf(place));
  }

  coordinatesOf({ x, y, z }: Vector3): ModelCoordinates {
    const [east, north, up] = this.#options.origin;
    return [x + east, y + north, z + up];
  }

  inScene([x, y, z]: ModelCoordinates): Vector3 {
    const [east, north, up] = this.#options.origin;
    return new Vector3(x - east, y - north, z - up);
  }

  extentOf({ min, max }: Box3): Extent {
    const corners = [new Vector3(min.x, min.y), new Vector3(max.x, min.y), new Vector3(min.x, max.y), max];
    const places = corners.map((corner) => this.positionOf(corner));
    const [longitudes, latitudes] = [places.map(([x]) => x), places.map(([, y]) => y)];
    return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
  }

  /** Undefined behind the eye. */
  pixelOf({ x, y, z }: Vector3): Pixel | undefined {
    // The eye sets its camera up whenever it is asked for it.
    this.#matrix ??= matrixOf(this.#options.eye.camera);
    const m = this.#matrix.elements;
    const w = m[3] * x + m[7] * y + m[11] * z + m[15];
    if (w <= 0) return undefined;
    const [width, height] = this.#options.eye.size;
    const right = (m[0] * x + m[4] * y + m[8] * z + m[12]) / w;
    const up = (m[1] * x + m[5] * y + m[9] * z + m[13]) / w;
    return [((right + 1) / 2) * width, ((1 - up) / 2) * height];
  }

  /** In the scene. */
  ray(pixel: Pixel): Ray {
    const { camera, size } = this.#options.eye;
    const [width, height] = size;
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2((pixel[0] / width) * 2 - 1, 1 - (pixel[1] / height) * 2), camera);
    return caster.ray;
  }

  /** Where the ray of a pixel passes a height of the scene. */
  atHeight(pixel: Pixel, height: number): Vector3 | undefined {
    const { origin, direction } = this.ray(pixel);
    if (Math.abs(direction.z) < 1e-6) return undefined;
    const along = (height - origin.z) / direction.z;
    // Near the horizon the ground is far outside of the CRS.
    if (along < 0 || along > 1000 * this.#options.bounds.diameter) return undefined;
    return origin.addScaledVector(direction, along);
  }

  /** Places on the ground that a pixel may show: below what is seen there, and where its ray passes heights of the scene. */
  groundBehind(pixel: Pixel, seen: Vector3 | undefined, heights: readonly number[]): Position[] {
    const places = [seen ?? [], heights.flatMap((height) => this.atHeight(pixel, height) ?? [])].flat();
    return places.map((place) => {
      const [longitude, latitude] = this.positionOf(place);
      return [longitude, latitude];
    });
  }

  /** Height above the ellipsoid at which the ray of a pixel passes the vertical through a place. */
  heightAt(pixel: Pixel, position: Position): number | undefined {
    const foot = this.placeOf(position);
    if (!foot) return undefined;
    const { origin, direction } = this.ray(pixel);
    const apart = 1 - direction.z * direction.z;
    if (apart < 1e-3) return undefined;
    const from = origin.clone().sub(foot);
    const up = (from.z - from.dot(direction) * direction.z) / apart;
    return foot.z + up + this.#options.origin[2];
  }
}

/** From the scene to the square of the screen. */
const matrixOf = (camera: Camera): Matrix4 =>
  new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
