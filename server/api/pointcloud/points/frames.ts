import { heightsOf, loadCrs, project, unproject, type HeightSystem } from '#core/geodesy';
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

/** Exactly, through longitude, latitude and ellipsoidal height. `near`: a place of the cloud. */
export async function moveBetween({ from, to, grids }: FrameChange, near: readonly number[]): Promise<Move> {
  useGridFiles(grids);
  await Promise.all([readyCrs(from.crs), readyCrs(to.crs)]);
  await loadCrs(from.crs, to.crs);
  const toDegrees = (x: number, y: number) => unproject(from.crs, [x * from.crsUnits, y * from.crsUnits]);
  const [longitude, latitude] = degreesOf(() => toDegrees(near[0]!, near[1]!), from.crs);
  const area = [longitude, latitude, longitude, latitude] as const;
  const [below, above] = await Promise.all([
    heightsOf(from.verticalCrs, area),
    heightsOf(to.verticalCrs, area),
  ]);
  const [up, down] = [from.heightUnit / unitOf(below), to.heightUnit / unitOf(above)];
  return ([x, y, z]) => {
    const place = degreesOf(() => toDegrees(x, y), from.crs);
    const height = below.toEllipsoid(place[0], place[1], z * up);
    const [east, north] = degreesOf(() => project(to.crs, place), to.crs);
    return [east / to.crsUnits, north / to.crsUnits, above.fromEllipsoid(place[0], place[1], height) / down];
  };
}

const unitOf = ({ vertical }: HeightSystem): number => vertical?.metres ?? 1;

function degreesOf(compute: () => [number, number], crs: string): [number, number] {
  try {
    return compute();
  } catch {
    throw new Unusable('pointcloud.outside-crs', { crs });
  }
}
