import {
  getFields,
  MAX_REWRITTEN,
  previewFields,
  updateFields,
  type Field,
  type FieldGroup,
  type FieldEffects,
  type ObjectType,
  type Style,
} from '#core/protocol';
import { conditionedFields } from '#core/fields';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import { tagVersion } from '../../http/versions.ts';
import { scopeOf } from '../../shared/access/scope.ts';
import { announceTypes } from '../../shared/attributes/announce-types.ts';
import { refuseDefinition, refuseLayout } from '../../shared/attributes/definition.ts';
import { findType, TYPE_COLUMNS } from '../../shared/attributes/types.ts';
import { editObjects, type Editing } from '../../shared/geometries/editing.ts';
import { fieldChanges } from './field-changes.ts';
import { effectsOf } from './field-effects.ts';
import { rewriteValues } from './rewrite-values.ts';
import { takeType } from './take-type.ts';

/** The fields of a type, changed together with the stored values. */
export const fieldRoutes: Route[] = [
  route(previewFields, async ({ params, body, caller, language, services }) => {
    refuseDefinition(body, language);
    return services.db.transaction(async (tx) => {
      const type = await findType(tx, scopeOf(caller), params.id);
      if (!type) throw new HttpError(404, 'http.not-found');
      const layout = { fields: body.fields, groups: body.groups ?? type.groups };
      refuseLayout(layout, language);
      return effectsOf(tx, caller, type, fieldChanges(conditionedFields(type), conditionedFields(layout)));
    });
  }),

  route(getFields, async ({ params, caller, services, reply }) => {
    const type = await findType(services.db, scopeOf(caller), params.id);
    if (!type) throw new HttpError(404, 'http.not-found');
    tagVersion(reply, type.version);
    return { fields: type.fields, groups: type.groups };
  }),

  route(updateFields, async ({ params, body, caller, language, ifMatch, services, reply }) => {
    refuseDefinition(body, language);
    const { db, events } = services;
    const type = await editObjects({ db, events, caller, language }, (editing) =>
      changeFields(editing, params.id, ifMatch, body),
    );
    tagVersion(reply, type.version);
    return type;
  }),
];

async function changeFields(
  editing: Editing,
  id: string,
  version: number,
  { fields, groups: given, lost }: { fields: Field[]; groups?: FieldGroup[]; lost: number },
): Promise<ObjectType> {
  const { tx, caller, events, language } = editing;
  const before = await takeType(tx, scopeOf(caller), id, version);
  const groups = given ?? before.groups ?? [];
  refuseLayout({ fields, groups }, language);
  const changes = fieldChanges(conditionedFields(before), conditionedFields({ fields, groups }));
  const effects = await effectsOf(tx, caller, before, changes);
  refuseEffects(effects, lost);
  const [row] = await tx.query<ObjectType>(
    `update object_types t set fields = $2, groups = $3, style = $4, version = version + 1 where t.id = $1
     returning ${TYPE_COLUMNS}`,
    [id, JSON.stringify(fields), JSON.stringify(groups), JSON.stringify(styleFor(before.style, fields))],
  );
  await rewriteValues(editing, before, fields, changes);
  await announceTypes(tx, events, caller);
  return row!;
}

/** Throws HttpError 409 for effects that are not allowed, or more than was confirmed. */
export function refuseEffects({ elsewhere, rewritten, lost }: FieldEffects, confirmed: number): void {
  if (elsewhere > 0) throw new HttpError(409, 'attributes.values-elsewhere', { count: elsewhere });
  if (rewritten > MAX_REWRITTEN)
    throw new HttpError(409, 'attributes.values-many', { count: rewritten, max: MAX_REWRITTEN });
  if (lost > confirmed) throw new HttpError(409, 'attributes.values-lost', { count: lost, lost: confirmed });
}

/** A style that labels or extrudes by a removed field does so no longer. */
function styleFor({ label, height, ...style }: Style, fields: readonly Field[]): Style {
  const exists = (name: string | undefined): boolean => fields.some((field) => field.name === name);
  return { ...style, ...(exists(label) && { label }), ...(exists(height) && { height }) };
}
