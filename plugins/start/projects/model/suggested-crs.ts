import type { Api } from '#core/api';
import { contains } from '#core/geodesy';
import { crsSearch, type Position } from '#core/protocol';

/** A reference system that fits a place. */
export interface SuggestedCrs {
  readonly code: string;
  readonly name: string;
  /** Where it is used. */
  readonly area: string | null;
}

/** UTM of the Italian national system, by zone. */
const RDN2008: Readonly<Record<number, string>> = {
  32: 'EPSG:7791',
  33: 'EPSG:7792',
  34: 'EPSG:7793',
};

/**
 * Reference systems in metres for a place: the national one where it is known (Italy), and WGS 84 in the UTM or UPS zone
 * of the place. Only those that the EPSG register knows and whose area of use contains the place. Throws AppError.
 */
export async function suggestedSystems(
  api: Pick<Api, 'call'>,
  position: Position,
  signal: AbortSignal,
): Promise<readonly SuggestedCrs[]> {
  const found = await Promise.all(
    candidatesAt(position).map(async (code) => {
      const { data } = await api.call(crsSearch, { query: { search: code } }, { signal });
      return data.find((system) => system.code === code);
    }),
  );
  return found.flatMap((system) =>
    system?.bounds && contains(system.bounds, position)
      ? [{ code: system.code, name: system.name, area: system.area }]
      : [],
  );
}

/** Codes, the most specific first. */
export function candidatesAt([longitude, latitude]: Position): string[] {
  if (latitude > 84) return ['EPSG:5041'];
  if (latitude < -80) return ['EPSG:5042'];
  const zone = utmZone(longitude, latitude);
  const national = RDN2008[zone];
  const wgs84 = `EPSG:${(latitude < 0 ? 32700 : 32600) + zone}`;
  return national === undefined ? [wgs84] : [national, wgs84];
}

/** The UTM zone of a place, with the exceptions for south-western Norway and Svalbard. */
function utmZone(longitude: number, latitude: number): number {
  const within = (west: number, east: number) => longitude >= west && longitude < east;
  if (latitude >= 56 && latitude < 64 && within(3, 12)) return 32;
  if (latitude >= 72 && within(0, 42))
    return within(0, 9) ? 31 : within(9, 21) ? 33 : within(21, 33) ? 35 : 37;
  return Math.min(60, Math.floor((longitude + 180) / 6) + 1);
}
