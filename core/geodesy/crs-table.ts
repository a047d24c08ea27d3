/** A coordinate reference system, with what the workbench needs of it. */
export interface Crs {
  /** `EPSG:3003`. */
  readonly code: string;
  readonly name: string;
  /** The definition for proj4 on the system's own datum: easting before northing, whatever the official axis order. */
  readonly proj4: string;
  /** The official axis order: `ne` if northing or latitude comes first. */
  readonly axes: 'en' | 'ne';
  readonly geographic: boolean;
  /** Accuracy of the transformation to WGS84, metres; undefined if not stated. */
  readonly accuracy?: number | undefined;
  /**
   * The grid that the EPSG definition requires and that is missing. Other parameters replace it, or the datum is
   * treated as WGS84.
   */
  readonly missingGrid?: string | undefined;
}

const GRS80 = '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0';
const INTL_ED50 = '+ellps=intl +towgs84=-87,-98,-121,0,0,0,0';
/** Placeholder for the shift of the region in which a place lies. */
export const AT_REGION = '@montemario';
const MONTE_MARIO = `+ellps=intl +towgs84=${AT_REGION}`;

function geographic(code: number, name: string, datum: string, accuracy?: number): Crs {
  return {
    code: `EPSG:${code}`,
    name,
    proj4: `+proj=longlat ${datum} +no_defs`,
    axes: 'ne',
    geographic: true,
    accuracy,
  };
}
function projected(
  code: number,
  name: string,
  proj4: string,
  accuracy?: number,
  axes: Crs['axes'] = 'en',
): Crs {
  return {
    code: `EPSG:${code}`,
    name,
    proj4: `${proj4} +units=m +no_defs`,
    axes,
    geographic: false,
    accuracy,
  };
}
function utm(
  code: number,
  name: string,
  zone: number,
  datum: string,
  accuracy?: number,
  axes?: Crs['axes'],
): Crs {
  const title = `${name} / UTM zone ${zone}N${axes === 'ne' ? ' (N-E)' : ''}`;
  return projected(code, title, `+proj=utm +zone=${zone} ${datum}`, accuracy, axes);
}

/**
 * The bundled systems of Italy and the world; any other comes from the server (`crs.search`). Names, parameters and
 * accuracies: EPSG Geodetic Parameter Dataset, https://epsg.org. 6707, 6708 and 6709 are 7791, 7792 and 7793 with the
 * axes swapped.
 */
export const BUNDLED: readonly Crs[] = [
  geographic(4326, 'WGS 84', '+datum=WGS84'),
  projected(
    3857,
    'WGS 84 / Pseudo-Mercator',
    '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +nadgrids=@null +wktext',
  ),
  ...[32, 33, 34].map((zone) => utm(32600 + zone, 'WGS 84', zone, '+datum=WGS84')),
  geographic(6706, 'RDN2008', GRS80, 1),
  ...[32, 33, 34].map((zone, i) => utm(7791 + i, 'RDN2008', zone, GRS80, 1)),
  ...[32, 33, 34].map((zone, i) => utm(6707 + i, 'RDN2008', zone, GRS80, 1, 'ne')),
  projected(7794, 'RDN2008 / Italy zone (E-N)', `+proj=tmerc +lon_0=12 +k=0.9985 +x_0=7000000 ${GRS80}`, 1),
  projected(
    6875,
    'RDN2008 / Italy zone (N-E)',
    `+proj=tmerc +lon_0=12 +k=0.9985 +x_0=7000000 ${GRS80}`,
    1,
    'ne',
  ),
  projected(7795, 'RDN2008 / Zone 12 (E-N)', `+proj=tmerc +lon_0=12 +k=1 +x_0=3000000 ${GRS80}`, 1),
  projected(6876, 'RDN2008 / Zone 12 (N-E)', `+proj=tmerc +lon_0=12 +k=1 +x_0=3000000 ${GRS80}`, 1, 'ne'),
  geographic(4670, 'IGM95', GRS80, 1),
  utm(3064, 'IGM95', 32, GRS80, 1),
  utm(3065, 'IGM95', 33, GRS80, 1),
  geographic(4258, 'ETRS89', GRS80, 1),
  ...[32, 33, 34].map((zone) => utm(25800 + zone, 'ETRS89', zone, GRS80, 1)),
  projected(
    3035,
    'ETRS89-extended / LAEA Europe',
    `+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 ${GRS80}`,
    1,
    'ne',
  ),
  geographic(4265, 'Monte Mario', MONTE_MARIO, 4),
  geographic(4806, 'Monte Mario (Rome)', `${MONTE_MARIO} +pm=rome`, 4),
  projected(
    3003,
    'Monte Mario / Italy zone 1',
    `+proj=tmerc +lon_0=9 +k=0.9996 +x_0=1500000 ${MONTE_MARIO}`,
    4,
  ),
  projected(
    3004,
    'Monte Mario / Italy zone 2',
    `+proj=tmerc +lon_0=15 +k=0.9996 +x_0=2520000 ${MONTE_MARIO}`,
    4,
  ),
  geographic(4230, 'ED50', INTL_ED50, 10),
  ...[32, 33, 34].map((zone) => utm(23000 + zone, 'ED50', zone, INTL_ED50, 10)),
];

export type MonteMarioRegion = 'peninsula' | 'sardinia' | 'sicily';

/**
 * The systems of Italy and the world that pages know without asking the server (`crs.search`). Generated from the EPSG
 * register (docs/decisions/0031-reference-systems.md).
 */
export const MONTE_MARIO_SHIFTS: Readonly<Record<MonteMarioRegion, string>> = {
  peninsula: '-104.1,-49.1,-9.9,0.971,-2.917,0.714,-11.68',
  sardinia: '-168.6,-34.0,38.6,-0.374,-0.679,-1.379,-9.48',
  sicily: '-50.2,-50.4,84.8,-0.690,-2.012,0.459,-28.08',
};

/** The Strait of Messina from south to north, [longitude, latitude]; Sicily lies west of it. */
const STRAIT: readonly (readonly [number, number])[] = [
  [15.55, 37.9],
  [15.6, 38.1],
  [15.625, 38.21],
  [15.645, 38.25],
  [15.68, 38.3],
  [15.9, 38.6],
];

/**
 * Returns the region whose parameters apply at a place (longitude and latitude in degrees; the few hundred metres
 * between datums do not matter). Sardinia and Sicily are bounded by EPSG's areas of use, Sicily and Calabria by the
 * Strait of Messina.
 */
export function monteMarioRegion([longitude, latitude]: readonly number[]): MonteMarioRegion {
  const [x, y] = [longitude!, latitude!];
  if (x >= 8 && x <= 10 && y >= 38.7 && y <= 41.32) return 'sardinia';
  if (x >= 11.8 && x <= 15.75 && y >= 35.3 && y <= 38.85 && x < straitAt(y)) return 'sicily';
  return 'peninsula';
}

function straitAt(latitude: number): number {
  const after = STRAIT.findIndex(([, y]) => y >= latitude);
  if (after === 0) return 15.75;
  if (after < 0) return STRAIT.at(-1)![0];
  const [[ax, ay], [bx, by]] = [STRAIT[after - 1]!, STRAIT[after]!];
  return ax + ((bx - ax) * (latitude - ay)) / (by - ay);
}
