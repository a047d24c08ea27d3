import { operationOf, project } from '#core/geodesy';
import type { ExportFormat, Position } from '#core/protocol';
import { registeredCrs } from '../../../shared/crs/register.ts';
import { toWgs84 } from '../../../shared/crs/transform.ts';
import { Findings } from '../../../base/problems.ts';
import { mapPositions } from '../../../formats/shapes.ts';
import type { TargetCrs } from '../../../formats/layer-writer.ts';

/** Formats whose standards require WGS 84, whatever system is chosen. */
export const IN_WGS84: ReadonlySet<ExportFormat> = new Set(['geojson', 'kml', 'kmz', 'gpx']);

/** Returns undefined when the code is unknown or not supported. */
export async function targetCrs(code: string): Promise<TargetCrs | undefined> {
  const number = Number(code.replace('EPSG:', ''));
  const entry = await registeredCrs(number);
  if (!entry) return undefined;
  const findings = new Findings();
  const back = await toWgs84({ code: number, name: entry.name }, findings);
  if (!back) return undefined;
  back.report([]);
  const { kind, names, accuracy } = operationOf(code);
  const forward = (position: Position): Position => {
    const [x, y] = project(code, position);
    return position.length === 3 ? [x, y, position[2]] : [x, y];
  };
  return {
    code,
    number,
    name: entry.name,
    geographic: entry.geographic,
    identity: back.identity,
    unit: entry.unit,
    wkt: entry.wkt,
    operation: [entry.proj4, ...(kind === 'grid' ? names.map((name) => `NTv2 ${name}`) : names)].join('; '),
    accuracy: accuracy ?? null,
    findings,
    apply(geometry) {
      if (back.identity) return geometry;
      try {
        return mapPositions(geometry, forward);
      } catch {
        return undefined;
      }
    },
  };
}
