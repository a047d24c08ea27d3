import { crsOf, learnCrs, loadCrs, type Crs } from '#core/geodesy';
import { registeredCrs } from './register.ts';

/** A CRS of the register, defined for proj4 with its shift grids. Undefined when there is none. */
export async function readyCrs(code: string): Promise<Crs | undefined> {
  const entry = crsOf(code) ? undefined : await registeredCrs(Number(code.replace('EPSG:', '')));
  if (entry) learnCrs({ ...entry, code: `EPSG:${entry.code}`, accuracy: null });
  const crs = crsOf(code);
  if (crs) await loadCrs(code);
  return crs;
}
