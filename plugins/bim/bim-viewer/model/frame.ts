import { project, unproject, unitOfCrs } from '#core/geodesy';
import type { Position } from '#core/protocol';
import type { ModelCoordinates } from '../api.ts';

/** Converts between metres east, north and up of a CRS and longitude, latitude and ellipsoidal height. */
export class ModelFrame {
  readonly crs: string;
  /** Metres per unit of the CRS. */
  readonly #unit: number;

  /** The definition of the CRS must be loaded. */
  constructor(crs: string) {
    this.crs = crs;
    this.#unit = unitOfCrs(crs).metres;
  }

  /** `height`: of a position that has none, metres above the ellipsoid. Throws AppError outside of the CRS. */
  toModel(position: Position, height = 0): ModelCoordinates {
    const up = position[2] ?? height;
    const [east, north] = project(this.crs, [position[0], position[1], up]);
    return [east * this.#unit, north * this.#unit, up];
  }

  fromModel([east, north, up]: ModelCoordinates): Position {
    const [longitude, latitude] = unproject(this.crs, [east / this.#unit, north / this.#unit, up]);
    return [longitude, latitude, up];
  }
}
