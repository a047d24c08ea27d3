import type { Position } from '#core/protocol';
import { AT_REGION, BUNDLED, monteMarioRegion, type Crs, type MonteMarioRegion } from './crs-table.ts';
import type { GridInUse } from './grids.ts';

/** How places of a system become WGS84 and back. */
export interface Operation {
  /**
   * `identity`: it is WGS84 itself; `grid`: by a shift grid; `parameters`: shifted by a datum's parameters; `ballpark`: no
   * transformation is known or the grid it needs is missing, coordinates are taken as if both datums were one.
   */
  readonly kind: 'identity' | 'grid' | 'parameters' | 'ballpark';
  /** As the EPSG register calls it; several where the place decides and none was given; none where it has no name here. */
  readonly names: readonly string[];
  /** Metres; undefined where nothing is stated, and of a ballpark. */
  readonly accuracy: number | undefined;
  /** The grids there are for the system, where the place lies in none of them. */
  readonly outside?: readonly string[];
}

const MONTE_MARIO: Readonly<Record<MonteMarioRegion, string>> = {
  peninsula: 'Monte Mario to WGS 84 (4)',
  sardinia: 'Monte Mario to WGS 84 (2)',
  sicily: 'Monte Mario to WGS 84 (3)',
};

/** EPSG 1149, 6711, 1099 and 1133, by the beginning of a bundled system's name. */
const NAMED: Readonly<Record<string, string>> = {
  ETRS89: 'ETRS89 to WGS 84 (1)',
  RDN2008: 'RDN2008 to WGS 84 (1)',
  IGM95: 'IGM95 to WGS 84 (1)',
  ED50: 'ED50 to WGS 84 (1)',
};

const BUNDLED_CODES: ReadonlySet<string> = new Set(BUNDLED.map(({ code }) => code));

/** The operation between a system and WGS84, at a place (longitude and latitude) where it depends on that. */
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

/** Parameters that are all zero say something only of ellipsoids that are WGS84's, or where an accuracy is stated. */
function isBallpark({ proj4, accuracy, missingGrid }: Crs): boolean {
  if (missingGrid !== undefined && accuracy === undefined) return true;
  const shift = /\+towgs84=(\S+)/.exec(proj4)?.[1];
  if (shift === undefined) return !/\+datum=/.test(proj4);
  const zero = shift.split(',').every((part) => Number(part) === 0);
  return zero && accuracy === undefined && !/\+ellps=(GRS80|WGS84)\b/.test(proj4);
}
