import { CullingVolume, Intersect, Matrix4, type BoundingSphere, type Camera } from 'cesium';

/** The visible part of space. */
export class ViewVolume {
  readonly #camera: Camera;
  readonly #before = new Matrix4();
  readonly #now = new Matrix4();
  #volume = new CullingVolume();

  constructor(camera: Camera) {
    this.#camera = camera;
  }

  /** Updates to the camera; returns whether the view has changed. */
  look(): boolean {
    const { frustum, viewMatrix, positionWC, directionWC, upWC } = this.#camera;
    Matrix4.multiply(frustum.projectionMatrix, viewMatrix, this.#now);
    if (Matrix4.equals(this.#now, this.#before)) return false;
    Matrix4.clone(this.#now, this.#before);
    this.#volume = frustum.computeCullingVolume(positionWC, directionWC, upWC);
    return true;
  }

  sees(sphere: BoundingSphere): boolean {
    return this.#volume.computeVisibility(sphere) !== Intersect.OUTSIDE;
  }
}
