import proj4, { type Converter } from 'proj4';
import { operationOf, unproject, type Crs } from '#core/geodesy';
import { readyCrs } from './registered.ts';
import type { FlatGeometry } from '../../formats/flat.ts';
import type { Findings } from '../../base/problems.ts';
import { entryOf } from './epsg.ts';
import type { StatedCrs } from './identify.ts';

/** From a file's CRS to longitude and latitude on WGS84. Heights are unchanged. */
export interface ToWgs84 {
  /** `EPSG:<code>`, or `WKT:<name>` if no code matches. */
  label: string;
  /** The numbers are unchanged, to the last bit. */
  identity: boolean;
  apply(geometry: FlatGeometry): void;
  /** West, south, east, north of the area of use. */
  area: [number, number, number, number] | null;
}

/** Undefined when the code is unknown, or the CRS cannot be computed. */
export async function toWgs84(crs: StatedCrs, findings: Findings): Promise<ToWgs84 | undefined> {
  if (!('code' in crs)) return fromDefinition(crs.wkt, `WKT:${crs.name}`, findings);
  const entry = await entryOf(crs.code);
  if (!entry?.proj4) return undefined;
  const [north, west, south, east] = entry.bbox ?? [90, -180, -90, 180];
  // With the definition that the whole program uses, so that a position is the same everywhere.
  const known = await readyCrs(`EPSG:${crs.code}`);
  if (!known) return undefined;
  tellOperation(known, findings);
  return {
    label: known.code,
    identity: isDegreesOnWgs84(known.proj4),
    area: [west, south, east, north],
    apply: (geometry) => each(geometry, (place) => unproject(known.code, place)),
  };
}

/** The accuracy of the transformation to WGS84, when requested. */
export function tellOperation(crs: Crs, findings: Findings): void {
  const { code, proj4: definition, missingGrid } = crs;
  const { kind, names, accuracy } = operationOf(code);
  if (kind === 'grid') findings.once('grid-used', { crs: code, grid: names.join(', '), metres: accuracy! });
  else if (missingGrid !== undefined && accuracy !== undefined)
    findings.once('grid-replaced', { grid: missingGrid, metres: accuracy });
  else if (missingGrid !== undefined) findings.once('grid-missing', { grid: missingGrid });
  else if (kind === 'parameters' && accuracy !== undefined && accuracy >= 2)
    findings.once('crs-accuracy', { crs: code, metres: accuracy });
  else if (kind === 'ballpark' && !/ellps=(GRS80|WGS84)|\+a=6378137/.test(definition))
    findings.once('datum-shift-unknown');
}

function fromDefinition(definition: string, label: string, findings: Findings): ToWgs84 | undefined {
  let converter: Converter;
  try {
    converter = proj4(definition, 'EPSG:4326');
    if (!Number.isFinite(converter.forward([0.5, 0.5])[0]) && !definition.includes('proj=')) return undefined;
  } catch {
    return undefined;
  }
  if (/^\s*(PROJCS|GEOGCS|PROJCRS|GEOGCRS)/i.test(definition) && !/TOWGS84/i.test(definition))
    findings.once('datum-shift-unknown');
  return {
    label,
    area: null,
    identity: isDegreesOnWgs84(definition),
    apply: (geometry) => each(geometry, (place) => converter.forward<[number, number]>(place)),
  };
}

const NOWHERE: readonly [number, number] = [NaN, NaN];

/** What cannot be computed, including positions that are not finite, becomes NaN, which is checked elsewhere. */
function each(
  { flat, size, stride }: FlatGeometry,
  compute: (place: [number, number]) => readonly [number, number],
): void {
  const place: [number, number] = [0, 0];
  for (let i = 0; i < size; i += stride) {
    place[0] = flat[i]!;
    place[1] = flat[i + 1]!;
    let found = NOWHERE;
    try {
      if (Number.isFinite(place[0]) && Number.isFinite(place[1])) found = compute(place);
    } catch {
      // Outside the domain of the CRS.
    }
    flat[i] = found[0];
    flat[i + 1] = found[1];
  }
}

/** Datums within a metre of WGS84 (ETRS89, RDN2008, NAD83 as EPSG takes them): the numbers are unchanged. */
function isDegreesOnWgs84(definition: string): boolean {
  if (!/\+proj=longlat/.test(definition) || /\+pm=/.test(definition)) return false;
  if (/\+datum=WGS84/.test(definition)) return true;
  return /\+ellps=(GRS80|WGS84)/.test(definition) && !/towgs84=(?!0,0,0(,0,0,0,0)?(\s|$))/.test(definition);
}
