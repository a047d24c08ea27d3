import type proj4Function from 'proj4';
import type { Converter } from 'proj4';
// This alone, not all of rxjs: servers compute coordinates too, and all of it is two hundred files to load.
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

/** A new number when more can be projected: what computes projections has come, a system was learned. Emits at once. */
export const projections$ = revision.asObservable();

/**
 * Brings what computes projections: it is large, and nothing but EPSG:4326 can be computed without it. Whoever works in
 * another system waits for this first, or for `loadCrs` where the system is known beforehand.
 */
export async function loadProjections(): Promise<void> {
  const module = await import('proj4');
  if (proj4) return;
  proj4 = module.default;
  revision.next(revision.value + 1);
}

/** Brings all that computes these systems: projections, and their shift grids where there are any. */
export async function loadCrs(...codes: readonly string[]): Promise<void> {
  const whole = codes.every(hasGrids);
  await Promise.all([loadProjections(), bringGrids(codes)]);
  if (!whole) revision.next(revision.value + 1);
}

/** From now on systems and geoids are computed by these grids, and no others; each is fetched when first needed. */
export function useGrids(now: readonly GridOffer[], fetch: FetchGrid): void {
  const of = (wanted: GridOffer['kind']) => now.filter(({ kind }) => kind === wanted);
  setGeoids(of('geoid'), fetch);
  if (setGrids(of('shift'), fetch)) revision.next(revision.value + 1);
}

/** Can places be computed in this system now? It is known, and what it needs is here. */
export function canProject(code: string): boolean {
  return known.has(code) && (code === 'EPSG:4326' || (proj4 !== undefined && hasGrids(code)));
}

/** The system of that code, bundled or learned; undefined where the server must be asked (`crs.search`). */
export function crsOf(code: string): Crs | undefined {
  return known.get(code);
}

/** All systems known so far, the bundled ones first. */
export function knownCrs(): readonly Crs[] {
  return [...known.values()];
}

/** Takes in a system as `crs.search` answers it. A bundled one keeps its own definition. */
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
 * Longitude and latitude (WGS84, degrees) to easting and northing (metres) of `code`, or to its longitude and latitude.
 * Always east before north. Heights are not touched: they stay ellipsoidal. By the system's shift grid where the place
 * is in one; else Monte Mario is shifted by the parameters of the region. @throws AppError('unknown-crs', 'outside-crs').
 */
export function project(code: string, position: Position): [number, number] {
  const crs = demand(code);
  if (crs.code === 'EPSG:4326') return [position[0], position[1]];
  for (const { grid } of gridsOf(code)) {
    const place = grid.unshift(position[0], position[1]);
    if (place) return finite(crs, converterOnDatum(crs).forward(place));
  }
  const region = atRegion.has(crs) ? monteMarioRegion(position) : 'peninsula';
  return finite(crs, converter(crs, region).forward([position[0], position[1]]));
}

/** The way back: east and north of `code` to longitude and latitude (WGS84, degrees). @throws as `project`. */
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
 * Straight from one system to another. A round trip through Monte Mario drifts by 0.6 mm: keep what was captured and
 * transform for showing only.
 */
export function transform(from: string, to: string, position: readonly [number, number]): [number, number] {
  return from === to ? [position[0], position[1]] : project(to, unproject(from, position));
}

/** How places of a system become WGS84 and back, at a place where it depends on that. @throws AppError('unknown-crs'). */
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

/** From longitude and latitude on the system's own datum, where no shift is between them. */
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
