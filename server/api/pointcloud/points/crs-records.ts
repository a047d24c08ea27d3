import { registeredCrs } from '../../../shared/crs/register.ts';

/** What a LAS file tells of a CRS; nulls where it is not known. */
export async function crsRecords(crs: string | null): Promise<{ wkt: string | null; epsg: number | null }> {
  const code = /^EPSG:(\d+)$/.exec(crs ?? '')?.[1];
  const known = code === undefined ? undefined : await registeredCrs(Number(code));
  return { wkt: known?.wkt ?? null, epsg: known ? Number(code) : null };
}
