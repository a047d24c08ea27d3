import { looksLikeWkt } from '../../../../formats/wkt-read.ts';
import { ordinateOf, tableNumber, type Decimal } from './numbers.ts';

/** The columns of the coordinates, by their names; null: none. */
export interface Roles {
  x: string | null;
  y: string | null;
  z: string | null;
  wkt: string | null;
}

/** Names of columns, in the order of preference: pairs belong together. */
const PAIRS: readonly (readonly [x: RegExp, y: RegExp])[] = [
  [
    /^(lon|long|lng|longitude|longitudine|longitud|länge|x_lon|lon_dd)$/,
    /^(lat|latitude|latitudine|latitud|breite|y_lat|lat_dd)$/,
  ],
  [
    /^(x|x_?coord|coord_?x|coordx|geom_?x|point_?x|pos_?x|xcoord|coordinate x|coordinata x)$/,
    /^(y|y_?coord|coord_?y|coordy|geom_?y|point_?y|pos_?y|ycoord|coordinate y|coordinata y)$/,
  ],
  [
    /^(e|est|east|easting|eastings|rechtswert|ostwert|este)$/,
    /^(n|nord|north|northing|northings|hochwert|nordwert|norte)$/,
  ],
];
const HEIGHT =
  /^(z|h|q|quota|alt|altitude|altitudine|elev|elevation|ele|height|höhe|hoehe|z_?coord|coord_?z|geom_?z|ellipsoidal height|quota ellissoidica)$/;

const plain = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/\s*[([].*[)\]]$/, '')
    .trim();

/** What the names of the columns say, and the first rows. */
export function rolesOf(columns: readonly string[], rows: readonly string[][], decimal: Decimal): Roles {
  const none = { x: null, y: null, z: null, wkt: null };
  const wkt = columns.find((_, n) => rows.some((row) => looksLikeWkt(row[n] ?? '')));
  if (wkt !== undefined) return { ...none, wkt };
  const holds = (n: number): boolean => {
    const filled = rows.map((row) => row[n] ?? '').filter((cell) => cell !== '');
    return filled.length > 0 && filled.some((cell) => ordinateOf(cell, decimal) !== undefined);
  };
  for (const [isX, isY] of PAIRS) {
    const x = columns.findIndex((name, n) => isX.test(plain(name)) && holds(n));
    const y = columns.findIndex((name, n) => isY.test(plain(name)) && holds(n));
    if (x < 0 || y < 0) continue;
    const heights = columns.filter((name, n) => HEIGHT.test(plain(name)) && holds(n));
    // Beside longitude and latitude an ellipsoidal height is meant.
    const z = heights.find((name) => /ell/i.test(name) && isX === PAIRS[0]![0]) ?? heights[0] ?? null;
    return { ...none, x: columns[x]!, y: columns[y]!, z };
  }
  return none;
}

/** In a file without names: a point, its coordinates, its code (PNEZD). */
export interface SurveyOrder {
  roles: Roles;
  /** The order of north and east could not be told. */
  assumed: boolean;
  names: string[];
}

/** Columns of a survey file that has no names; undefined: it does not look like one. */
export function surveyOrder(rows: readonly string[][], decimal: Decimal): SurveyOrder | undefined {
  const width = Math.max(0, ...rows.map(({ length }) => length));
  const numeric = Array.from({ length: width }, (_, n) => {
    const filled = rows.map((row) => row[n] ?? '').filter((cell) => cell !== '');
    return filled.length > 0 && filled.every((cell) => tableNumber(cell, decimal) !== undefined);
  });
  // Three numbers alone are coordinates; before four columns stands the point.
  const first = width >= 4 || !numeric[0] ? 1 : 0;
  if (!numeric[first] || !numeric[first + 1]) return undefined;
  const mean = (n: number): number => {
    const values = rows.flatMap((row) => tableNumber(row[n] ?? '', decimal) ?? []);
    return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  };
  const high = numeric[first + 2] === true;
  const [a, b] = [mean(first), mean(first + 1)];
  // Northings of Europe are larger than any easting.
  const told = Math.max(a, b) > 3_000_000 && Math.min(a, b) < 3_000_000;
  // Without a point's name, X comes first; with one, PNEZD does.
  const northFirst = told ? a > b : first === 1;
  const places = northFirst ? ['N', 'E'] : ['E', 'N'];
  const names = [...(first === 1 ? ['P'] : []), ...places, ...(high ? ['Z'] : [])];
  for (let n = names.length; n < width; n++) names.push(n === first + 3 ? 'D' : `field_${n + 1}`);
  const roles = { x: 'E', y: 'N', z: high ? 'Z' : null, wkt: null };
  return { roles, assumed: !told && first === 1, names };
}
