import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Findings } from '../../../../base/problems.ts';
import { identify, type StatedCrs } from '../../../../shared/crs/identify.ts';
import { registeredCrs } from '../../../../shared/crs/register.ts';
import type { GeoTable } from './tables.ts';

/** The CRS of a table, by its code, else by its definition. Those of the standard that mean none are none. */
export async function crsOfTable(
  db: DatabaseSyncInstance,
  { srs }: GeoTable,
  findings: Findings,
): Promise<StatedCrs | undefined> {
  if (srs === 0 || srs === -1) return undefined;
  const row = db
    .prepare(
      'select organization, organization_coordsys_id as code, definition from gpkg_spatial_ref_sys where srs_id = ?',
    )
    .get(srs) as { organization: unknown; code: unknown; definition: unknown } | undefined;
  if (!row) {
    findings.once('crs-unknown');
    return undefined;
  }
  const code = Number(row.code);
  if (/^epsg$/i.test(String(row.organization))) {
    const registered = await registeredCrs(code);
    if (registered) return { code, name: registered.name };
  }
  const definition = String(row.definition ?? '');
  return definition.trim() === '' ? undefined : await identify(definition.slice(0, 65_536));
}
