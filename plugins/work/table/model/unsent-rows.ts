import {
  extentOfObject,
  extentsMeet,
  splitAtAntimeridian,
  type Extent,
  type MapObject,
} from '#core/document';
import { matchesFilter } from '#core/fields';
import type { OpenProject } from '#core/project';
import type { ResearchFilter } from '#core/protocol';
import { withMeasures } from './columns.ts';

/** What limits the rows; what is undefined limits nothing. */
interface RowLimits {
  readonly typeName: string;
  readonly filter: ResearchFilter | undefined;
  readonly ids: readonly string[] | undefined;
  readonly extent: Extent | undefined;
}

/** Ids of the objects within the limits that the server does not have yet. */
export function unsentRows(
  { document, autosave }: Pick<OpenProject, 'document' | 'autosave'>,
  { typeName, filter, ids, extent }: RowLimits,
): string[] {
  if (autosave.state.queued === 0) return [];
  const matches = filter ? matchesFilter(filter) : () => true;
  const among = ids && new Set(ids);
  const parts = extent && splitAtAntimeridian(extent);
  const isWithin = (object: MapObject) =>
    (!among || among.has(object.id)) &&
    (!parts || parts.some((part) => extentsMeet(part, extentOfObject(object)))) &&
    matches(withMeasures(object));
  const unsent: string[] = [];
  for (const object of document.values())
    if (object.typeName === typeName && !document.recordOf(object.id) && isWithin(object))
      unsent.push(object.id);
  return unsent;
}
