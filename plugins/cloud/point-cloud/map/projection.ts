import { Matrix4, Raycaster, Vector2, Vector3, type Camera } from 'three';
import type { Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { CloudCoordinates, CloudRay } from '../api.ts';
import type { CloudFrame } from '../model/frame.ts';
import type { Eye } from './eye.ts';

export interface ProjectionOptions {
  readonly frame: CloudFrame;
  /** The scene's origin, in the coordinates of the view. */
  readonly origin: Vector3;
  readonly eye: Eye;
  /** Height of the ground in the scene. */
  readonly groundAt: (x: number, y: number) => number;
  /** Of the clouds, in the scene. */
  readonly bounds: { readonly middle: Vector3; readonly diameter: number };
}

/** Converts between pixels, places in the scene, and positions on the earth. */
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

  /** On the ground, where a position has no height; undefined outside of the CRS. */
  placeOf(position: Position): Vector3 | undefined {
    const { frame, origin, groundAt } = this.#options;
    try {
      const place = new Vector3(...frame.toCloud(position)).sub(origin);
      if (position[2] === undefined) place.z = groundAt(place.x, place.y);
      return Number.isFinite(place.x + place.y + place.z) ? place : undefined;
    } catch {
      return undefined;
    }
  }

  positionOf(place: Vector3): Position {
    const { frame, origin } = this.#options;
    return frame.fromCloud(place.clone().add(origin).toArray());
  }

  coordinatesOf(position: Position): CloudCoordinates {
    const { frame, origin, groundAt } = this.#options;
    if (position[2] !== undefined) return frame.toCloud(position);
    const [x, y] = frame.toCloud(position);
    return [x, y, groundAt(x - origin.x, y - origin.y) + origin.z];
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
  ray(pixel: Pixel): { origin: Vector3; direction: Vector3 } {
    const [width, height] = this.#options.eye.size;
    const caster = new Raycaster();
    const at = new Vector2((pixel[0] / width) * 2 - 1, 1 - (pixel[1] / height) * 2);
    caster.setFromCamera(at, this.#options.eye.camera);
    return caster.ray;
  }

  /** In the coordinates of the view. */
  cloudRay(pixel: Pixel): CloudRay {
    const { eye, origin: start } = this.#options;
    const { origin, direction } = this.ray(pixel);
    const [height, { camera }] = [Math.max(1, eye.size[1]), eye];
    const spread = 'fov' in camera ? (camera.fov * Math.PI) / 180 / height / 2 : 0;
    return {
      origin: origin.add(start).toArray(),
      direction: direction.toArray(),
      spread,
      radius: spread === 0 ? eye.resolution / 2 : 0,
    };
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

  /** Where the ray of a pixel meets the ground below what the camera looks at. */
  onGround(pixel: Pixel): Vector3 | undefined {
    const { eye, groundAt } = this.#options;
    return this.atHeight(pixel, groundAt(eye.target.x, eye.target.y));
  }

  /** Where the ray of a pixel passes an ellipsoidal height, which is taken in the middle of the clouds. */
  atEllipsoidal(pixel: Pixel, height: number): Vector3 | undefined {
    const { frame, origin, bounds } = this.#options;
    const { x, y } = bounds.middle.clone().add(origin);
    const [longitude, latitude] = frame.fromCloud([x, y, 0]);
    return this.atHeight(pixel, frame.toCloud([longitude, latitude, height])[2] - origin.z);
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
    const { frame, origin: start } = this.#options;
    const foot = this.placeOf(position);
    if (!foot) return undefined;
    const { origin, direction } = this.ray(pixel);
    const apart = 1 - direction.z * direction.z;
    if (apart < 1e-3) return undefined;
    const from = origin.clone().sub(foot);
    const up = (from.z - from.dot(direction) * direction.z) / apart;
    const { x, y, z } = foot.clone().add(start);
    return frame.fromCloud([x, y, z + up])[2];
  }
}

/** From the scene to the square of the screen. */
const matrixOf = (camera: Camera): Matrix4 =>
  new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
