import { plain, refsIn, type IfcLine, type IfcLines } from '../ifc-lines.ts';
import { IDENTITY, locationOf, placementOf, rotationOf, type Matrix } from '../placements.ts';
import type { IfcUnits } from '../units.ts';
import { level, nameOf, type FoundLevel } from './found-level.ts';

/** Coordinates beyond are those of a map, metres. */
const FAR = 10_000;
/** Sites and buildings whose placements are looked at: files have one or two, and each has to be looked up. */
const MAX_PLACED = 3;
export const placedThings = (lines: IfcLines): IfcLine[] => [
  ...lines.ofType('IFCSITE').slice(0, MAX_PLACED),
  ...lines.ofType('IFCBUILDING', 'IFCFACILITY', 'IFCBRIDGE', 'IFCROAD').slice(0, MAX_PLACED),
];

/** Large numbers in the placement of a site or building. */
export function placements(lines: IfcLines, units: IfcUnits): FoundLevel[] {
  for (const one of placedThings(lines)) {
    const [x, y, z] = locationOf(placementOf(lines, one, units.metres));
    if (Math.max(Math.abs(x), Math.abs(y)) < FAR) continue;
    const made = level('placement', nameOf(lines, one));
    const unit = units.length?.symbol ?? null;
    const as = (metres: number) => String(rounded(metres / units.metres));
    made.says = [
      { name: 'X', value: as(x), unit },
      { name: 'Y', value: as(y), unit },
      { name: 'Z', value: as(z), unit },
    ];
    return [{ ...made, eastNorth: [0, 0], height: 0, rotation: { degrees: 0, from: 'grid' } }];
  }
  return [];
}

/** Coordinates of the file's axes are its own; those of the map are what the world coordinate system makes of them. */
export function contexts(lines: IfcLines, units: IfcUnits, trueNorth: number | null): FoundLevel[] {
  for (const context of modelContexts(lines)) {
    const matrix = worldOf(lines, context, units.metres);
    const [x, y, z] = locationOf(matrix);
    if (trueNorth === null && x === 0 && y === 0 && z === 0) continue;
    const made = level('context', nameOf(lines, context));
    const unit = units.length?.symbol ?? null;
    const as = (metres: number) => String(rounded(metres / units.metres));
    for (const [name, value] of [
      ['X', x],
      ['Y', y],
      ['Z', z],
    ] as const)
      if (value !== 0) made.says.push({ name, value: as(value), unit });
    if (trueNorth !== null)
      made.says.push({ name: 'TrueNorth', value: String(rounded(trueNorth)), unit: '°' });
    const isPlaced = Math.max(Math.abs(x), Math.abs(y)) >= FAR;
    const north = trueNorth === null ? null : { degrees: trueNorth, from: 'true' as const };
    if (!isPlaced)
      return [{ ...made, rotation: north, notes: north ? [{ note: 'only-north', values: {} }] : [] }];
    const turned = rotationOf(matrix);
    return [
      {
        ...made,
        eastNorth: [x, y],
        height: z,
        // The axes of the world coordinate system are those of the map, unless true north says how they are turned.
        rotation:
          turned !== 0 || trueNorth === null
            ? { degrees: turned, from: 'grid' }
            : { degrees: trueNorth, from: 'true' },
      },
    ];
  }
  return [];
}

const modelContexts = (lines: IfcLines) =>
  lines
    .ofType('IFCGEOMETRICREPRESENTATIONCONTEXT')
    .toSorted(
      (a, b) =>
        Number(lines.number(b, 'CoordinateSpaceDimension') === 3) -
        Number(lines.number(a, 'CoordinateSpaceDimension') === 3),
    );

function worldOf(lines: IfcLines, context: IfcLine, metres: number): Matrix {
  const world = lines.value(context, 'WorldCoordinateSystem');
  const [line] = refsIn(world);
  return line === undefined ? IDENTITY : placementOf.axis(lines, line, metres);
}

/** The x axis of the file, degrees counter-clockwise from true east. */
export function trueNorthOf(lines: IfcLines): number | null {
  for (const context of modelContexts(lines)) {
    const [line] = refsIn(lines.value(context, 'TrueNorth'));
    if (line === undefined) continue;
    lines.bring([line]);
    const ratios = lines.get(line)?.values[0];
    if (!Array.isArray(ratios)) continue;
    const [a, b] = ratios.map(plain);
    if (typeof a === 'number' && typeof b === 'number' && (a !== 0 || b !== 0))
      return normal(90 - (Math.atan2(b, a) * 180) / Math.PI);
  }
  return null;
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6;
const normal = (degrees: number) =>
  degrees > 180 ? degrees - 360 : degrees <= -180 ? degrees + 360 : degrees;
