import { heightsOf, loadCrs, project, type HeightSystem, unproject, unprojectAt } from '#core/geodesy';
import type { Move } from '../../../formats/pointcloud/moved-source.ts';
import { Unusable } from '../../../base/unusable.ts';
import { readyCrs } from '../../../shared/crs/registered.ts';
import { useGridFiles, type GridFiles } from '../../../shared/crs/grids.ts';

/** What coordinates of points mean. */
export interface PointFrame {
  readonly crs: string;
  /** null: ellipsoidal. */
  readonly verticalCrs: string | null;
  /** Units of the CRS, and metres, per unit of the coordinates. */
  readonly crsUnits: number;
  readonly unit: number;
  /** Metres per unit of the heights. */
  readonly heightUnit: number;
}

/** From the frame of a cloud to another. */
export interface FrameChange {
  readonly from: PointFrame;
  readonly to: PointFrame;
  readonly grids: GridFiles;
}

/** How many times as long lengths become: another unit. */
export const lengthened = ({ from, to }: FrameChange): number => from.unit / to.unit;

/** A frame on the earth. */
export interface OnEarth {
  /** Longitude, latitude and ellipsoidal height of coordinates of the frame. */
  toDegrees(place: readonly [number, number, number]): [number, number, number];
  /** What an ellipsoidal height, in metres, is in the frame. */
  heightOf(longitude: number, latitude: number, height: number): number;
  /** The geoid by which heights are computed, where it is not that of their vertical datum. */
  otherGeoid: string | null;
}

/** `near`: a place of the cloud. */
export async function onEarth(
  { from, grids }: Pick<FrameChange, 'from' | 'grids'>,
  near: readonly number[],
): Promise<OnEarth> {
  useGridFiles(grids);
  await readyCrs(from.crs);
  await loadCrs(from.crs);
  const inPlan = (x: number, y: number) =>
    degreesOf(() => unproject(from.crs, [x * from.crsUnits, y * from.crsUnits]), from.crs);
  const [longitude, latitude] = inPlan(near[0]!, near[1]!);
  const heights = await heightsOf(from.verticalCrs, [longitude, latitude, longitude, latitude]);
  const up = from.heightUnit / unitOf(heights);
  return {
    toDegrees: ([x, y, z]) =>
      degreesOf(
        () =>
          unprojectAt(from.crs, [x * from.crsUnits, y * from.crsUnits], (lon, lat) =>
            heights.toEllipsoid(lon, lat, z * up),
          ),
        from.crs,
      ),
    heightOf: (lon, lat, height) => heights.fromEllipsoid(lon, lat, height) / up,
    otherGeoid: heights.isOwn ? null : (heights.geoid ?? null),
  };
}

/** Exactly, through longitude, latitude and ellipsoidal height. `near`: a place of the cloud. */
export async function moveBetween({ from, to, grids }: FrameChange, near: readonly number[]): Promise<Move> {
  const { toDegrees } = await onEarth({ from, grids }, near);
  await readyCrs(to.crs);
  await loadCrs(to.crs);
  const [longitude, latitude] = toDegrees(near as [number, number, number]);
  const above = await heightsOf(to.verticalCrs, [longitude, latitude, longitude, latitude]);
  const down = to.heightUnit / unitOf(above);
  return (point) => {
    const place = toDegrees(point);
    const [east, north] = degreesOf(() => project(to.crs, place), to.crs);
    return [east / to.crsUnits, north / to.crsUnits, above.fromEllipsoid(...place) / down];
  };
}

const unitOf = ({ vertical }: HeightSystem): number => vertical?.metres ?? 1;

function degreesOf<Place>(compute: () => Place, crs: string): Place {
  try {
    return compute();
  } catch {
    throw new Unusable('pointcloud.outside-crs', { crs });
  }
}
