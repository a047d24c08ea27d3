import { operationOf, project } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { entryOf } from '../../../shared/crs/epsg.ts';
import { toWgs84 } from '../../../shared/crs/transform.ts';
import { Findings } from '../../../base/problems.ts';
import { mapPositions } from '../../../formats/shapes.ts';
import type { TargetCrs } from '../../../formats/layer-writer.ts';

/** Returns undefined when the code is unknown or not supported. */
export async function targetCrs(code: string): Promise<TargetCrs | undefined> {
  const number = Number(code.replace('EPSG:', ''));
  const entry = await entryOf(number);
  if (!entry?.proj4 || !entry.wkt) return undefined;
  const findings = new Findings();
  const back = await toWgs84({ code: number, name: entry.name }, findings);
  if (!back) return undefined;
  const { kind, names, accuracy } = operationOf(code);
  // A datum shift that depends on a grid or region is not part of the definition.
  const definition = kind === 'grid' || names.length > 1 ? withoutShift(entry.proj4) : entry.proj4;
  const forward = (position: Position): Position => {
    const [x, y] = project(code, position);
    return position.length === 3 ? [x, y, position[2]] : [x, y];
  };
  return {
    code,
    number,
    name: entry.name,
    geographic: entry.kind === 'CRS-GEOGCRS',
    identity: back.identity,
    unit: entry.unit ?? 'metre',
    wkt: entry.wkt,
    operation: [definition, ...(kind === 'grid' ? names.map((name) => `NTv2 ${name}`) : names)].join('; '),
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

function withoutShift(definition: string): string {
  return definition.replace(/\+(towgs84|nadgrids)=\S+\s*/, '');
}
