import { parseWkt, type WktNode } from '../crs-wkt.ts';

/** The WKT of WGS 84 that every program knows. */
const WGS84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

const PROJECTION: Record<string, string> = {
  Transverse_Mercator: 'Transverse_Mercator',
  Lambert_Conformal_Conic_1SP: 'Lambert_Conformal_Conic',
  Lambert_Conformal_Conic_2SP: 'Lambert_Conformal_Conic',
  Albers_Conic_Equal_Area: 'Albers',
  Oblique_Stereographic: 'Double_Stereographic',
  Lambert_Azimuthal_Equal_Area: 'Lambert_Azimuthal_Equal_Area',
};
const DATUM: Record<string, string> = {
  WGS_1984: 'D_WGS_1984',
  European_Terrestrial_Reference_System_1989: 'D_ETRS_1989',
  European_Terrestrial_Reference_System_1989_ensemble: 'D_ETRS_1989',
};
const UNIT: Record<string, string> = {
  metre: 'Meter',
  degree: 'Degree',
  grad: 'Grad',
  foot: 'Foot',
  'US survey foot': 'Foot_US',
};
const LEFT_OUT = new Set(['AUTHORITY', 'AXIS', 'TOWGS84', 'EXTENSION', 'ID']);

/**
 * The text of a .prj: OGC's WKT 1 with ESRI's names, which all programs read; projections that ESRI defines
 * differently stay as OGC has them.
 */
export function prjOf(wkt: string, epsg: number): string {
  if (epsg === 4326) return WGS84;
  const root = parseWkt(wkt);
  const method = root?.nodes.find(({ keyword }) => keyword === 'PROJECTION')?.values[0];
  if (
    !root ||
    (root.keyword === 'PROJCS' && !(String(method) in PROJECTION)) ||
    !/^(PROJ|GEOG)CS$/.test(root.keyword)
  )
    return wkt;
  return print(esri(root));
}

function esri(node: WktNode): WktNode {
  const nodes = node.nodes.filter(({ keyword }) => !LEFT_OUT.has(keyword)).map(esri);
  const [name, ...numbers] = node.values;
  return { keyword: node.keyword, nodes, values: [named(node.keyword, String(name)), ...numbers] };
}

function named(keyword: string, name: string): string {
  const plain = name.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_|_$/g, '');
  switch (keyword) {
    case 'GEOGCS':
      return plain === 'WGS_84' ? 'GCS_WGS_1984' : `GCS_${plain}`;
    case 'DATUM':
      return DATUM[plain] ?? `D_${plain}`;
    case 'SPHEROID':
      return plain === 'WGS_84' ? 'WGS_1984' : plain;
    case 'PROJECTION':
      return PROJECTION[name] ?? name;
    case 'PARAMETER':
      return name.replace(/(^|_)[a-z]/g, (letters) => letters.toUpperCase());
    case 'UNIT':
      return UNIT[name] ?? plain;
    default:
      return plain;
  }
}

/** Values first, then nested nodes; numbers with a decimal point, as ESRI writes them. */
function print({ keyword, values, nodes }: WktNode): string {
  const inner = values.map((value) =>
    typeof value === 'number' ? (Number.isInteger(value) ? `${value}.0` : String(value)) : `"${value}"`,
  );
  return `${keyword}[${[...inner, ...nodes.map(print)].join(',')}]`;
}
