import proj4, { type Converter } from 'proj4';
import { contains, operationOf, unitOfCrs, unproject, type Crs, type Operation } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { registeredCrs, type RegisteredCrs } from './register.ts';
import { readyCrs } from './registered.ts';
import type { FlatGeometry } from '../../formats/flat.ts';
import type { Findings } from '../../base/problems.ts';
import type { StatedCrs } from './identify.ts';

/** From a file's CRS to longitude and latitude on WGS84. Heights, in metres, have a part in it and are unchanged. */
export interface ToWgs84 {
  /** `EPSG:<code>`, or `WKT:<name>` if no code matches. */
  label: string;
  /** The numbers are unchanged, to the last bit. */
  identity: boolean;
  apply(geometry: FlatGeometry): void;
  /** Metres of a unit of its coordinates; 1 where these are degrees. */
  metres: number;
  /** West, south, east, north of the area of use. */
  area: [number, number, number, number] | null;
  /** Reports how accurate it is at these places (longitude and latitude); without any, in the whole area of use. */
  report(places: readonly Position[]): void;
}

/** Undefined when the code is unknown, or the CRS cannot be computed. */
export async function toWgs84(crs: StatedCrs, findings: Findings): Promise<ToWgs84 | undefined> {
  if (!('code' in crs)) {
    const base = crs.base === undefined ? undefined : await registeredCrs(crs.base);
    return base ? onKnownDatum(crs, base, findings) : fromDefinition(crs.wkt, `WKT:${crs.name}`, findings);
  }
  const entry = await registeredCrs(crs.code);
  if (!entry) return undefined;
  // With the definition that the whole program uses, so that a position is the same everywhere.
  const known = (await readyCrs(`EPSG:${crs.code}`))!;
  return {
    label: known.code,
    identity: keepsNumbers(known),
    metres: known.geographic ? 1 : unitOfCrs(known.code).metres,
    area: [...entry.bounds],
    apply: (geometry) => each(geometry, (place) => unproject(known.code, place)),
    report: (places) => reportOperation(known.code, entry, places, findings),
  };
}

/** Reports how accurate the transformation to WGS 84 is at these places; without any, in the whole area of use. */
function reportOperation(
  code: string,
  { grids, proj4: definition }: RegisteredCrs,
  places: readonly Position[],
  findings: Findings,
): void {
  const operations =
    places.length === 0 ? [operationOf(code)] : places.map((place) => operationOf(code, place));
  const byGrid = operations.filter(({ kind }) => kind === 'grid');
  if (byGrid.length > 0) {
    const grid = [...new Set(byGrid.flatMap(({ names }) => names))].join(', ');
    findings.once('grid-used', { crs: code, grid, metres: worst(byGrid)! });
    return;
  }
  if (operations.every(({ kind }) => kind === 'identity')) return;
  const ballpark = operations.some(({ kind }) => kind === 'ballpark');
  const metres = ballpark ? undefined : worst(operations);
  const grid = grids.find(
    ({ area, accuracy }) =>
      accuracy < (metres ?? Infinity) && places.length > 0 && places.every((place) => contains(area, place)),
  )?.name;
  if (grid !== undefined && metres !== undefined) findings.once('grid-replaced', { grid, metres });
  else if (grid !== undefined) findings.once('grid-missing', { grid });
  else if (metres !== undefined && metres >= 2) findings.once('crs-accuracy', { crs: code, metres });
  else if (ballpark && !/ellps=(GRS80|WGS84)|\+a=6378137/.test(definition))
    findings.once('datum-shift-unknown');
}

function worst(operations: readonly Operation[]): number | undefined {
  const stated = operations.flatMap(({ accuracy }) => accuracy ?? []);
  return stated.length < operations.length ? undefined : Math.max(...stated);
}
/** A projection that has no code, on a datum of the register: that has the operations, whatever shift the file states. */
async function onKnownDatum(
  { wkt, name }: { wkt: string; name: string },
  base: RegisteredCrs,
  findings: Findings,
): Promise<ToWgs84 | undefined> {
  const datum = (await readyCrs(`EPSG:${base.code}`))!;
  const definition = wkt.replace(/,?\s*TOWGS84\s*\[[^\]]*\]/i, '');
  let converter: Converter;
  try {
    const { a, b } = new proj4.Proj(definition) as unknown as { a: number; b: number };
    converter = proj4(`+proj=longlat +a=${a} +b=${b} +no_defs`, definition);
    if (!Number.isFinite(converter.inverse([0.5, 0.5])[0])) return undefined;
  } catch {
    return undefined;
  }
  // Longitudes of the base are counted from its own meridian.
  const meridian = Number(/PRIMEM\["[^"]*",([-\d.]+)/.exec(base.wkt)?.[1] ?? 0);
  return {
    label: `WKT:${name}`,
    area: null,
    identity: false,
    metres: metresOf(definition),
    report: (places) => reportOperation(datum.code, base, places, findings),
    apply: (geometry) =>
      each(geometry, (place) => {
        const [longitude, latitude] = converter.inverse<[number, number]>([place[0], place[1]]);
        return unproject(datum.code, [longitude - meridian, latitude, place[2]]);
      }),
  };
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
    metres: metresOf(definition),
    report: () => {},
    apply: (geometry) => each(geometry, (place) => converter.forward<[number, number, number]>(place)),
  };
}

function metresOf(definition: string): number {
  const { projName, to_meter } = new proj4.Proj(definition) as unknown as {
    projName: string;
    to_meter?: number;
  };
  return projName === 'longlat' ? 1 : (to_meter ?? 1);
}

const NOWHERE: readonly [number, number] = [NaN, NaN];

/** What cannot be computed, including positions that are not finite, becomes NaN, which is checked elsewhere. */
function each(
  { flat, size, stride }: FlatGeometry,
  compute: (place: [number, number, number]) => readonly [number, number, ...number[]],
): void {
  const place: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < size; i += stride) {
    place[0] = flat[i]!;
    place[1] = flat[i + 1]!;
    if (stride === 3) place[2] = Number.isFinite(flat[i + 2]) ? flat[i + 2]! : 0;
    let found: readonly [number, number, ...number[]] = NOWHERE;
    try {
      if (Number.isFinite(place[0]) && Number.isFinite(place[1])) found = compute(place);
    } catch {
      // Outside the domain of the CRS.
    }
    flat[i] = found[0];
    flat[i + 1] = found[1];
  }
}

/** Longitude and latitude on a datum that is taken as WGS 84 (ETRS89, RDN2008): the numbers are unchanged. */
function keepsNumbers({ code, geographic, operations, proj4: definition }: Crs): boolean {
  return (
    geographic &&
    !definition.includes('+pm=') &&
    operationOf(code).kind !== 'grid' &&
    operations.every(({ steps }) => steps.length === 0)
  );
}

function isDegreesOnWgs84(definition: string): boolean {
  return /\+proj=longlat/.test(definition) && /\+datum=WGS84/.test(definition) && !/\+pm=/.test(definition);
}
