import { grants, type Field, type Style } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { scopeOf } from '../../shared/access/scope.ts';
import { announceTypes } from '../../shared/attributes/announce-types.ts';
import { createType } from '../../shared/attributes/create-type.ts';
import { paletteStyle } from '../../shared/attributes/palette.ts';
import { lockTypes } from '../../shared/attributes/types.ts';
import type { Editing } from '../../shared/geometries/editing.ts';
import type { PlannedType } from './accept-objects.ts';

/** The fields of object types, by name; those that do not exist are made. Throws 403 where that takes a right. */
export async function readyTypes(
  editing: Editing,
  projectId: string,
  planned: ReadonlyMap<string, PlannedType>,
): Promise<Map<string, readonly Field[]>> {
  const { tx, caller, events } = editing;
  const there = await lockTypes(tx, scopeOf(caller, { projectId }), [...planned.keys()]);
  const fields = new Map<string, readonly Field[]>();
  let made = 0;
  for (const [name, type] of planned) {
    const existing = there.get(name);
    if (!existing) {
      await makeType(editing, projectId, name, type);
      made++;
    }
    fields.set(name, existing?.fields ?? [...type.fields.values()]);
  }
  if (made > 0) await announceTypes(tx, events, caller);
  return fields;
}

async function makeType(
  { tx, caller }: Editing,
  projectId: string,
  name: string,
  { geometryType, fields, color }: PlannedType,
): Promise<void> {
  // As with imports, which make types, too.
  if (!grants(caller.authorizations, 'import'))
    throw new HttpError(403, 'auth.not-allowed', { authorization: 'import' });
  if (caller.blockedLayers.includes(name)) throw new HttpError(422, 'import.type-not-usable', { name });
  const style = color === null ? {} : { style: styleOf(color, geometryType) };
  await createType(tx, caller, {
    name,
    geometryType,
    fields: [...fields.values()],
    projectIds: [projectId],
    ...style,
  });
}

function styleOf(color: string, geometryType: PlannedType['geometryType']): Style {
  const usual = paletteStyle(0, geometryType);
  return { ...usual, stroke: color, ...(usual.fill !== undefined && { fill: `${color}40` }) };
}
