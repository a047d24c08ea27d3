import { printChainage, printCoordinates, printPlain } from '#core/geodesy';
import type { Position } from '#core/protocol';
import type { Units } from '#core/settings';
import { operationText, type OperationText } from './operation-text.ts';
import { printExact, printExactAngle, printExactCoordinates, shownUnit, type Printer } from '#core/sketch';
import { sameBasis, type Basis } from './basis.ts';
import { factorsAt, legsOf, valuesOf, type Measured, type MeasuredValue } from './values.ts';

/** The formatted text of a measurement. */
export interface MeasureText {
  /** `Distance 123.45 m`. */
  readonly title: string;
  /** The main value: `123.45 m`. */
  readonly value: string;
  /** The name of the main value, where it is neither a length nor coordinates: for an arc it is the radius. */
  readonly name: string | undefined;
  /** The other values, each with its name. */
  readonly others: readonly string[];
  /** The kind of value: geodesic, plane in a CRS, or on the ground at a height. */
  readonly basis: string;
  /** Each segment: length and azimuth. */
  readonly segments: readonly string[];
  /** The operation used to compute the coordinates, and its accuracy. */
  readonly operations: readonly OperationText[];
  /** On request: the distortion of the projection at the position. */
  readonly factors: readonly string[];
  /** The complete text at full precision, line by line, for the clipboard. */
  readonly whole: string;
}

export interface MeasureTextOptions {
  /** Translates keys of this plugin. */
  readonly t: (key: string, values?: Readonly<Record<string, unknown>>) => string;
  readonly print: Printer;
  readonly locale: string;
  readonly units: Units;
  /** The display CRS, and the measuring CRS where it is projected. */
  readonly display: string;
  readonly plane: string | undefined;
  /** Metres above the ellipsoid: the ground where a position has no height. */
  readonly groundHeight: number;
}

/** `shown` with the decimals of the project, `exact` to the micrometre and finer. */
type MeasurePrecision = 'shown' | 'exact';

export function measureText(measure: Measured, texts: MeasureTextOptions): MeasureText {
  const { t } = texts;
  const heading = headingOf(measure, texts, 'shown');
  const title = `${t(`kind.${measure.kind}`)} ${heading}`;
  const basis = basisText(headBasis(measure, texts), texts);
  const legs = (form: MeasurePrecision) =>
    legsOf(measure).map(
      (leg) => `${lengthText(leg.length, texts, form)} · ${angleText(leg.azimuth, texts, form)}`,
    );
  const numbered = legs('exact').map((leg, i) => `${i + 1}. ${leg}`);
  const factors = factorValues(measure, texts);
  const operations = operationsOf(measure, texts);
  const whole = [
    `${t(`kind.${measure.kind}`)} ${headingOf(measure, texts, 'exact')}`,
    ...othersOf(measure, texts, 'exact'),
    basis,
    ...operations.map(({ text }) => text),
    ...(numbered.length > 1 ? numbered : []),
    ...factors.map((value) => labelled(value, texts, 'exact', value.basis)),
  ];
  return {
    title,
    value: heading,
    name: nameOf(measure, texts),
    others: othersOf(measure, texts, 'shown'),
    basis,
    segments: legs('shown'),
    operations,
    factors: factors.map((value) => labelled(value, texts, 'shown', value.basis)),
    whole: whole.join('\n'),
  };
}

/** Live values of the current path; the main value first. */
export function readoutOf(measure: Measured, texts: MeasureTextOptions): { label: string; value: string }[] {
  const { t } = texts;
  if (measure.kind === 'coordinates') {
    const [place] = measure.vertices;
    return [{ label: texts.display, value: coordinatesText(place!, texts.display, texts, 'shown') }];
  }
  return valuesOf(measure, texts.plane).map((value) => ({
    label: t(`quantity.${value.quantity}`),
    value: amountText(value, texts, 'shown'),
  }));
}

function headingOf(measure: Measured, texts: MeasureTextOptions, form: MeasurePrecision): string {
  const [first] = valuesOf(measure, texts.plane);
  if (first) return amountText(first, texts, form);
  return coordinatesText(measure.vertices[0]!, texts.display, texts, form);
}

function nameOf(measure: Measured, { t, plane }: MeasureTextOptions): string | undefined {
  const [first] = valuesOf(measure, plane);
  return first && first.quantity !== 'length' ? t(`quantity.${first.quantity}`) : undefined;
}

/** Coordinates have that of their CRS; otherwise the kind of the first value. */
function headBasis(
  measure: Measured,
  { plane, display }: MeasureTextOptions,
): Basis | { kind: 'crs'; crs: string } {
  return valuesOf(measure, plane)[0]?.basis ?? { kind: 'crs', crs: display };
}

function othersOf(measure: Measured, texts: MeasureTextOptions, form: MeasurePrecision): string[] {
  const [first, ...rest] = valuesOf(measure, texts.plane);
  if (first) return rest.map((value) => labelled(value, texts, form, first.basis));
  const place = measure.vertices[0]!;
  const degrees = printCoordinates([place[0], place[1]], {
    locale: texts.locale,
    form: 'dms',
    digits: form === 'exact' ? 7 : 3,
  });
  const inOther = (code: string) =>
    code === texts.display ? [] : [`${code} ${coordinatesText(place, code, texts, form)}`];
  const { plane } = texts;
  return [...inOther('EPSG:4326'), `EPSG:4326 ${degrees}`, ...(plane === undefined ? [] : inOther(plane))];
}

/** For coordinates: one per CRS shown, except WGS84. */
function operationsOf({ kind, vertices }: Measured, texts: MeasureTextOptions): OperationText[] {
  if (kind !== 'coordinates') return [];
  const codes = new Set([texts.display, texts.plane ?? texts.display]);
  return [...codes].flatMap((code) => operationText(code, vertices[0], texts) ?? []);
}

function factorValues(
  { kind, vertices, basis }: Measured,
  { plane, groundHeight }: MeasureTextOptions,
): readonly MeasuredValue[] {
  if (kind !== 'coordinates' || plane === undefined) return [];
  const place = vertices[0]!;
  try {
    return factorsAt(plane, place, place[2] ?? (basis.kind === 'ground' ? basis.height : groundHeight));
  } catch {
    // Outside the area of the CRS.
    return [];
  }
}

/** `Perimeter 12.3 m`, and its kind if it differs from `basis`. */
function labelled(
  value: MeasuredValue,
  texts: MeasureTextOptions,
  form: MeasurePrecision,
  basis: Basis,
): string {
  const text = `${texts.t(`quantity.${value.quantity}`)} ${amountText(value, texts, form)}`;
  return sameBasis(value.basis, basis) ? text : `${text} (${basisText(value.basis, texts)})`;
}

export function basisText(
  basis: Basis | { kind: 'crs'; crs: string },
  { t, print }: Pick<MeasureTextOptions, 't' | 'print'>,
): string {
  if (basis.kind === 'geodesic') return t('basis.geodesic');
  if (basis.kind === 'ground') return t('basis.ground', { height: print.length(basis.height) });
  return basis.kind === 'plane' ? t('basis.plane', { crs: basis.crs }) : t('basis.crs', { crs: basis.crs });
}

function amountText(
  { quantity, unit, amount }: MeasuredValue,
  texts: MeasureTextOptions,
  form: MeasurePrecision,
): string {
  const { t, print, locale } = texts;
  if (Number.isNaN(amount)) return '–';
  if (quantity === 'chainage') return printChainage(amount, locale, form === 'exact' ? 6 : 3);
  if (quantity === 'offset') {
    const length = lengthText(Math.abs(amount), texts, form);
    return amount === 0 ? length : `${length} ${t(amount > 0 ? 'side.right' : 'side.left')}`;
  }
  if (unit === '°') return angleText(amount, texts, form);
  if (unit === 'm') return lengthText(amount, texts, form);
  if (unit === '1') return printPlain(amount, form === 'exact' ? 10 : 8, locale);
  return form === 'shown' ? print.area(amount) : printExact(amount, shownUnit('area', texts.units), locale);
}

function lengthText(
  metres: number,
  { print, locale, units }: MeasureTextOptions,
  form: MeasurePrecision,
): string {
  if (form === 'shown' || Number.isNaN(metres)) return print.length(metres);
  return printExact(metres, shownUnit('length', units), locale);
}

function angleText(
  degrees: number,
  { print, locale, units }: MeasureTextOptions,
  form: MeasurePrecision,
): string {
  if (form === 'shown' || Number.isNaN(degrees)) return print.azimuth(degrees);
  return printExactAngle(degrees, units, locale);
}

/** A dash where the position is outside the area of the CRS. */
function coordinatesText(
  place: Position,
  crs: string,
  { print, locale, units }: MeasureTextOptions,
  form: MeasurePrecision,
): string {
  try {
    return form === 'shown'
      ? print.coordinates(place, crs)
      : printExactCoordinates(place, crs, units, locale);
  } catch {
    return '–';
  }
}
