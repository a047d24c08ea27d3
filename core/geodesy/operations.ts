import type { Position } from '#core/protocol';
import { BUNDLED, monteMarioRegion, type Crs, type MonteMarioRegion } from './crs-table.ts';

/** How places of a system become WGS84 and back. */
export interface Operation {
  /**
   * `identity`: it is WGS84 itself; `parameters`: shifted by a datum's parameters; `ballpark`: no transformation is known
   * or the grid it needs is missing, coordinates are taken as if both datums were one.
   */
  readonly kind: 'identity' | 'parameters' | 'ballpark';
  /** As the EPSG register calls it; several where the place decides and none was given; none where it has no name here. */
  readonly names: readonly string[];
  /** Metres; undefined where nothing is stated, and of a ballpark. */
  readonly accuracy: number | undefined;
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
export function operationBetween(crs: Crs, place?: Position): Operation {
  const { proj4, name, code, accuracy } = crs;
  if (/\+datum=WGS84|\+nadgrids=@null/.test(proj4)) return { kind: 'identity', names: [], accuracy: 0 };
  if (proj4.includes('@montemario'))
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
  if (missingGrid !== undefined) return true;
  const shift = /\+towgs84=(\S+)/.exec(proj4)?.[1];
  if (shift === undefined) return !/\+datum=/.test(proj4);
  const zero = shift.split(',').every((part) => Number(part) === 0);
  return zero && accuracy === undefined && !/\+ellps=(GRS80|WGS84)\b/.test(proj4);
}

/**
 * A definition that needs a grid which is not here, without it: computed as if its datum were WGS84 (a ballpark). proj4
 * gives nothing at all for a grid that must be there, and shifts nothing in silence for those of NAD27.
 */
export function withoutGrid(proj4: string): { proj4: string; missingGrid: string | undefined } {
  const grid = /\+nadgrids=(?!@null)(\S+)\s*/.exec(proj4);
  if (grid) return { proj4: proj4.replace(grid[0], ''), missingGrid: grid[1] };
  if (/\+datum=NAD27/.test(proj4))
    return { proj4: proj4.replace('+datum=NAD27', '+ellps=clrk66'), missingGrid: 'NAD27' };
  return { proj4, missingGrid: undefined };
}
