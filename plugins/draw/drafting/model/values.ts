import {
  ANGLE_DIGITS,
  crsOf,
  fromDegrees,
  fullCircle,
  METRES,
  parseAngle,
  parseLength,
  parseNumber,
  printDms,
  printNumber,
} from '#core/geodesy';
import type { Position } from '#core/protocol';
import type { Units } from '#core/settings';
import { coordinateDigits, inCrs, type InputFrame, type Locks, type CapturedPath } from '#core/sketch';

export const FIELDS = ['distance', 'azimuth', 'x', 'y', 'z'] as const;
export type FieldName = (typeof FIELDS)[number];
export type TypedValues = Readonly<Record<FieldName, string>>;
export const NOTHING: TypedValues = { distance: '', azimuth: '', x: '', y: '', z: '' };

export interface Terms {
  readonly frame: InputFrame;
  readonly units: Units;
  /** Whether the typed angle turns clockwise from the last segment instead of being an azimuth. */
  readonly deflects: boolean;
}

/** Whether X and Y are longitude and latitude in degrees. */
export function isGeographic({ crs }: InputFrame): boolean {
  return crsOf(crs)?.geographic ?? true;
}

/** The azimuth straight on from the last segment; undefined without one. */
export function straightOn(vertices: readonly Position[], { metric }: InputFrame): number | undefined {
  const [before, last] = vertices.slice(-2);
  return before && last ? fullCircle(metric.segment(last, before).azimuth + 180) : undefined;
}

/** The constraints on the next vertex from the typed values, and the invalid fields. */
export function locksOf(
  typed: TypedValues,
  vertices: readonly Position[],
  { frame, units, deflects }: Terms,
): { locks: Locks; wrong: ReadonlySet<FieldName> } {
  const ahead = deflects ? straightOn(vertices, frame) : 0;
  const readers: Record<FieldName, (text: string) => number | undefined> = {
    distance: (text) => parseLength(text, units.lengthUnit),
    azimuth(text) {
      const angle = parseAngle(text, units.angleUnit);
      return angle === undefined || ahead === undefined ? undefined : fullCircle(ahead + angle);
    },
    x: (text) => ordinate(text, frame, 180),
    y: (text) => ordinate(text, frame, 90),
    z: (text) => parseLength(text, units.lengthUnit),
  };
  const wrong = new Set<FieldName>();
  const locks: { -readonly [K in FieldName]?: number } = {};
  for (const name of FIELDS) {
    if (typed[name].trim() === '') continue;
    const value = readers[name](typed[name]);
    if (value === undefined) wrong.add(name);
    else locks[name] = value;
  }
  return { locks, wrong };
}

function ordinate(text: string, frame: InputFrame, max: number): number | undefined {
  if (!isGeographic(frame)) return parseNumber(text);
  const degrees = parseAngle(text, 'degree');
  return degrees === undefined || Math.abs(degrees) > max ? undefined : degrees;
}

/** The field values of the vertex at the cursor, in the units of the project. */
export function valuesAt(
  { vertices, cursor }: Pick<CapturedPath, 'vertices' | 'cursor'>,
  { frame, units, deflects }: Terms,
  locale: string,
): TypedValues {
  if (!cursor) return NOTHING;
  const { lengthUnit, lengthDigits, angleUnit, angleDigits } = units;
  const last = vertices.at(-1);
  const leg = last && frame.metric.segment(last, cursor);
  const ahead = deflects ? straightOn(vertices, frame) : 0;
  const [x, y] = inCrs(frame.crs, cursor);
  const digits = coordinateDigits(frame.crs, units.coordinateDigits);
  const print = (value: number | undefined, places: number) =>
    value === undefined || !Number.isFinite(value) ? '' : printNumber(value, places, locale);
  const length = (metres: number | undefined) =>
    print(metres === undefined ? undefined : metres / METRES[lengthUnit], lengthDigits);
  const angle = (degrees: number) => {
    const places = angleDigits ?? ANGLE_DIGITS[angleUnit];
    if (angleUnit === 'dms') return printDms(degrees, locale, places);
    return print(fromDegrees(degrees, angleUnit), places);
  };
  return {
    distance: length(leg?.length),
    azimuth: leg && ahead !== undefined ? angle(fullCircle(leg.azimuth - ahead)) : '',
    x: print(x, digits),
    y: print(y, digits),
    z: length(cursor[2]),
  };
}
