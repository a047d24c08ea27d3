import type { ObjectType } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { scopeOf } from '../../shared/access/scope.ts';
import { createType } from '../../shared/attributes/create-type.ts';
import { shownGroups } from './layer-groups.ts';
import { TYPE_COLUMNS } from '../../shared/attributes/types.ts';

/**
 * Gives a new project the object types that another has and that are not for all projects, each as its own, so that
 * the two can change apart. Their pictures stay with the original. With the styles come the groups of layers.
 */
export async function copyTypes(
  tx: Queries,
  caller: Caller,
  { from, to, styles }: { from: string; to: string; styles: boolean },
): Promise<void> {
  const params: unknown[] = [];
  const types = await tx.query<ObjectType>(
    `select ${TYPE_COLUMNS} from object_types t
     where ${scopeOf(caller, { projectId: from }).types('t', params)} and t.project_ids <> '{}' order by t.name`,
    params,
  );
  for (const { name, title, geometryType, fields, groups, style, icon, images } of types)
    await createType(tx, caller, {
      name,
      title,
      geometryType,
      fields,
      groups,
      icon: icon !== null && images.includes(icon) ? null : icon,
      projectIds: [to],
      ...(styles && { style }),
    });
  if (!styles) return;
  const { groups: groupsOfLayers } = await shownGroups(tx, caller, from);
  if (groupsOfLayers.length > 0)
    await tx.query('insert into layer_groups (project_id, groups, version) values ($1, $2::jsonb, 1)', [
      to,
      JSON.stringify(groupsOfLayers),
    ]);
}
