import { project, unitOfCrs, unproject } from '#core/geodesy';
import type { Position } from '#core/protocol';
import type { CloudView } from '#plugins/cloud/point-cloud/api';
import type { PlanePlace } from './section-line.ts';

/** Positions of the map in the coordinates of a cloud, and back. */
export interface CloudPlane {
  /** Metres per unit of its coordinates. */
  readonly unit: number;
  toPlane(position: Position): PlanePlace;
  toPosition(place: PlanePlace, height?: number): Position;
}

/**
 * An open view in the same coordinates knows how heights are meant; otherwise they are taken as above the ellipsoid. `unit`:
 * metres per unit of the coordinates of the cloud, which are in metres also where its CRS is in feet.
 */
export function planeOfCloud(
  { crs, unit }: { readonly crs: string; readonly unit: number },
  view: CloudView | undefined,
): CloudPlane {
  const { metres } = unitOfCrs(crs);
  // Degrees have no length; the server projects such clouds before they are seen.
  const crsUnits = Number.isNaN(metres) ? 1 : unit / metres;
  const inView = view?.crs === crs && view.unit === unit ? view : undefined;
  return {
    unit,
    toPlane: (position) => {
      const [x, y] = project(crs, position);
      return [x / crsUnits, y / crsUnits];
    },
    toPosition: (place, height) => {
      if (height !== undefined && inView) return inView.fromCloud([place[0], place[1], height]);
      const [longitude, latitude] = unproject(crs, [
        place[0] * crsUnits,
        place[1] * crsUnits,
        height === undefined ? undefined : height * unit,
      ]);
      return height === undefined ? [longitude, latitude] : [longitude, latitude, height * unit];
    },
  };
}
