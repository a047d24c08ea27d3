import { loadVerticalCrs, verticalCrsOf } from '#core/geodesy';
import type { LasCrs } from '../../../formats/pointcloud/las-crs.ts';
import { registeredCrs } from '../../../shared/crs/register.ts';

const FOOT = 0.3048;

/** What a file of points says of its CRS. */
export async function crsRecords(crs: string | null, verticalCrs: string | null = null): Promise<LasCrs> {
  const code = crs?.replace('EPSG:', '');
  const known = code === undefined ? undefined : await registeredCrs(Number(code));
  if (!known) return { wkt: null, epsg: null, isGeographic: false, verticalEpsg: null };
  await loadVerticalCrs();
  const vertical = verticalCrs === null ? undefined : verticalCrsOf(verticalCrs);
  const own = { epsg: known.code, isGeographic: known.geographic };
  if (!vertical) return { ...own, wkt: known.wkt, verticalEpsg: null };
  const { name, datum, metres } = vertical;
  const height = vertical.code.replace('EPSG:', '');
  const unit = metres === 1 ? 'metre' : metres === FOOT ? 'foot' : 'US survey foot';
  const parts = [
    `VERT_DATUM["${datum}",2005]`,
    `UNIT["${unit}",${metres}]`,
    'AXIS["Gravity-related height",UP]',
    `AUTHORITY["EPSG","${height}"]`,
  ];
  const wkt = `COMPD_CS["${known.name} + ${name}",${known.wkt},VERT_CS["${name}",${parts.join(',')}]]`;
  return { ...own, wkt, verticalEpsg: Number(height) };
}
