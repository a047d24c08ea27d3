import { BufferAttribute, BufferGeometry, Points, PointsMaterial } from 'three';
import type { Disposable } from '#core/kernel';
import type { ModelCoordinates } from '../api.ts';

/** CSS pixels. */
const SIZE = 4;

/** Points with colours of their own: results of a check. */
export class ColouredPoints implements Disposable {
  readonly object: Points<BufferGeometry, PointsMaterial>;

  /** `origin`: of the scene. */
  constructor(coordinates: Float64Array, colours: Float32Array, origin: ModelCoordinates) {
    const places = new Float32Array(coordinates.length);
    for (let i = 0; i < places.length; i++) places[i] = coordinates[i]! - origin[i % 3]!;
    const geometry = new BufferGeometry()
      .setAttribute('position', new BufferAttribute(places, 3))
      .setAttribute('color', new BufferAttribute(colours, 3));
    const size = SIZE * (window.devicePixelRatio || 1);
    this.object = new Points(
      geometry,
      new PointsMaterial({ size, sizeAttenuation: false, vertexColors: true }),
    );
    this.object.frustumCulled = false;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}
