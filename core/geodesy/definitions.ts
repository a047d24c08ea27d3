import { AT_REGION } from './crs-table.ts';

/**
 * Replacements for national grids that are missing: the parameters that the EPSG register gives for the same datum
 * (operations 1314, 1173, 1777, 1108, 1564, 1549), as `towgs84` and metres.
 */
const INSTEAD: Readonly<Record<string, { readonly towgs84: string; readonly accuracy: number }>> = {
  'OSTN15_NTv2_OSGBtoETRS.gsb': { towgs84: '446.448,-125.157,542.06,0.15,0.247,0.842,-20.489', accuracy: 2 },
  'NTv2_0.gsb': { towgs84: '-8,160,176', accuracy: 10 },
  'CQ77NA83.GSB': { towgs84: '-8,160,176', accuracy: 10 },
  'May76v20.gsb': { towgs84: '-8,160,176', accuracy: 10 },
  'BETA2007.gsb': { towgs84: '598.1,73.7,418.2,0.202,0.045,-2.455,6.7', accuracy: 3 },
  'nzgd2kgrid0005.gsb': { towgs84: '59.47,-5.04,187.44,0.47,-0.1,1.024,-4.5993', accuracy: 4 },
};

export interface Definition {
  readonly proj4: string;
  readonly missingGrid: string | undefined;
  readonly accuracy: number | undefined;
}

/**
 * Returns the operations of a definition that states its own shift, as `+towgs84` or by its datum. Without any, or
 * with a grid, which is not here, its datum is treated as WGS 84 (a ballpark).
 */
export function definitionOf(registered: string, accuracy: number | null): Definition {
  let proj4 = registered.replace(/\+axis=\S+\s*/, '');
  if (/\+ellps=intl\b.*\+pm=rome/.test(proj4) && !proj4.includes('towgs84'))
    return { proj4: `${proj4} +towgs84=${AT_REGION}`, missingGrid: undefined, accuracy: 4 };
  const grid = /\+nadgrids=(?!@null)(?:"([^"]*)"?|(\S+))\s*/.exec(proj4);
  if (grid) {
    const missingGrid = grid[1] ?? grid[2]!;
    const instead = INSTEAD[missingGrid];
    proj4 = proj4.replace(grid[0], instead ? `+towgs84=${instead.towgs84} ` : '');
    return { proj4, missingGrid, accuracy: instead?.accuracy };
  }
  if (/\+datum=NAD27/.test(proj4))
    return {
      proj4: proj4.replace('+datum=NAD27', '+ellps=clrk66'),
      missingGrid: 'NAD27',
      accuracy: undefined,
    };
  return { proj4, missingGrid: undefined, accuracy: accuracy ?? undefined };
}

/** Returns the definition without the shift to WGS84, and longitude and latitude (of Greenwich) on the same datum. */
export function onDatum(proj4: string): { readonly geographic: string; readonly projected: string } {
  const projected = proj4
    .replace(/\+datum=NAD83/, '+ellps=GRS80')
    .replaceAll(/\+(towgs84|nadgrids|datum)=\S+\s*/g, '');
  const figure = projected.match(/\+(ellps|a|b|rf|R)=\S+/g) ?? ['+ellps=WGS84'];
  return { geographic: `+proj=longlat ${figure.join(' ')} +no_defs`, projected };
}
