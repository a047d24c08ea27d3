import type { KnownPoint } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { readyCrs } from '../../shared/crs/registered.ts';

/** Coordinates are metres in a plane. */
export async function refuseGeographic(crs: string | undefined): Promise<void> {
  if (crs === undefined) return;
  const known = await readyCrs(crs);
  if (!known) throw new HttpError(422, 'field-book.crs-unknown', { code: crs });
  if (known.geographic) throw new HttpError(422, 'field-book.crs-geographic', { code: crs });
}

/** Points need a place or a height, and a name of their own. */
export function refuseUnusable(known: readonly KnownPoint[] | undefined): void {
  const names = new Set<string>();
  for (const { name, east, north, height } of known ?? []) {
    if ((east === null) !== (north === null) || (east === null && height === null))
      throw new HttpError(422, 'field-book.known-half', { name });
    if (names.has(name)) throw new HttpError(422, 'field-book.known-twice', { name });
    names.add(name);
  }
}
