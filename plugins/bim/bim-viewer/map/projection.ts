import { Matrix4, Raycaster, Vector2, type Ray, type Vector3 } from 'three';
import type { Pixel } from '#core/mapview';
import type { SceneCamera } from './scene-camera.ts';

/** From places of the scene to pixels and back. */
export class SceneProjection {
  readonly #eye: SceneCamera;
  readonly #bounds: { readonly diameter: number };
  #matrix: Matrix4 | undefined;

  constructor(eye: SceneCamera, bounds: { readonly diameter: number }) {
    this.#eye = eye;
    this.#bounds = bounds;
  }

  /** The camera has moved. */
  forget(): void {
    this.#matrix = undefined;
  }

  pixelOf({ x, y, z }: Vector3): Pixel | undefined {
    this.#matrix ??= this.#made();
    const m = this.#matrix.elements;
    const w = m[3] * x + m[7] * y + m[11] * z + m[15];
    if (w <= 0) return undefined;
    const [width, height] = this.#eye.size;
    const right = (m[0] * x + m[4] * y + m[8] * z + m[12]) / w;
    const up = (m[1] * x + m[5] * y + m[9] * z + m[13]) / w;
    return [((right + 1) / 2) * width, ((1 - up) / 2) * height];
  }

  #made(): Matrix4 {
    const { camera } = this.#eye;
    return new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  }

  ray(pixel: Pixel): Ray {
    const [width, height] = this.#eye.size;
    const caster = new Raycaster();
    caster.setFromCamera(
      new Vector2((pixel[0] / width) * 2 - 1, 1 - (pixel[1] / height) * 2),
      this.#eye.camera,
    );
    return caster.ray;
  }

  /** Where the ray of a pixel passes a height of the scene. */
  atHeight(pixel: Pixel, height: number): Vector3 | undefined {
    const { origin, direction } = this.ray(pixel);
    if (Math.abs(direction.z) < 1e-6) return undefined;
    const along = (height - origin.z) / direction.z;
    // Near the horizon the ground is far outside of the CRS.
    if (along < 0 || along > 1000 * this.#bounds.diameter) return undefined;
    return origin.addScaledVector(direction, along);
  }
}
