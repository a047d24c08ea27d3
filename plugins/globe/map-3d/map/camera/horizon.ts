import { Cartesian3, Ellipsoid } from 'cesium';

/**
 * Horizon culling. With the ellipsoid scaled to the unit sphere, a point is hidden where it is behind the plane of
 * the horizon and within the cone from the eye over the horizon (Cozzi and Ring, 3D Engine Design for Virtual Globes,
 * 2011, section 7.2 and its follow-up on horizon culling).
 */
export class Horizon {
  readonly #eye = new Cartesian3();
  readonly #point = new Cartesian3();
  /** Squared distance from the eye to the horizon. */
  #horizon = 0;

  look(from: Cartesian3): void {
    Ellipsoid.WGS84.transformPositionToScaledSpace(from, this.#eye);
    this.#horizon = Cartesian3.magnitudeSquared(this.#eye) - 1;
  }

  hides(place: Cartesian3): boolean {
    if (this.#horizon <= 0) return false;
    const point = Ellipsoid.WGS84.transformPositionToScaledSpace(place, this.#point);
    const way = Cartesian3.subtract(point, this.#eye, point);
    const towards = -Cartesian3.dot(way, this.#eye);
    return towards > this.#horizon && (towards * towards) / Cartesian3.magnitudeSquared(way) > this.#horizon;
  }
}
