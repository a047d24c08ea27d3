import { getLayerGroups, setLayerGroups, type LayerGroup } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import { holdUnarchived } from '../../http/gate/archived.ts';
import { stale, tagVersion } from '../../http/versions.ts';
import type { Queries } from '../../platform/db/database.ts';
import { requireProject } from '../../shared/access/scope.ts';
import { announceTypes } from '../../shared/attributes/announce-types.ts';

interface StoredGroups {
  groups: LayerGroup[];
  version: number;
}

/** The groups of layers of a project. */
export const routes: Route[] = [
  route(getLayerGroups, async ({ params, caller, services, reply }) => {
    await requireProject(services.db, caller, params.id);
    const stored = await shownGroups(services.db, caller, params.id);
    tagVersion(reply, stored.version);
    return stored;
  }),

  route(setLayerGroups, async ({ params, body, caller, ifMatch, services, reply }) => {
    refuseTwice(body.groups);
    const after = await services.db.transaction(async (tx) => {
      await requireProject(tx, caller, params.id);
      await holdUnarchived(tx, [params.id]);
      // Two people do not overwrite each other.
      await tx.query('select 1 from projects where id = $1 for update', [params.id]);
      const before = await groupsOf(tx, params.id);
      if (before.version !== ifMatch) throw stale(shown(caller, before), before.version);
      const stored = { groups: withHidden(caller, body.groups, before.groups), version: before.version + 1 };
      await tx.query(
        `insert into layer_groups (project_id, groups, version) values ($1, $2::jsonb, $3)
         on conflict (project_id) do update set groups = excluded.groups, version = excluded.version`,
        [params.id, JSON.stringify(stored.groups), stored.version],
      );
      await announceTypes(tx, services.events, caller);
      return stored;
    });
    tagVersion(reply, after.version);
    return shown(caller, after);
  }),
];

/** Those that a caller sees. */
export async function shownGroups(db: Queries, caller: Caller, projectId: string): Promise<StoredGroups> {
  return shown(caller, await groupsOf(db, projectId));
}

async function groupsOf(db: Queries, projectId: string): Promise<StoredGroups> {
  const [row] = await db.query<StoredGroups>(
    'select groups, version from layer_groups where project_id = $1',
    [projectId],
  );
  return row ?? { groups: [], version: 1 };
}

function shown({ blockedLayers }: Caller, { groups, version }: StoredGroups): StoredGroups {
  const isShown = (name: string) => !blockedLayers.includes(name);
  const visible = groups.flatMap((group) => {
    const typeNames = group.typeNames.filter(isShown);
    // A group of blocked layers only is nothing to the caller.
    return typeNames.length === 0 && group.typeNames.length > 0 ? [] : [{ ...group, typeNames }];
  });
  return { groups: visible, version };
}

/** The groups as they are sent, with the layers in them that the caller does not see. */
function withHidden({ blockedLayers }: Caller, sent: LayerGroup[], before: LayerGroup[]): LayerGroup[] {
  const hiddenIn = ({ typeNames }: LayerGroup) => typeNames.filter((name) => blockedLayers.includes(name));
  const kept = sent.map((group) => {
    const own = group.typeNames.filter((name) => !blockedLayers.includes(name));
    const former = before.find(({ id }) => id === group.id);
    return { ...group, typeNames: former ? [...own, ...hiddenIn(former)] : own };
  });
  const unseen = before.filter(
    (group) => !sent.some(({ id }) => id === group.id) && hiddenIn(group).length === group.typeNames.length,
  );
  return [...kept, ...unseen.filter(({ typeNames }) => typeNames.length > 0)];
}

/** Throws 422 for a layer in two groups, and for two groups with one id. */
function refuseTwice(groups: readonly LayerGroup[]): void {
  const seen = new Set<string>();
  for (const { typeNames } of groups)
    for (const name of typeNames) {
      if (seen.has(name)) throw new HttpError(422, 'layer-groups.twice', { name });
      seen.add(name);
    }
  const ids = groups.map(({ id }) => id);
  const id = ids.find((each, n) => ids.indexOf(each) !== n);
  if (id !== undefined) throw new HttpError(422, 'layer-groups.same-id', { id });
}
