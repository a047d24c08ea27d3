import { grants, type Field } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { scopeOf } from '../../shared/access/scope.ts';
import { announceTypes } from '../../shared/attributes/announce-types.ts';
import { createType } from '../../shared/attributes/create-type.ts';
import { lockTypes } from '../../shared/attributes/types.ts';
import type { Editing } from '../../shared/geometries/editing.ts';
import { FIELDS } from './accept-values.ts';

/** The fields of object types, by name; those that do not exist are made. Throws 403 where that takes a right. */
export async function readyTypes(
  editing: Editing,
  projectId: string,
  names: readonly string[],
): Promise<Map<string, readonly Field[]>> {
  const { tx, caller, events } = editing;
  const there = await lockTypes(tx, scopeOf(caller, { projectId }), [...names]);
  const fields = new Map<string, readonly Field[]>();
  let made = 0;
  for (const name of names) {
    const type = there.get(name);
    if (!type) {
      await makeType(editing, projectId, name);
      made++;
    }
    fields.set(name, type?.fields ?? FIELDS);
  }
  if (made > 0) await announceTypes(tx, events, caller);
  return fields;
}

async function makeType({ tx, caller }: Editing, projectId: string, name: string): Promise<void> {
  // As with imports, which make types, too.
  if (!grants(caller.authorizations, 'import'))
    throw new HttpError(403, 'auth.not-allowed', { authorization: 'import' });
  if (caller.blockedLayers.includes(name)) throw new HttpError(422, 'import.type-not-usable', { name });
  await createType(tx, caller, { name, geometryType: 'Point', fields: FIELDS, projectIds: [projectId] });
}
