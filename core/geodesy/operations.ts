import type { Position } from '#core/protocol';
import { AT_REGION, BUNDLED, monteMarioRegion, type Crs, type MonteMarioRegion } from './crs-table.ts';
import type { GridInUse } from './grids.ts';

/** The transformation between a system and WGS84. */
export interface Operation {
  /**
   * `identity`: the system is on WGS84; `grid`: by a shift grid; `parameters`: by datum shift parameters; `ballpark`:
   * no transformation is known or the required grid is missing, so both datums are treated as the same.
   */
  readonly kind: 'identity' | 'grid' | 'parameters' | 'ballpark';
  /** Names in the EPSG register; several if the place decides and none was given, none if it has no name here. */
  readonly names: readonly string[];
  /** Metres; undefined if not stated, outside of the area of the operation, and for a ballpark. */
  readonly accuracy: number | undefined;
  /** The grids of the system, if the place lies in none of them. */
  readonly outside?: readonly string[];
}

const MONTE_MARIO: Readonly<Record<MonteMarioRegion, string>> = {
  peninsula: 'Monte Mario to WGS 84 (4)',
  sardinia: 'Monte Mario to WGS 84 (2)',
  sicily: 'Monte Mario to WGS 84 (3)',
};

/** EPSG 1149, 6711, 1099 and 1133, by the beginning of the name of a bundled system. */
const NAMED: Readonly<Record<string, string>> = {
  ETRS89: 'ETRS89 to WGS 84 (1)',
  RDN2008: 'RDN2008 to WGS 84 (1)',
  IGM95: 'IGM95 to WGS 84 (1)',
  ED50: 'ED50 to WGS 84 (1)',
};

const BUNDLED_CODES: ReadonlySet<string> = new Set(BUNDLED.map(({ code }) => code));

/**
 * Returns the operation between a system and WGS84, at a place (longitude and latitude) if it depends on the place.
 */
export function operationBetween(crs: Crs, grids: readonly GridInUse[], place?: Position): Operation {
  const inUse = place ? grids.filter(({ grid }) => grid.unshift(place[0], place[1])).slice(0, 1) : grids;
  if (inUse.length > 0)
    return {
      kind: 'grid',
      names: inUse.map(({ offer }) => offer.name),
      accuracy: Math.max(...inUse.map(({ offer }) => offer.accuracy)),
    };
  const otherwise = withoutGrids(crs, place);
  return grids.length > 0 ? { ...otherwise, outside: grids.map(({ offer }) => offer.name) } : otherwise;
}

function withoutGrids(crs: Crs, place: Position | undefined): Operation {
  const { proj4, name, code, accuracy } = crs;
  if (/\+datum=WGS84|\+nadgrids=@null/.test(proj4)) return { kind: 'identity', names: [], accuracy: 0 };
  if (proj4.includes(AT_REGION))
    return {
      kind: 'parameters',
      names: place ? [MONTE_MARIO[monteMarioRegion(place)]] : Object.values(MONTE_MARIO),
      accuracy,
    };
  if (isBallpark(crs)) return { kind: 'ballpark', names: [], accuracy: undefined };
  const datum = BUNDLED_CODES.has(code)
    ? Object.keys(NAMED).find((begin) => name.startsWith(begin))
    : undefined;
  return { kind: 'parameters', names: datum === undefined ? [] : [NAMED[datum]!], accuracy };
}

/** Parameters that are all zero are meaningful only on the WGS84 ellipsoid, or if an accuracy is stated. */
function isBallpark({ proj4, accuracy, missingGrid }: Crs): boolean {
  if (missingGrid !== undefined && accuracy === undefined) return true;
  const shift = /\+towgs84=(\S+)/.exec(proj4)?.[1];
  if (shift === undefined) return !/\+datum=/.test(proj4);
  const zero = shift.split(',').every((part) => Number(part) === 0);
  return zero && accuracy === undefined && !/\+ellps=(GRS80|WGS84)\b/.test(proj4);
}
