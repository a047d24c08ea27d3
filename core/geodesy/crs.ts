import type proj4Function from 'proj4';
import type { Converter } from 'proj4';
// Imports only this file of rxjs: the server computes coordinates too, and the whole of rxjs is two hundred files to
// load.
import { BehaviorSubject } from 'rxjs/internal/BehaviorSubject';
import { AppError } from '#core/kernel';
import type { Position } from '#core/protocol';
import {
  AT_REGION,
  BUNDLED,
  MONTE_MARIO_SHIFTS,
  monteMarioRegion,
  type Crs,
  type MonteMarioRegion,
} from './crs-table.ts';
import { definitionOf, onDatum } from './definitions.ts';
import { setGeoids } from './geoid.ts';
import type { FetchGrid, GridOffer } from './grid-shelf.ts';
import { bringGrids, gridsOf, hasGrids, setGrids } from './grids.ts';
import { operationBetween, type Operation } from './operations.ts';

const known = new Map<string, Crs>(BUNDLED.map((crs) => [crs.code, crs]));
/** Systems whose shift depends on the place. */
const atRegion = new Set(BUNDLED.filter(isAtRegion));
const converters = new Map<string, Converter>();

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

/** Returns all systems known so far, the bundled ones first. */
export function knownCrs(): readonly Crs[] {
  return [...known.values()];
}

/** Adds a system as returned by `crs.search`. A bundled system keeps its own definition. */
export function learnCrs(found: { code: string; name: string; proj4: string; accuracy: number | null }): Crs {
  const own = known.get(found.code);
  if (own) return own;
  const geographic = /\+proj=longlat/.test(found.proj4);
  const { accuracy, ...definition } = definitionOf(found.proj4, found.accuracy);
  const crs: Crs = {
    code: found.code,
    name: found.name,
    ...definition,
    axes: geographic || /\(N-E\)/.test(found.name) ? 'ne' : 'en',
    geographic,
    accuracy,
  };
  known.set(crs.code, crs);
  if (isAtRegion(crs)) atRegion.add(crs);
  revision.next(revision.value + 1);
  return crs;
}

/**
 * Converts longitude and latitude (WGS84, degrees) to easting and northing (metres) of `code`, or to its longitude
 * and latitude. Always east before north; westing and southing where the register has these. Heights are ignored: they
 * stay ellipsoidal. Uses the shift grid of the system if the place lies in one; otherwise the operation of the place.
 * @throws AppError('unknown-crs', 'outside-crs').
 */
export function project(code: string, position: Position): [number, number] {
  const crs = demand(code);
  if (crs.code === 'EPSG:4326') return [position[0], position[1]];
  for (const { grid } of gridsOf(code)) {
    const onGrid = grid.unshift(position[0], position[1]);
    if (onGrid) return finite(crs, converterOnDatum(crs).forward(onGrid));
  }
  const region = atRegion.has(crs) ? monteMarioRegion(position) : 'peninsula';
  return finite(crs, converter(crs, region).forward([position[0], position[1]]));
}

/**
 * The inverse of `project`: east and north of `code` to longitude and latitude (WGS84, degrees).
 * @throws as `project`.
 */
export function unproject(
  code: string,
  [east, north]: readonly [number, number, ...number[]],
): [number, number] {
  const crs = demand(code);
  if (crs.code === 'EPSG:4326') return [east, north];
  const grids = gridsOf(code);
  if (grids.length > 0) {
    const place = finite(crs, converterOnDatum(crs).inverse<[number, number]>([east, north]));
    for (const { grid } of grids) {
      const shifted = grid.shift(...place);
      if (shifted) return shifted;
    }
  }
  const first = converter(crs, 'peninsula').inverse<[number, number]>([east, north]);
  const region = atRegion.has(crs) ? monteMarioRegion(first) : 'peninsula';
  const place = region === 'peninsula' ? first : converter(crs, region).inverse([east, north]);
  return finite(crs, place);
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

function isAtRegion({ proj4 }: Crs): boolean {
  return proj4.includes(AT_REGION);
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

function converter(crs: Crs, region: MonteMarioRegion): Converter {
  const definition = atRegion.has(crs) ? crs.proj4.replace(AT_REGION, MONTE_MARIO_SHIFTS[region]) : crs.proj4;
  return memoized(crs, definition, (compute) => compute(definition));
}

/** Converts from longitude and latitude on the system's own datum, without a datum shift. */
function converterOnDatum(crs: Crs): Converter {
  return memoized(crs, `${crs.proj4} on its datum`, (compute) => {
    const { geographic, projected } = onDatum(crs.proj4);
    return compute(geographic, projected);
  });
}

function memoized(crs: Crs, key: string, make: (compute: typeof proj4Function) => Converter): Converter {
  if (proj4 === undefined || !hasGrids(crs.code))
    throw new AppError(
      'projections-missing',
      `What computes ${crs.code} is not loaded yet; try again in a moment.`,
    );
  let made = converters.get(key);
  if (!made) converters.set(key, (made = make(proj4)));
  return made;
}

function finite(crs: Crs, place: readonly number[]): [number, number] {
  const x = place[0];
  const y = place[1];
  if (!Number.isFinite(x) || !Number.isFinite(y))
    throw new AppError('outside-crs', `This place lies outside what ${crs.code} (${crs.name}) can show.`);
  return [x!, y!];
}
