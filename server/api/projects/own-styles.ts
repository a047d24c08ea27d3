import { changeOwnStyle, getOwnStyles, type Style } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import type { Queries } from '../../platform/db/database.ts';
import { requireProject, scopeOf } from '../../shared/access/scope.ts';
import { refuseDefinition } from '../../shared/attributes/definition.ts';
import { lockTypes } from '../../shared/attributes/types.ts';

/** The styles in which a person sees object types, where they differ from those that all see. */
export const routes: Route[] = [
  route(getOwnStyles, async ({ params, caller, services }) => {
    await requireProject(services.db, caller, params.id);
    return { styles: await stylesOf(services.db, caller, params.id) };
  }),

  route(changeOwnStyle, ({ params, body, caller, services, language }) => {
    const { typeName, style } = body;
    if (style) refuseDefinition({ style }, language);
    return services.db.transaction(async (tx) => {
      await requireProject(tx, caller, params.id);
      const key = [caller.userId, params.id, typeName];
      if (style === null)
        await tx.query(
          'delete from own_styles where user_id = $1 and project_id = $2 and type_name = $3',
          key,
        );
      else {
        const known = await lockTypes(tx, scopeOf(caller, { projectId: params.id }), [typeName]);
        if (!known.has(typeName)) throw new HttpError(422, 'geometries.unknown-type', { type: typeName });
        await tx.query(
          `insert into own_styles (user_id, project_id, type_name, style) values ($1, $2, $3, $4::jsonb)
           on conflict (user_id, project_id, type_name) do update set style = excluded.style`,
          [...key, JSON.stringify(style)],
        );
      }
      return { styles: await stylesOf(tx, caller, params.id) };
    });
  }),
];

async function stylesOf(db: Queries, caller: Caller, projectId: string): Promise<Record<string, Style>> {
  const rows = await db.query<{ typeName: string; style: Style }>(
    `select type_name as "typeName", style from own_styles
     where user_id = $1 and project_id = $2 and not type_name = any($3::text[]) order by type_name`,
    [caller.userId, projectId, caller.blockedLayers],
  );
  return Object.fromEntries(rows.map(({ typeName, style }) => [typeName, style]));
}
