import { grants } from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { readLinks } from '../../../shared/bim/links.ts';
import type { ExportElement } from '../content/task.ts';

/** The elements of models of the project that objects are linked to, as far as the person may see them. */
export async function linkedElements(
  db: Queries,
  caller: Caller,
  projectId: string,
): Promise<ExportElement[]> {
  if (!grants(caller.authorizations, 'bim.read')) return [];
  const links = await readLinks(db, caller, { projectId });
  return links.flatMap(({ geometryId, name, globalId, class: kind, modelName, note }) =>
    geometryId === null
      ? []
      : [{ objectId: geometryId, name: name ?? globalId, class: kind ?? '', model: modelName, note }],
  );
}
