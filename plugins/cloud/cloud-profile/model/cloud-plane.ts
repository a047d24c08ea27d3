import { project, unitOfCrs, unproject } from '#core/geodesy';
import type { Position } from '#core/protocol';
import type { CloudView } from '#plugins/cloud/point-cloud/api';
import type { PlanePlace } from './section-line.ts';

/** Positions of the map in the CRS of a cloud, and back. */
export interface CloudPlane {
  readonly crs: string;
  /** Metres per unit of the CRS, and of the heights. */
  readonly unit: number;
  toPlane(position: Position): PlanePlace;
  toPosition(place: PlanePlace, height?: number): Position;
}

/** An open view of the same CRS knows how heights are meant; otherwise they are taken as above the ellipsoid. */
export function planeOfCloud(crs: string, view: CloudView | undefined): CloudPlane {
  const { metres } = unitOfCrs(crs);
  // Degrees have no length; the server projects such clouds before they are seen.
  const unit = Number.isNaN(metres) ? 1 : metres;
  const inView = view?.crs === crs ? view : undefined;
  return {
    crs,
    unit,
    toPlane: (position) => project(crs, position),
    toPosition: (place, height) => {
      if (height !== undefined && inView) return inView.fromCloud([place[0], place[1], height]);
      const [longitude, latitude] = unproject(crs, place);
      return height === undefined ? [longitude, latitude] : [longitude, latitude, height * unit];
    },
  };
}
