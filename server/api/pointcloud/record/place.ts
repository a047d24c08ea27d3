import { cloudViewOf, unitOfCrs, verticalCrsOf } from '#core/geodesy';
import type { CloudHeader, PointsIn, StoredGeoreference } from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import { HttpError } from '../../../base/http-error.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { gridFiles, type GridSource } from '../../../shared/crs/grids.ts';
import { readyCrs } from '../../../shared/crs/registered.ts';
import { findFile, type FileRow } from '../../../shared/files/store.ts';
import { cloudOf } from './cloud-record.ts';
import { stateAt } from './edits-store.ts';
import type { PointFrame } from '../points/frames.ts';
import type { CloudPlace } from '../points/task.ts';

/** The octree that edits belong to: the nodes of another conversion are others. 0 for a COPC. */
export const octreeOf = ({ cloud }: FileRow): number => cloud?.octree ?? 0;

/**
 * Finds a cloud the caller may see, with its edits at a version (default: the newest). Throws 404; 409 while it is not
 * converted; 422 when there is no such version.
 */
export async function findCloud(
  db: Queries,
  caller: Caller,
  id: string,
  edits?: number,
): Promise<{ row: FileRow; place: CloudPlace }> {
  const row = await findFile(db, caller, id, ['pointcloud']);
  const { viewCrs, octree, georeference, metresPerHeightUnit } = cloudOf(row);
  const isCopc = (row.facts as CloudHeader).format === 'copc';
  if (!isCopc && octree === null) throw new HttpError(409, 'pointcloud.not-ready', { name: row.name });
  const state = await stateAt(db, row.id, row.content, octreeOf(row), edits);
  if (!state) throw new HttpError(422, 'pointcloud.no-version', { version: edits ?? 0 });
  const place: CloudPlace = {
    cloudId: row.id,
    content: row.content,
    crs: viewCrs,
    into: null,
    where: cloudViewOf(georeference, { isCopc, metresPerHeightUnit }),
    units: isCopc ? [1, 1] : [1 / georeference.unit, 1 / unitOfHeights(georeference)],
    verticalCrs: georeference.verticalCrs,
    octree: isCopc ? null : `clouds/${row.id}/${row.cloud!.octree}`,
    copc: isCopc ? { key: row.key, bytes: row.bytes } : null,
    edits: state.version,
    state: state.state,
  };
  return { row, place };
}

/** Without a vertical CRS heights are in the unit of the plan: that is how files without one are read. */
const unitOfHeights = ({ verticalCrs, unit, heightUnit }: StoredGeoreference): number =>
  verticalCrs === null ? unit : heightUnit;

/** What the coordinates of a cloud are on the earth. Throws HttpError 422 when nobody has said. */
export function earthFrameOf(row: FileRow, isCopc: boolean): PointFrame {
  const { georeference, metresPerHeightUnit } = cloudOf(row);
  const { crs, verticalCrs } = georeference;
  if (crs === null) throw new HttpError(422, 'pointcloud.no-crs', { name: row.name });
  const unit = isCopc ? georeference.unit : 1;
  return {
    crs,
    verticalCrs,
    crsUnits: unit / georeference.unit,
    unit,
    heightUnit: isCopc ? metresPerHeightUnit : 1,
  };
}

/** A cloud in the coordinates that are asked for. Throws HttpError 422 for a CRS that cannot be computed. */
export async function viewedIn(
  services: GridSource,
  { row, place }: { row: FileRow; place: CloudPlace },
  { crs, heights, unit = 1, heightunit = 1 }: PointsIn,
): Promise<CloudPlace> {
  if (crs === undefined) return place;
  const from = earthFrameOf(row, place.copc !== null);
  const known = await readyCrs(crs);
  if (!known || known.geographic) throw new HttpError(422, 'placement.unknown-crs', { crs });
  await readyCrs(from.crs);
  const to = {
    crs,
    verticalCrs: heights ?? null,
    crsUnits: unit / unitOfCrs(crs).metres,
    unit,
    heightUnit: heightunit,
  };
  const isSame = (Object.keys(to) as (keyof typeof to)[]).every((key) => from[key] === to[key]);
  if (isSame) return place;
  const unitOfHeight =
    (heights === undefined ? undefined : verticalCrsOf(heights)?.metres) ?? unitOfCrs(crs).metres;
  return {
    ...place,
    crs,
    verticalCrs: to.verticalCrs,
    units: [to.crsUnits, heightunit / unitOfHeight],
    into: { from, to, grids: await gridFiles(services, ['shift', 'geoid']) },
  };
}
