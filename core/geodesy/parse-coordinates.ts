import type { LengthUnit, Position } from '#core/protocol';
import { parseDms } from './angles.ts';
import { crsOf, unproject } from './crs.ts';
import { parseNumber } from './numbers.ts';
import { METRES, unitOfCrs } from './units.ts';

export interface ParsedCoordinates {
  /** Longitude, latitude (WGS84, degrees) and the height in metres if one was given. */
  readonly position: Position;
  /** The CRS of the text. */
  readonly crs: string;
  /** The assumed order of the two ordinates; `said` if letters made it explicit. */
  readonly order: 'en' | 'ne';
  readonly hemisphere: boolean;
}

interface Ordinate {
  readonly value: number;
  readonly axis: 'e' | 'n' | 'h' | undefined;
  /** Written with degrees and minutes or a degree sign: an angle, whatever the CRS. */
  readonly angle: boolean;
  /** Named after the number. */
  readonly unit: LengthUnit | undefined;
}

/**
 * Parses a pair of coordinates (and a height) in almost any notation: decimal point or comma; degrees, minutes,
 * seconds; letters N S E W (O for ovest) before or after, `lat`/`lon`, `X`/`Y`; separated by comma, semicolon, space
 * or slash; with `EPSG:3003` before or after, else in `crs`. Without letters the order is that of the CRS (latitude
 * first, easting first, northing first for 6707); a first number beyond 90 is a longitude. A height is in
 * `heightUnit` unless it names `m`, `ft` or `ftUS`. Returns undefined if the text is not a coordinate, is out of range,
 * names another unit than the CRS has, or its CRS is unknown.
 */
export function parseCoordinates(
  text: string,
  crs = 'EPSG:4326',
  heightUnit: LengthUnit = 'm',
): ParsedCoordinates | undefined {
  const named = /\(?\bEPSG\s*:?\s*(\d{4,6})\)?/i.exec(text);
  const bare = (named ? text.replace(named[0], ' ') : text).trim();
  const found = ordinatesOf(bare.replaceAll('\u2212', '-'));
  if (!found || found.length < 2 || found.length > 3) return undefined;
  const [first, second, third] = found as [Ordinate, Ordinate, Ordinate?];
  let code = named ? `EPSG:${named[1]}` : crs;
  if (first.angle && !crsOf(code)?.geographic) code = 'EPSG:4326';
  const system = crsOf(code);
  if (!system) return undefined;
  if (!system.geographic && [first, second].some(({ unit }) => unit && unit !== unitOfCrs(code).symbol))
    return undefined;
  const hasAxis = first.axis !== undefined || second.axis !== undefined;
  if (hasAxis && (first.axis ?? (second.axis === 'e' ? 'n' : 'e')) === second.axis) return undefined;
  let order = system.axes;
  if (hasAxis) order = first.axis === 'n' || second.axis === 'e' ? 'ne' : 'en';
  else if (system.geographic && Math.abs(first.value) > 90) order = 'en';
  const [east, north] = order === 'en' ? [first.value, second.value] : [second.value, first.value];
  if (system.geographic && (Math.abs(east) > 180 || Math.abs(north) > 90)) return undefined;
  try {
    const height = third && third.value * METRES[third.unit ?? heightUnit];
    const [longitude, latitude] = unproject(code, [east, north, height]);
    if (Math.abs(longitude) > 180 || Math.abs(latitude) > 90) return undefined;
    const position: Position = height === undefined ? [longitude, latitude] : [longitude, latitude, height];
    return { position, crs: code, order, hemisphere: hasAxis };
  } catch {
    // The numbers are not valid coordinates of that system.
    return undefined;
  }
}

/**
 * Splits a text into its ordinates. Tries several splits, the safest first, and returns the first in which all parts
 * are ordinates.
 */
function ordinatesOf(text: string): Ordinate[] | undefined {
  const cuts: (() => string[])[] = [
    () => text.split(/\s*;\s*|\s+\/\s+|\n|\t/),
    () => text.split(/\s*,\s+/),
    () => byLetters(text),
    () => (text.match(/,/g)?.length === 1 ? text.split(',') : []),
    () => commaDecimals(text),
    () => text.split(/\s*,\s*/),
    () => text.split(/\s+/),
    () => halves(text),
  ];
  for (const cut of cuts) {
    const parts = cut()
      .map((part) => part.trim())
      .filter((part) => part !== '');
    if (parts.length < 2 || parts.length > 3) continue;
    const read = parts.map(ordinateOf);
    if (read.every((ordinate) => ordinate !== undefined)) return read;
  }
  return undefined;
}

/** `45 07 22.8 N 9 27 21.6 E` and `N45 07 22.8 E9 27 21.6`: splits next to the letters. */
function byLetters(text: string): string[] {
  const letters =
    /\b(?:lat(?:itude|itudine)?|lon(?:g|gitude|gitudine)?)\b[.:=]?|[NSEWO](?![a-z])|[XYZ]\s*[:=]?/gi;
  const places = [...text.matchAll(letters)];
  if (places.length < 2) return [];
  const leading = places[0]!.index === 0;
  const cuts = leading
    ? places.map(({ index }) => index)
    : [0, ...places.map((place) => place.index + place[0].length)];
  return cuts
    .map((start, i) => text.slice(start, cuts[i + 1] ?? text.length).replace(/^[\s,;]+|[\s,;]+$/g, ''))
    .filter((part) => part !== '');
}

/** `45,123,9,456`: four numbers that are two with decimal commas. */
function commaDecimals(text: string): string[] {
  const parts = text.split(',');
  const whole = parts.length === 4 && parts.every((part) => /^\s*-?\d+\s*$/.test(part));
  return whole ? [`${parts[0]}.${parts[1]!.trim()}`, `${parts[2]!.trim()}.${parts[3]!.trim()}`] : [];
}

/** `45 07 22.8 9 27 21.6`: the same count of numbers for both ordinates. */
function halves(text: string): string[] {
  const parts = text.split(/[\s,]+/);
  if (parts.length !== 4 && parts.length !== 6) return [];
  return [parts.slice(0, parts.length / 2).join(' '), parts.slice(parts.length / 2).join(' ')];
}

const AXIS =
  /^(?:(lat(?:itude|itudine)?|lon(?:g|gitude|gitudine)?|[NSEWOXYZH](?![a-z]))[.:=]?\s*)?(.+?)\s*(?:([NSEWO])|(m|ftus|ft))?$/i;

const UNITS: Readonly<Record<string, LengthUnit>> = { m: 'm', ft: 'ft', ftus: 'ftUS' };

function ordinateOf(text: string): Ordinate | undefined {
  const parts = AXIS.exec(text);
  if (!parts) return undefined;
  const letter = (parts[1] ?? parts[3] ?? '').toLowerCase();
  if (parts[1] && parts[3]) return undefined;
  const body = parts[2]!;
  const degrees = /[°º]$/.test(body) ? parseNumber(body.slice(0, -1)) : undefined;
  const angle = degrees ?? parseDms(body);
  const size = angle ?? parseNumber(body);
  if (size === undefined) return undefined;
  const negative = letter === 's' || letter === 'w' || letter === 'o';
  if (negative && size < 0) return undefined;
  const unit = parts[4] && UNITS[parts[4].toLowerCase()];
  return {
    value: negative ? -size : size,
    axis: axisOf(letter),
    angle: angle !== undefined,
    unit: unit || undefined,
  };
}

function axisOf(letter: string): Ordinate['axis'] {
  if (letter === '') return undefined;
  if (letter.startsWith('lon') || 'ewox'.includes(letter)) return 'e';
  return letter.startsWith('lat') || 'nsy'.includes(letter) ? 'n' : 'h';
}
