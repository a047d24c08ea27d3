import { crsOf, learnCrs, loadProjections, parseCoordinates } from '#core/geodesy';
import type { FoundPlace } from '#core/protocol';
import { searchCrs } from '../crs/catalogue.ts';

/**
 * Coordinates typed in any spelling; numbers that are no degrees are read in the project's system, and `EPSG:6707`
 * before or behind names another one.
 */
export async function findCoordinates(text: string, projectCrs: string | undefined): Promise<FoundPlace[]> {
  if (!/\d/.test(text)) return [];
  await loadProjections();
  const named = /\bEPSG\s*:?\s*(\d{4,6})\b/i.exec(text)?.[1];
  for (const code of [named && `EPSG:${named}`, projectCrs]) if (code) await know(code);
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

async function know(code: string): Promise<void> {
  if (crsOf(code)) return;
  const found = (await searchCrs(code)).find((crs) => crs.code === code);
  if (found) learnCrs(found);
}
