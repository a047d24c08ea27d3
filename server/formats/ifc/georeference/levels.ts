import { refsIn, type IfcLines } from '../ifc-lines.ts';
import { axesOf } from '../placements.ts';
import type { IfcUnits } from '../units.ts';
import { contexts, placedThings, placements, trueNorthOf } from './axes.ts';
import type { FoundLevel } from './found-level.ts';
import { mapConversions, propertySets } from './map-conversion.ts';
import { rigidOperations } from './rigid-operation.ts';
import { addresses, site } from './site.ts';

/** All that a file says of where it stands, the vaguest first. */
export function levelsOf(lines: IfcLines, units: IfcUnits): FoundLevel[] {
  bringPlacements(lines);
  const trueNorth = trueNorthOf(lines);
  return [
    ...addresses(lines),
    ...site(lines, units, trueNorth),
    ...placements(lines, units),
    ...contexts(lines, units, trueNorth),
    ...propertySets(lines, units),
    ...mapConversions(lines, units),
    ...rigidOperations(lines, units, trueNorth),
  ];
}

/** Reads in two passes over the file all that placements and directions refer to. */
function bringPlacements(lines: IfcLines): void {
  const contexts = lines.ofType('IFCGEOMETRICREPRESENTATIONCONTEXT').slice(0, 20);
  const axes = [
    ...placedThings(lines).flatMap((thing) => axesOf(lines, thing)),
    ...contexts.flatMap((context) => refsIn(lines.value(context, 'WorldCoordinateSystem'))),
  ];
  lines.bring([...axes, ...contexts.flatMap((context) => refsIn(lines.value(context, 'TrueNorth')))]);
  lines.bring(axes.flatMap((line) => refsIn(lines.get(line)?.values)));
}
