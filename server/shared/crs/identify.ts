import { authorityOf, registeredCrs, registeredWkt, type CrsText } from './register.ts';
import { child, descendant, parseWkt, type WktNode } from '../../formats/crs-wkt.ts';

/**
 * The CRS that a file names: `EPSG:<code>` if one matches; otherwise its WKT, unchanged, with the registered geographic
 * CRS of its datum, if there is one.
 */
export type StatedCrs =
  | { code: number; name: string }
  | { wkt: string; name: string; base?: number | undefined };

const KINDS = [
  'PROJCS',
  'GEOGCS',
  'PROJCRS',
  'GEOGCRS',
  'GEODCRS',
  'PROJECTEDCRS',
  'GEOGRAPHICCRS',
  'BASEGEOGCRS',
  'GEODETICCRS',
];

/**
 * The EPSG code of a CRS given as WKT: by the authority in it, otherwise by equal datum, projection and parameters;
 * of several equal ones the one with the most similar name. Undefined when the text is not WKT of a CRS.
 */
export async function identify(text: string): Promise<StatedCrs | undefined> {
  const parsed = parseWkt(text);
  const root = parsed && (KINDS.includes(parsed.keyword) ? parsed : descendant(parsed, ...KINDS));
  if (!parsed || !root) return undefined;
  const name = String(root.values[0] ?? '');
  if (isWgs84(root)) return { code: 4326, name: 'WGS 84' };
  const named = codeStatedIn(root);
  const registered = named === undefined ? undefined : await registeredCrs(named);
  if (registered) return { code: registered.code, name: registered.name };
  const target = signatureOf(root);
  if (!target) return undefined;
  const best = await bestOf(target, name);
  if (best) return { code: best.code, name: best.name };
  const geographic = child(root, 'GEOGCS', 'BASEGEOGCRS', 'GEOGCRS', 'BASEGEODCRS');
  const datum = geographic && signatureOf(geographic);
  const base = datum && (await bestOf(datum, String(geographic.values[0] ?? '')));
  return { wkt: text, name, base: base?.code };
}

async function bestOf(target: Signature, name: string): Promise<CrsText | undefined> {
  const candidates = (await signatures()).get(target.text)?.filter((one) => one.datum === target.datum) ?? [];
  return bestNamed(
    name,
    candidates.map((one) => one.entry),
  );
}

function isWgs84(root: WktNode): boolean {
  const signature = root.keyword === 'GEOGCS' ? signatureOf(root) : undefined;
  return signature?.datum === 'wgs1984' && signature.text === WGS84;
}
const WGS84 = 'geographic|6378137|298.257224|0|0.0174532925';

function codeStatedIn(node: WktNode): number | undefined {
  const id = child(node, 'AUTHORITY', 'ID');
  return id && String(id.values[0]).toUpperCase() === 'EPSG' ? Number(id.values[1]) : undefined;
}

interface Signature {
  text: string;
  datum: string;
}

/** Everything that determines positions, as one text that is the same for OGC and ESRI WKT. */
function signatureOf(root: WktNode): Signature | undefined {
  const projected = root.keyword.startsWith('PROJ');
  const base = projected ? child(root, 'GEOGCS', 'BASEGEOGCRS', 'GEOGCRS', 'BASEGEODCRS') : root;
  const datum = base && child(base, 'DATUM', 'GEODETICDATUM', 'TRF', 'ENSEMBLE');
  const spheroid = datum && child(datum, 'SPHEROID', 'ELLIPSOID');
  if (!base || !datum || !spheroid) return undefined;
  const prime = Number(child(base, 'PRIMEM')?.values[1] ?? 0);
  const parts = [
    Number(spheroid.values[1])
      .toFixed(3)
      .replace(/\.?0+$/, ''),
    Number(spheroid.values[2])
      .toFixed(6)
      .replace(/\.?0+$/, ''),
    String(round(prime, 1e6)),
  ];
  const datumName = plainDatum(String(datum.values[0] ?? ''));
  if (!projected) {
    const unit = Number(child(base, 'UNIT', 'ANGLEUNIT')?.values[1] ?? 0.0174532925199433);
    return { text: ['geographic', ...parts, unit.toPrecision(9)].join('|'), datum: datumName };
  }
  const conversion = child(root, 'CONVERSION') ?? root;
  const method = child(conversion, 'PROJECTION', 'METHOD');
  if (!method) return undefined;
  const unit = Number(child(root, 'UNIT', 'LENGTHUNIT')?.values[1] ?? 1);
  const text = [
    plainMethod(String(method.values[0])),
    ...parts,
    unit.toPrecision(9),
    parametersOf(conversion),
  ].join('|');
  return { text, datum: datumName };
}

const round = (value: number, scale: number): number => Math.round(value * scale) / scale + 0;

const PARAMETER: Record<string, string> = {
  latitudeoforigin: 'lat0',
  latitudeofcenter: 'lat0',
  centrallatitude: 'lat0',
  latitudeofnaturalorigin: 'lat0',
  latitudeoffalseorigin: 'lat0',
  centralmeridian: 'lon0',
  longitudeofcenter: 'lon0',
  longitudeoforigin: 'lon0',
  longitudeofnaturalorigin: 'lon0',
  longitudeoffalseorigin: 'lon0',
  scalefactor: 'k',
  scalefactoratnaturalorigin: 'k',
  falseeasting: 'x0',
  eastingatfalseorigin: 'x0',
  falsenorthing: 'y0',
  northingatfalseorigin: 'y0',
  standardparallel1: 'sp1',
  latitudeof1ststandardparallel: 'sp1',
  standardparallel2: 'sp2',
  latitudeof2ndstandardparallel: 'sp2',
  azimuth: 'alpha',
  rectifiedgridangle: 'gamma',
};

function parametersOf(node: WktNode): string {
  const values = new Map<string, number>([
    ['k', 1],
    ['x0', 0],
    ['y0', 0],
    ['lat0', 0],
  ]);
  for (const {
    keyword,
    values: [name, value],
  } of node.nodes)
    if (keyword === 'PARAMETER') {
      const plain = String(name)
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '');
      const parameter = PARAMETER[plain] ?? plain;
      // In some files offsets in feet are rounded to a thousandth of a foot.
      values.set(parameter, round(Number(value), parameter === 'x0' || parameter === 'y0' ? 1e2 : 1e6));
    }
  const [first, second] = [values.get('sp1'), values.get('sp2')];
  if (first !== undefined && second !== undefined && first < second) {
    values.set('sp1', second);
    values.set('sp2', first);
  }
  // ESRI's cone with one parallel names it in addition to the latitude of origin.
  if (first !== undefined && second === undefined) {
    if (values.get('lat0') === 0 || values.get('lat0') === first) values.set('lat0', first);
    values.delete('sp1');
  }
  return [...values]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join(',');
}

function plainMethod(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/(1sp|2sp|varianta|variantb)$/, '');
  const alias: Record<string, string> = {
    gausskruger: 'transversemercator',
    albers: 'albersconicequalarea',
    doublestereographic: 'obliquestereographic',
    stereographicnorthpole: 'polarstereographic',
    stereographicsouthpole: 'polarstereographic',
    cassini: 'cassinisoldner',
  };
  return alias[plain] ?? plain;
}

/** Datum names that differ between OGC and ESRI. */
const DATUM: Record<string, string> = {
  worldgeodeticsystem1984: 'wgs1984',
  wgs84: 'wgs1984',
  worldgeodeticsystem1984ensemble: 'wgs1984',
  europeanterrestrialreferencesystem1989: 'etrs1989',
  europeanterrestrialreferencesystem1989ensemble: 'etrs1989',
  ordnancesurveyofgreatbritain1936: 'osgb1936',
  geocentricofaustralia1994: 'gda1994',
  geocentricofaustralia2020: 'gda2020',
  reseaugeodesiquefrancais1993: 'rgf1993',
  reseaugeodesiquefrancais1993v1: 'rgf1993',
  nouvelletriangulationfrancaise: 'ntf',
  militargeographischeinstitut: 'mgi',
  militargeographischeinstitute: 'mgi',
  roma1940: 'montemario',
  retedinamicanazionale2008: 'rdn2008',
  newzealandgeodetic2000: 'nzgd2000',
};

function plainDatum(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/^d_/, '')
    .replace(/datum/g, '')
    .replace(/[^a-z0-9]/g, '');
  return DATUM[plain] ?? plain;
}

let known: Promise<Map<string, { datum: string; entry: CrsText }[]>> | undefined;

/** Every CRS of the register by its signature; computed once, in about a quarter of a second. */
function signatures(): Promise<Map<string, { datum: string; entry: CrsText }[]>> {
  return (known ??= registeredWkt().then((entries) => {
    const map = new Map<string, { datum: string; entry: CrsText }[]>();
    for (const entry of entries) {
      const root = parseWkt(entry.wkt);
      const signature = root && signatureOf(root);
      if (!signature) continue;
      const list = map.get(signature.text) ?? [];
      map.set(signature.text, list);
      list.push({ datum: signature.datum, entry });
    }
    return map;
  }));
}

/** ESRI names whose similarity to EPSG names is misleading. */
const ALIAS: Record<string, number> = { rdn2008tm32: 6707, rdn2008tm33: 6708, rdn2008tm34: 6709 };

function bestNamed(name: string, candidates: readonly CrsText[]): CrsText | undefined {
  const alias = ALIAS[name.toLowerCase().replace(/[^a-z0-9]/g, '')];
  const target = words(name);
  const score = (entry: CrsText): number => {
    if (entry.code === alias) return 2;
    const own = words(entry.name);
    const shared = own.filter((word) => target.includes(word)).length;
    return shared / Math.max(1, own.length + target.length - shared);
  };
  const own = (entry: CrsText) => (authorityOf(entry.code) === 'EPSG' ? 1 : 0) - (entry.deprecated ? 0.5 : 0);
  return [...candidates].sort((a, b) => own(b) - own(a) || score(b) - score(a) || a.code - b.code)[0];
}

function words(name: string): string[] {
  return name
    .toLowerCase()
    .replace(/\bgcs\b|^gcs_/, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && word !== 'gcs');
}
