import { placingOf, times, type Triple } from '#core/geodesy';
import type { Language, LocalTransform } from '#core/protocol';
import { HttpError } from '../../../base/http-error.ts';
import type { Queries } from '../../../platform/db/database.ts';
import type { FileRow } from '../../../shared/files/store.ts';
import { placeOf } from '../record/record.ts';
import type { ClashFrame } from './clash.ts';
import { heightsApart } from './heights-apart.ts';

/**
 * From the coordinates of `second` to those of `first`, as both are placed now; null: they have the same coordinates, as
 * nobody placed either. Throws HttpError 422 when only one is placed, or they are in different systems.
 */
export async function clashFrame(
  db: Queries,
  first: FileRow,
  second: FileRow,
  language: Language,
): Promise<{ frame: ClashFrame; heightsApart: number | null }> {
  const [here, there] = [await placeOf(db, first, language), await placeOf(db, second, language)];
  const [one, two] = [here?.placing?.place, there?.placing?.place];
  if (!one && !two) return { frame: null, heightsApart: null };
  if (!one || !two || one.crs !== two.crs || one.verticalCrs !== two.verticalCrs)
    throw new HttpError(422, 'bim.clash-places', { first: first.name, second: second.name });
  const [heights, others] = [here!.georeference.heights, there!.georeference.heights];
  return {
    frame: frameBetween(one.transform, two.transform),
    heightsApart: await heightsApart(heights, others, here!.onEarth!),
  };
}

/** From the coordinates of a second file to those of a first, which both transformations bring to the same map. */
export function frameBetween(first: LocalTransform, second: LocalTransform): NonNullable<ClashFrame> {
  const [to, from] = [placingOf(first), placingOf(second)];
  const column = (axis: 0 | 1 | 2): Triple =>
    times(to.inverse, [from.matrix[0][axis], from.matrix[1][axis], from.matrix[2][axis]]);
  const [x, y, z] = [column(0), column(1), column(2)];
  // About the pivot of the second: differences of large coordinates lose digits.
  const pivot = to.toLocal(from.to);
  const shift = [0, 1, 2].map(
    (row) => pivot[row]! - (x[row]! * from.from[0] + y[row]! * from.from[1] + z[row]! * from.from[2]),
  );
  return [...x, 0, ...y, 0, ...z, 0, ...shift, 1];
}
