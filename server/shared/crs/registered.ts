import { crsOf, learnCrs, loadCrs, type Crs } from '#core/geodesy';
import { entryOf, type EpsgEntry } from './epsg.ts';

/** A CRS of the register, defined for proj4 with its shift grids. Undefined when there is none. */
export async function readyCrs(code: string): Promise<Crs | undefined> {
  const entry = crsOf(code) ? undefined : await entryOf(Number(code.replace('EPSG:', '')));
  if (entry) know(entry);
  const crs = crsOf(code);
  if (crs) await loadCrs(code);
  return crs;
}

function know({ code, name, proj4, accuracy }: EpsgEntry): void {
  if (proj4) learnCrs({ code: `EPSG:${code}`, name, proj4, accuracy });
}
