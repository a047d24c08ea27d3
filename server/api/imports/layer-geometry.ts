import { GEOMETRY_TYPES, type GeometryType } from '#core/protocol';
import { JobFailure } from '../../platform/jobs/kind.ts';
import type { TypeRules } from '../../shared/attributes/types.ts';
import type { FileReading } from './reading/task.ts';

/** The geometry type when all objects have it or its Multi*; null when mixed. */
export function commonType(counts: Record<string, number>): GeometryType | null {
  const single = new Set(Object.keys(counts).map((type) => type.replace('Multi', '')));
  const [only] = single;
  if (single.size !== 1) return null;
  // Points of a multipoint are one object: a type of single points would refuse them.
  const multi = `Multi${only}`;
  const name = Object.keys(counts).includes(only!) ? only! : multi;
  return GEOMETRY_TYPES.find((type) => type === name) ?? null;
}

/** An object type for lines refuses areas. */
export function refuseOtherGeometry(type: TypeRules, reading: FileReading): void {
  if (type.geometryType === null) return;
  const takes = type.geometryType.replace('Multi', '');
  const other = Object.keys(reading.geometryTypes).find((found) => found.replace('Multi', '') !== takes);
  if (other)
    throw new JobFailure('import.other-geometry', {
      name: type.name,
      takes: type.geometryType,
      found: other,
    });
}
