import { CLOUD_UNITS, type CloudHeader, type CloudUnit } from '#core/protocol';
import { registeredCrs } from '../../shared/crs/register.ts';

/** What a person says of the coordinates of a point cloud; kept with it. */
export interface ChosenUnits {
  unit?: CloudUnit | undefined;
  heightUnit?: CloudUnit | undefined;
}

/** In which CRS and units a point cloud is shown. */
export interface Frame {
  /** Of the points that are shown; null: unknown, or of degrees the zone of UTM where the first point lies. */
  crs: string | null;
  /** Metres per unit of the CRS. */
  unit: number;
  /** Metres per unit of x and y in the file, and of its heights. */
  fileUnit: number;
  heightUnit: number;
  /** The CRS in degrees that is projected to `crs`. */
  degrees: string | null;
}

type Stated = Pick<CloudHeader, 'format' | 'unit' | 'heightUnit' | 'min' | 'max'>;

/** What a person has said goes before what the CRS says, and that before what the file says. */
export async function frameOf(
  { format, unit: stated, heightUnit: statedHeight, min, max }: Stated,
  crs: string | null,
  chosen: ChosenUnits = {},
): Promise<Frame> {
  const registered = crs === null ? undefined : await registeredCrs(Number(crs.replace('EPSG:', '')));
  const height = (otherwise: number) => metresOf(chosen.heightUnit) ?? statedHeight ?? otherwise;
  if (!registered?.geographic) {
    const ofCrs = registered?.metresPerUnit;
    // E57 is in metres.
    if (format === 'e57') return { crs, unit: ofCrs ?? 1, fileUnit: 1, heightUnit: 1, degrees: null };
    // A COPC is shown as it is stored.
    const ofPerson = format === 'copc' ? undefined : metresOf(chosen.unit);
    const fileUnit = ofPerson ?? ofCrs ?? stated ?? 1;
    return { crs, unit: ofCrs ?? fileUnit, fileUnit, heightUnit: height(fileUnit), degrees: null };
  }
  const heightUnit = height(1);
  if (format === 'copc') return { crs, unit: 1, fileUnit: 1, heightUnit, degrees: null };
  if (!min || !max) return { crs: null, unit: 1, fileUnit: 1, heightUnit, degrees: crs };
  const utm = utmAt((min[0] + max[0]) / 2, (min[1] + max[1]) / 2);
  return { crs: utm, unit: 1, fileUnit: 1, heightUnit, degrees: crs };
}

function metresOf(unit: CloudUnit | undefined): number | undefined {
  return unit === undefined || unit === 'stated' ? undefined : CLOUD_UNITS[unit];
}

/** The zone of UTM on WGS 84 of a place in degrees. */
export function utmAt(longitude: number, latitude: number): string {
  const zone = Math.min(60, Math.max(1, Math.floor((longitude + 180) / 6) + 1));
  return `EPSG:${(latitude < 0 ? 32_700 : 32_600) + zone}`;
}
