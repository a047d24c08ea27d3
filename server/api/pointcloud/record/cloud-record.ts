import type { CloudHeader, CloudUnit, Pointcloud, TextColumns } from '#core/protocol';
import { sentence } from '../../../base/language.ts';
import { contentOf, type FileRow } from '../../../shared/files/store.ts';
import { currentGeoreference, type Placed } from '../../../shared/placement/georeferences.ts';
import { ownPlace } from './own-place.ts';

/** What headers stored by earlier versions of the server do not have. */
const UNSTATED = {
  verticalCrs: null,
  unit: null,
  heightUnit: null,
  scans: 0,
  images: 0,
  columns: null,
  lines: [],
};

type Progress = Pick<Pointcloud, 'state' | 'error' | 'octree'>;

/** A point cloud as the API returns it. */
export function cloudOf(row: FileRow): Pointcloud {
  const { header, crs, facts, heightUnit } = readUnits(row);
  const georeference = currentGeoreference(placedCloud(row), row.georeference);
  return {
    ...contentOf(row),
    surveyId: row.surveyId,
    crs,
    header,
    ...progressOf(row, header),
    jobId: row.cloud?.jobId ?? null,
    pointCount: facts?.points ?? header.pointCount,
    viewCrs: georeference.crs,
    metresPerUnit: georeference.unit,
    metresPerHeightUnit: heightUnit,
    georeference,
    unit: (row.details['unit'] as CloudUnit | undefined) ?? 'stated',
    heightUnit: (row.details['heightUnit'] as CloudUnit | undefined) ?? 'stated',
    columns: columnsOf(row),
    classes: facts?.classes ?? null,
  };
}

/** In which CRS and units a point cloud is viewed, unless somebody has placed it. */
function readUnits(row: FileRow) {
  const header = { ...UNSTATED, ...(row.facts as CloudHeader) };
  const crs = (row.details['crs'] as string | undefined) ?? header.crs;
  const facts = row.cloud?.content === row.content ? row.cloud.facts : undefined;
  const unit = facts?.unit ?? header.unit ?? 1;
  const heightUnit = facts?.heightUnit ?? header.heightUnit ?? unit;
  return { header, crs, facts, viewCrs: facts?.crs ?? crs, unit, heightUnit };
}

/** What the coordinates of a point cloud are, and where that is by its file. */
export function placedCloud(row: FileRow): Placed {
  const { header, viewCrs, unit, heightUnit } = readUnits(row);
  return ownPlace(row, { isCopc: header.format === 'copc', crs: viewCrs, unit, heightUnit });
}

/** How a text is read; null for another format, and where nobody has said. */
export function columnsOf({ facts, details }: FileRow): TextColumns | null {
  const { format, columns } = facts as CloudHeader;
  const isText = format === 'pts' || format === 'xyz';
  return isText ? ((details['columns'] as TextColumns | undefined) ?? columns ?? null) : null;
}

function progressOf({ id, content, cloud }: FileRow, { format }: CloudHeader): Progress {
  if (format === 'copc') return { state: 'ready', error: null, octree: null };
  const octree =
    cloud?.octreeContent === content ? `/pointcloud/${id}/octree/${cloud.octree}/metadata.json` : null;
  const own = cloud?.content === content ? cloud : undefined;
  if (own?.jobState === 'queued') return { state: 'queued', error: null, octree };
  if (own?.jobState === 'running') return { state: 'converting', error: null, octree };
  if (own?.jobState === 'failed') return { state: 'failed', error: own.jobError, octree };
  if (octree !== null) return { state: 'ready', error: null, octree };
  const reason = own?.jobState === 'cancelled' ? 'pointcloud.cancelled' : 'pointcloud.not-converted';
  return { state: 'failed', error: sentence(own?.language ?? 'en', reason), octree };
}
