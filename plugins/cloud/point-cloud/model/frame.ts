import { project, unproject } from '#core/geodesy';
import type { Position } from '#core/protocol';
import type { CloudCoordinates } from '../api.ts';

export interface CloudFrameOptions {
  readonly crs: string;
  /** Metres per unit of the coordinates of the view, horizontally and vertically. */
  readonly unit: number;
  readonly heightUnit: number;
  /** Units of the CRS per unit of the coordinates of the view: octrees are in metres, whatever their CRS. */
  readonly crsUnits: number;
}

/** Converts between the coordinates of the view and longitude, latitude and ellipsoidal height. */
export class CloudFrame {
  readonly crs: string;
  readonly unit: number;
  readonly heightUnit: number;
  readonly #crsUnits: number;

  constructor({ crs, unit, heightUnit, crsUnits }: CloudFrameOptions) {
    this.crs = crs;
    this.unit = unit;
    this.heightUnit = heightUnit;
    this.#crsUnits = crsUnits;
  }

  /** `height`: of a position that has none, metres. Throws AppError outside of the CRS. */
  toCloud(position: Position, height = 0): CloudCoordinates {
    const [east, north] = project(this.crs, position);
    return [east / this.#crsUnits, north / this.#crsUnits, (position[2] ?? height) / this.heightUnit];
  }

  fromCloud([x, y, z]: CloudCoordinates): Position {
    const [longitude, latitude] = unproject(this.crs, [x * this.#crsUnits, y * this.#crsUnits]);
    return [longitude, latitude, z * this.heightUnit];
  }
}
