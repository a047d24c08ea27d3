import type { Findings } from '../../../../base/problems.ts';
import { identify, type StatedCrs } from '../../../../shared/crs/identify.ts';

/** Datums of MapInfo that are common, as in well-known text. */
const DATUMS: Record<number, [name: string, a: number, inverse: number]> = {
  28: ['European_Datum_1950', 6378388, 297],
  62: ['North_American_Datum_1927', 6378206.4, 294.9786982],
  74: ['North_American_Datum_1983', 6378137, 298.257222101],
  79: ['OSGB_1936', 6377563.396, 299.3249646],
  104: ['WGS_1984', 6378137, 298.257223563],
  115: ['European_Terrestrial_Reference_System_1989', 6378137, 298.257222101],
  116: ['Geocentric_Datum_of_Australia_1994', 6378137, 298.257222101],
};

/** Projections of MapInfo by their numbers, with the parameters in order. */
const PROJECTIONS: Record<number, [name: string, parameters: string[]]> = {
  3: [
    'Lambert_Conformal_Conic_2SP',
    [
      'central_meridian',
      'latitude_of_origin',
      'standard_parallel_1',
      'standard_parallel_2',
      'false_easting',
      'false_northing',
    ],
  ],
  8: [
    'Transverse_Mercator',
    ['central_meridian', 'latitude_of_origin', 'scale_factor', 'false_easting', 'false_northing'],
  ],
  9: [
    'Albers_Conic_Equal_Area',
    [
      'central_meridian',
      'latitude_of_origin',
      'standard_parallel_1',
      'standard_parallel_2',
      'false_easting',
      'false_northing',
    ],
  ],
};

const UNITS: Record<string, number> = { m: 1, km: 1000, ft: 0.3048, 'survey ft': 1200 / 3937 };

/** The CRS of a `CoordSys` clause; undefined where there is none, and where it is told. */
export async function mifCrs(text: string | undefined, findings: Findings): Promise<StatedCrs | undefined> {
  // MapInfo: without a clause the coordinates are longitude and latitude without a datum.
  if (text === undefined || /^nonearth/i.test(text)) return undefined;
  const stated = /^earth\s+projection\s+(.*?)(?:\s+bounds\b.*)?$/i.exec(text)?.[1];
  const parts = (stated ?? '').split(',').map((part) => part.trim().replace(/"/g, ''));
  const [projection, datum] = [Number(parts[0]) % 1000, Number(parts[1])];
  const figure = DATUMS[datum];
  const found = figure && (await identify(wktOf(projection, figure, parts.slice(2)) ?? ''));
  if (!found) findings.once('mif-crs', { crs: text.slice(0, 80) });
  return found;
}

function wktOf(
  projection: number,
  [datum, a, inverse]: [string, number, number],
  [unit = 'm', ...values]: readonly string[],
): string | undefined {
  const geographic = `GEOGCS["${datum}",DATUM["${datum}",SPHEROID["",${a},${inverse}]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]`;
  if (projection === 1) return geographic;
  const known = PROJECTIONS[projection];
  const metres = UNITS[unit.toLowerCase()];
  if (!known || metres === undefined || values.some((value) => !Number.isFinite(Number(value))))
    return undefined;
  const [method, names] = known;
  const parameters = names.map((name, n) => `PARAMETER["${name}",${Number(values[n] ?? 0)}]`).join(',');
  return `PROJCS["",${geographic},PROJECTION["${method}"],${parameters},UNIT["${unit}",${metres}]]`;
}
