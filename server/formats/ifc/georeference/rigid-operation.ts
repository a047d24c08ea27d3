import { plain, type IfcLines } from '../ifc-lines.ts';
import { Typed } from '../../step/step-values.ts';
import type { IfcUnits } from '../units.ts';
import { crsWords, sayCrs } from './crs-words.ts';
import { level, nameOf, type FoundLevel } from './found-level.ts';

/** IfcRigidOperation of IFC 4.3. */
export function rigidOperations(lines: IfcLines, units: IfcUnits, trueNorth: number | null): FoundLevel[] {
  return lines.ofType('IFCRIGIDOPERATION').flatMap((line) => {
    const target = lines.referred(line, 'TargetCRS');
    const made = level('rigid-operation', nameOf(lines, line));
    made.crs = crsWords(lines, target);
    const [one, two] = [lines.value(line, 'FirstCoordinate'), lines.value(line, 'SecondCoordinate')];
    const [first, second] = [plain(one), plain(two)];
    if (typeof first !== 'number' || typeof second !== 'number')
      return [{ ...made, notes: [{ note: 'incomplete', values: {} }] }];
    const height = lines.number(line, 'Height');
    const isAngle =
      (one instanceof Typed && /PLANEANGLE/.test(one.type)) || (made.crs?.isGeographic ?? false);
    const map = units.read(lines.referred(target, isAngle ? 'AngleUnit' : 'MapUnit'));
    const heights =
      units.read(lines.referred(target, 'HeightUnit'))?.factor ?? (isAngle ? units.metres : map?.factor);
    const symbol = isAngle ? (map?.symbol ?? '°') : ((map ?? units.length)?.symbol ?? null);
    made.says = [
      { name: 'FirstCoordinate', value: String(first), unit: symbol },
      { name: 'SecondCoordinate', value: String(second), unit: symbol },
      ...(height === null
        ? []
        : [{ name: 'Height', value: String(height), unit: units.length?.symbol ?? null }]),
    ];
    sayCrs(made);
    const stated = height === null ? null : height * (heights ?? units.metres);
    if (isAngle) {
      // Degrees where the CRS does not say its unit: no program writes radians there.
      const k = map ? (map.factor * 180) / Math.PI : 1;
      const [a, b] = [first * k, second * k];
      return [
        {
          ...made,
          // Latitude first, as geographic systems of the EPSG have it; a file that cannot mean that has them reversed.
          lonLat: Math.abs(a) > 90 ? [a, b] : [b, a],
          height: stated,
          rotation: { degrees: trueNorth ?? 0, from: 'true' as const },
          notes: Math.abs(a) > 90 ? [{ note: 'reversed', values: {} }] : [],
        },
      ];
    }
    const m = map?.factor ?? units.metres;
    return [
      {
        ...made,
        eastNorth: [first * m, second * m] as [number, number],
        otherEastNorth:
          map === undefined && units.metres !== 1 ? ([first, second] as [number, number]) : null,
        height: stated,
        rotation: { degrees: 0, from: 'grid' as const },
      },
    ];
  });
}
