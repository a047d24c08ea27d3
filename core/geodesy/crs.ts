import type proj4Function from 'proj4';
import type { Converter } from 'proj4';
// Imports only this file of rxjs: the server computes coordinates too, and the whole of rxjs is two hundred files to
// load.
import { BehaviorSubject } from 'rxjs/internal/BehaviorSubject';
import { AppError } from '#core/kernel';
import type { Position } from '#core/protocol';
import { axesOf, BUNDLED, type AreaOfUse, type Crs, type DatumOperation } from './crs-table.ts';
import { fromWgs84, operationAt, toWgs84 } from './datum-shift.ts';
import { onDatum, operationsIn } from './definitions.ts';
import { setGeoids } from './geoid.ts';
import type { FetchGrid, GridOffer } from './grid-shelf.ts';
import { bringGrids, gridsOf, hasGrids, setGrids } from './grids.ts';
import { operationBetween, type Operation } from './operations.ts';
import type { Spheroid } from './space.ts';

const known = new Map<string, Crs>(BUNDLED.map((crs) => [crs.code, crs]));
const datums = new Map<string, OnDatum>();

/** How a system is computed on its own datum. */
interface OnDatum {
  /** Undefined if the system has longitude and latitude from Greenwich. */
  readonly converter: Converter | undefined;
  readonly figure: Spheroid;
}

const revision = new BehaviorSubject(0);
let proj4: typeof proj4Function | undefined;

/**
 * Emits a new number when proj4 or grids are loaded, grids are replaced, or a system is added. Emits at once on
 * subscription.
 */
export const projections$ = revision.asObservable();

/**
 * Loads proj4. It is large, and without it only EPSG:4326 can be computed. Code that works in another system awaits
 * this first, or `loadCrs` if the system is known beforehand.
 */
export async function loadProjections(): Promise<void> {
  const module = await import('proj4');
  if (proj4) return;
  proj4 = module.default;
  revision.next(revision.value + 1);
}

/** Loads everything needed to compute these systems: proj4, and their shift grids if there are any. */
export async function loadCrs(...codes: readonly string[]): Promise<void> {
  const whole = codes.every(hasGrids);
  await Promise.all([loadProjections(), bringGrids(codes)]);
  if (!whole) revision.next(revision.value + 1);
}

/**
 * Sets the grids by which systems and geoids are computed, replacing the previous ones. Each is fetched when first
 * needed.
 */
export function useGrids(now: readonly GridOffer[], fetch: FetchGrid): void {
  const of = (requestedKind: GridOffer['kind']) => now.filter(({ kind }) => kind === requestedKind);
  setGeoids(of('geoid'), fetch);
  if (setGrids(of('shift'), fetch)) revision.next(revision.value + 1);
}

/** Returns whether places can be computed in this system now: it is known, and proj4 and its grids are loaded. */
export function canProject(code: string): boolean {
  return known.has(code) && (code === 'EPSG:4326' || (proj4 !== undefined && hasGrids(code)));
}

/** Returns the bundled or added system with this code; undefined if the server must be queried (`crs.search`). */
export function crsOf(code: string): Crs | undefined {
  return known.get(code);
}

/** A system as `crs.search` returns it, or one that only has a definition. */
export interface CrsDefinition {
  readonly code: string;
  readonly name: string;
  readonly proj4: string;
  readonly accuracy: number | null;
  readonly bounds?: AreaOfUse | null;
  /** `en`, `ne`; with a minus if the numbers grow to the west and to the south. */
  readonly axes?: string;
  /** Without them, those that the definition states. */
  readonly operations?: readonly DatumOperation[];
}

/** Adds a system as returned by `crs.search`. A bundled system keeps its own definition. */
export function learnCrs(found: CrsDefinition): Crs {
  const own = known.get(found.code);
  if (own) return own;
  const geographic = /\+proj=longlat/.test(found.proj4);
  const crs: Crs = {
    code: found.code,
    name: found.name,
    proj4: onDatum(found.proj4),
    ...axesOf(found.axes ?? (geographic ? 'ne' : 'en')),
    geographic,
    bounds: found.bounds ?? null,
    operations: found.operations ?? operationsIn(found.proj4, found.accuracy),
  };
  known.set(crs.code, crs);
  revision.next(revision.value + 1);
  return crs;
}

/**
 * Converts longitude and latitude (WGS84, degrees) to easting and northing (metres) of `code`, or to its longitude
 * and latitude. Always east before north; westing and southing where the register has these. Uses the shift grid of the
 * system if the place lies in one; otherwise the operation of the place, which is one in space: as in PROJ its result
 * depends on the height (metres above the ellipsoid; without one 0), by centimetres in the mountains. The height itself
 * stays as it is.
 * @throws AppError('unknown-crs', 'outside-crs').
 */
export function project(code: string, position: Position): [number, number] {
  const crs = demand(code);
  if (crs.code === 'EPSG:4326') return [position[0], position[1]];
  const datum = datumOf(crs);
  const place: readonly [number, number] = [position[0], position[1]];
  for (const { grid } of gridsOf(code)) {
    const onGrid = grid.unshift(...place);
    if (onGrid) return projected(crs, datum, onGrid);
  }
  const operation = operationAt(crs.operations, place);
  return projected(crs, datum, operation ? fromWgs84(operation, datum.figure, position) : place);
}

/**
 * The inverse of `project`: east and north of `code`, with or without a height above the ellipsoid, to longitude and
 * latitude (WGS84, degrees).
 * @throws as `project`.
 */
export function unproject(
  code: string,
  [east, north, height = 0]: readonly [number, number, number?],
): [number, number] {
  const crs = demand(code);
  if (crs.code === 'EPSG:4326') return [east, north];
  const { converter, figure } = datumOf(crs);
  const numbers: [number, number] = crs.westSouth ? [-east, -north] : [east, north];
  const place = finite(crs, converter ? converter.inverse<[number, number]>(numbers) : numbers);
  for (const { grid } of gridsOf(code)) {
    const shifted = grid.shift(...place);
    if (shifted) return shifted;
  }
  const operation = operationAt(crs.operations, place);
  if (!operation) return place;
  const first = toWgs84(operation, figure, [...place, height]);
  // At the edge of an area the shift itself may lead across it: the operation is that of the place on WGS 84.
  const there = operationAt(crs.operations, first)!;
  return finite(crs, there === operation ? first : toWgs84(there, figure, [...place, height]));
}

/**
 * `unproject` of a place whose height above the ellipsoid depends on where it is: returns it, too.
 * @throws as `project`.
 */
export function unprojectAt(
  code: string,
  [east, north]: readonly [number, number],
  heightAt: (longitude: number, latitude: number) => number,
): [number, number, number] {
  const place = unproject(code, [east, north]);
  const height = heightAt(...place);
  return [...(dependsOnHeight(code) ? unproject(code, [east, north, height]) : place), height];
}

/** Whether east and north of a place depend on its height: where the datum is another in space. */
export function dependsOnHeight(code: string): boolean {
  return demand(code).operations.some(({ steps }) => steps.length > 0);
}

function projected(crs: Crs, { converter }: OnDatum, place: readonly [number, number]): [number, number] {
  const [x, y] = finite(crs, converter ? converter.forward([place[0], place[1]]) : place);
  return crs.westSouth ? [-x, -y] : [x, y];
}

/**
 * Converts directly from one system to another. A round trip through a datum with rotations drifts by up to a
 * millimetre, as in PROJ: store the captured coordinates and transform them only for display.
 */
export function transform(from: string, to: string, position: readonly [number, number]): [number, number] {
  return from === to ? [position[0], position[1]] : project(to, unproject(from, position));
}

/**
 * Returns the operation between a system and WGS84, at a place if it depends on the place.
 * @throws AppError('unknown-crs').
 */
export function operationOf(code: string, place?: Position): Operation {
  return operationBetween(demand(code), gridsOf(code), place);
}

function demand(code: string): Crs {
  const crs = known.get(code);
  if (!crs)
    throw new AppError(
      'unknown-crs',
      `The coordinate reference system ${code} is not known here; choose it by search.`,
    );
  return crs;
}

function datumOf(crs: Crs): OnDatum {
  if (proj4 === undefined || !hasGrids(crs.code))
    throw new AppError(
      'projections-missing',
      `What computes ${crs.code} is not loaded yet; try again in a moment.`,
    );
  let made = datums.get(crs.proj4);
  if (!made) datums.set(crs.proj4, (made = onOwnDatum(proj4, crs)));
  return made;
}

function onOwnDatum(compute: typeof proj4Function, { proj4: definition, geographic }: Crs): OnDatum {
  const { a, b, es } = new compute.Proj(definition) as unknown as { a: number; b: number; es: number };
  const plain = geographic && !definition.includes('+pm=');
  return {
    converter: plain ? undefined : compute(`+proj=longlat +a=${a} +b=${b} +no_defs`, definition),
    figure: { a, e2: es },
  };
}

function finite(crs: Crs, place: readonly number[]): [number, number] {
  const x = place[0];
  const y = place[1];
  if (!Number.isFinite(x) || !Number.isFinite(y))
    throw new AppError('outside-crs', `This place lies outside what ${crs.code} (${crs.name}) can show.`);
  return [x!, y!];
}
