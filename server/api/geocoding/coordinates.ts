import { crsOf, parseCoordinates } from '#core/geodesy';
import type { FoundPlace } from '#core/protocol';
import { useStoredGrids, type GridSource } from '../../shared/crs/grids.ts';
import { readyCrs } from '../../shared/crs/registered.ts';

/**
 * Parses typed coordinates in any notation; numbers that are not degrees are in the project's CRS, unless `EPSG:6707`
 * before or after them names another.
 */
export async function findCoordinates(
  services: GridSource,
  text: string,
  projectCrs: string | undefined,
): Promise<FoundPlace[]> {
  if (!/\d/.test(text)) return [];
  await useStoredGrids(services);
  const named = /\bEPSG\s*:?\s*(\d{4,6})\b/i.exec(text)?.[1];
  for (const code of [named && `EPSG:${named}`, projectCrs]) if (code) await readyCrs(code);
  const found = parseCoordinates(text) ?? (projectCrs ? parseCoordinates(text, projectCrs) : undefined);
  if (!found) return [];
  const [lon, lat] = found.position;
  const system = crsOf(found.crs);
  return [
    {
      kind: 'coordinates',
      name: text,
      context: system ? `${system.name} (${system.code})` : found.crs,
      position: [lon, lat],
      extent: null,
      source: 'typed',
    },
  ];
}
