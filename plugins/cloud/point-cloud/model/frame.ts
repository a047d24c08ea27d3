import { heightsOf, project, type HeightSystem, unprojectAt } from '#core/geodesy';
import type { Pointcloud, Position } from '#core/protocol';
import type { CloudCoordinates } from '../api.ts';
import { crsOfView, sourceOf } from './stage.ts';

export interface CloudFrameOptions {
  readonly crs: string;
  /** Metres per unit of the coordinates of the view, horizontally and vertically. */
  readonly unit: number;
  readonly heightUnit: number;
  /** Units of the CRS per unit of the coordinates of the view: octrees are in metres, whatever their CRS. */
  readonly crsUnits: number;
  /** Of the heights; without it they are ellipsoidal. */
  readonly heights?: HeightSystem | undefined;
}

/** Converts between the coordinates of the view and longitude, latitude and ellipsoidal height. */
export class CloudFrame {
  readonly crs: string;
  readonly unit: number;
  readonly heightUnit: number;
  readonly heights: HeightSystem | undefined;
  readonly #crsUnits: number;
  /** Units of the vertical CRS per unit of the heights of the view. */
  readonly #upUnits: number;

  constructor({ crs, unit, heightUnit, crsUnits, heights }: CloudFrameOptions) {
    this.crs = crs;
    this.unit = unit;
    this.heightUnit = heightUnit;
    this.heights = heights;
    this.#crsUnits = crsUnits;
    this.#upUnits = heightUnit / (heights?.vertical?.metres ?? 1);
  }

  /** `height`: of a position that has none, metres above the ellipsoid. Throws AppError outside of the CRS. */
  toCloud(position: Position, height = 0): CloudCoordinates {
    const above = position[2] ?? height;
    const [east, north] = project(this.crs, [position[0], position[1], above]);
    const up = this.heights?.fromEllipsoid(position[0], position[1], above) ?? above;
    return [east / this.#crsUnits, north / this.#crsUnits, up / this.#upUnits];
  }

  fromCloud([x, y, z]: CloudCoordinates): Position {
    const up = z * this.#upUnits;
    return unprojectAt(
      this.crs,
      [x * this.#crsUnits, y * this.#crsUnits],
      (longitude, latitude) => this.heights?.toEllipsoid(longitude, latitude, up) ?? up,
    );
  }

  /** Whether coordinates of another frame are those of this one. */
  isSame(other: CloudFrame): boolean {
    return (
      this.crs === other.crs &&
      this.unit === other.unit &&
      this.heightUnit === other.heightUnit &&
      this.heights?.vertical?.code === other.heights?.vertical?.code
    );
  }
}

/** The frame of a cloud whose CRS is loaded; its geoid is loaded for the places around `near`, in coordinates of the view. */
export async function frameOf(
  cloud: Pick<
    Pointcloud,
    'id' | 'header' | 'octree' | 'crs' | 'viewCrs' | 'metresPerUnit' | 'metresPerHeightUnit' | 'georeference'
  >,
  near: CloudCoordinates,
): Promise<CloudFrame> {
  const isOctree = sourceOf(cloud)?.kind === 'octree';
  const options = {
    crs: crsOfView(cloud)!,
    unit: isOctree ? 1 : cloud.metresPerUnit,
    heightUnit: isOctree ? 1 : cloud.metresPerHeightUnit,
    crsUnits: isOctree ? 1 / cloud.metresPerUnit : 1,
  };
  const { verticalCrs } = cloud.georeference;
  if (verticalCrs === null) return new CloudFrame(options);
  const [longitude, latitude] = new CloudFrame(options).fromCloud(near);
  const heights = await heightsOf(verticalCrs, [longitude, latitude, longitude, latitude]);
  return new CloudFrame({ ...options, heights: heights.vertical && heights });
}
