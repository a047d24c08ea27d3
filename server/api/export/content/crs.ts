import { operationOf, project } from '#core/geodesy';
import type { Geometry, Position } from '#core/protocol';
import { entryOf } from '../../../shared/crs/epsg.ts';
import { toWgs84 } from '../../../shared/crs/transform.ts';
import { Findings } from '../../../base/problems.ts';
import { mapPositions } from '../../../formats/shapes.ts';

/** The system that coordinates are written in, and how they come to it from WGS 84. */
export interface TargetCrs {
  code: string;
  /** EPSG's number. */
  number: number;
  name: string;
  geographic: boolean;
  /** Numbers stay as stored, to the last bit. */
  identity: boolean;
  /** Of one unit, for a reader: `metre`, `degree`. */
  unit: string;
  wkt: string;
  /** The way to its datum, and what proj4 computes with. */
  operation: string;
  /** Metres, as is stated for the datum's transformation; null where nothing is. */
  accuracy: number | null;
  /** What should be known of its accuracy. */
  findings: Findings;
  /** undefined where the geometry lies outside of what the CRS can show. Heights stay as they are. */
  apply(geometry: Geometry): Geometry | undefined;
}

/** undefined when the code is unknown or cannot be computed with. */
export async function targetCrs(code: string): Promise<TargetCrs | undefined> {
  const number = Number(code.replace('EPSG:', ''));
  const entry = await entryOf(number);
  if (!entry?.proj4 || !entry.wkt) return undefined;
  const findings = new Findings();
  const back = await toWgs84({ code: number, name: entry.name }, findings);
  if (!back) return undefined;
  const { kind, names, accuracy } = operationOf(code);
  // Parameters of a datum that a grid or the place's region decides about stand in no definition.
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
