import { changeLockedLayers, getLockedLayers } from '#core/protocol';
import { lockedLayersOf } from '../../shared/access/locked-layers.ts';
import { requireProject, scopeOf } from '../../shared/access/scope.ts';
import { lockTypes } from '../../shared/attributes/types.ts';
import { route, type Route } from '../../http/context.ts';
import { HttpError } from '../../base/http-error.ts';

/** The layers that a person has locked. */
export const routes: Route[] = [
  route(getLockedLayers, async ({ params, caller, services }) => {
    await requireProject(services.db, caller, params.id);
    return { typeNames: (await lockedLayersOf(services.db, caller, params.id)) ?? null };
  }),

  route(changeLockedLayers, ({ params, body, caller, services }) =>
    services.db.transaction(async (tx) => {
      const { lock = [], unlock = [] } = body;
      await requireProject(tx, caller, params.id);
      const known = await lockTypes(tx, scopeOf(caller, { projectId: params.id }), lock);
      const type = lock.find((name) => !known.has(name));
      if (type !== undefined) throw new HttpError(422, 'geometries.unknown-type', { type });
      // Two pages of one person do not overwrite each other.
      await tx.query('select 1 from users where id = $1 for update', [caller.userId]);
      const before = (await lockedLayersOf(tx, caller, params.id)) ?? [];
      const typeNames = [...new Set([...before.filter((name) => !unlock.includes(name)), ...lock])].sort();
      await tx.query(
        `insert into locked_layers (user_id, project_id, type_names) values ($1, $2, $3::text[])
         on conflict (user_id, project_id) do update set type_names = excluded.type_names`,
        [caller.userId, params.id, typeNames],
      );
      return { typeNames };
    }),
  ),
];
