import { addCoordinateTransforms, addProjection, get } from 'ol/proj.js';
import Projection from 'ol/proj/Projection.js';
import { eastingOf, northingOf, positionOf } from '#core/canvas';
import { crsOf, loadCrs, project, unitOfCrs, unproject } from '#core/geodesy';
import { AppError } from '#core/kernel';

const OURS = ['EPSG:3857', 'EPSG:4326'];
type Coordinate = number[];

/**
 * The projection of a system in OpenLayers, computed by core/geodesy with its shift grids. Throws AppError where its
 * definition is not known.
 */
export async function projectionOf(code: string): Promise<Projection> {
  const known = get(code);
  if (known) return known;
  const crs = crsOf(code);
  if (!crs) throw new AppError('unknown-crs', `The coordinate reference system ${code} is not known here.`);
  await loadCrs(code);
  const own = get(code);
  if (own) return own;
  const projection = new Projection({
    code,
    units: crs.geographic ? 'degrees' : 'm',
    ...(crs.geographic ? {} : { metersPerUnit: unitOfCrs(code).metres }),
    axisOrientation: crs.axes === 'ne' ? 'neu' : 'enu',
  });
  addProjection(projection);
  const there = (place: readonly number[]) => orNowhere(() => project(code, [place[0]!, place[1]!]));
  const back = ([east, north]: Coordinate) => orNowhere(() => unproject(code, [east!, north!]));
  addCoordinateTransforms(OURS[1], projection, there, back);
  addCoordinateTransforms(
    OURS[0],
    projection,
    ([x, y]: Coordinate) => there(positionOf(x!, y!)),
    (place: Coordinate) => {
      const [longitude, latitude] = back(place);
      return [eastingOf(longitude!), northingOf(latitude!)];
    },
  );
  return projection;
}

/** Places outside a system are not drawn. */
function orNowhere(compute: () => readonly [number, number]): Coordinate {
  try {
    return [...compute()];
  } catch {
    return [NaN, NaN];
  }
}
