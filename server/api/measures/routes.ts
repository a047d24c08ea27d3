import { keepMeasures, listMeasures, MAX_MEASURES, type StoredMeasure } from '#core/protocol';
import { type Caller, blockedTypes } from '../../base/caller.ts';
import { requireProject } from '../../shared/access/scope.ts';
import type { Queries } from '../../platform/db/database.ts';
import { route, type Route } from '../../http/context.ts';
import { HttpError } from '../../base/http-error.ts';
import { stale, tagVersion } from '../../http/versions.ts';

export const routes: Route[] = [
  route(listMeasures, async ({ params, caller, services, reply }) => {
    await requireProject(services.db, caller, params.id);
    const { measures, version } = await read(services.db, params.id);
    tagVersion(reply, version);
    return measures.filter(isVisibleTo(caller));
  }),

  route(keepMeasures, async ({ params, body, caller, ifMatch, services, reply }) => {
    const version = await services.db.transaction(async (tx) => {
      await requireProject(tx, caller, params.id);
      // Locks the project's row, because measurements may not exist yet.
      await tx.query('select 1 from projects where id = $1 for update', [params.id]);
      const current = await read(tx, params.id);
      const isVisible = isVisibleTo(caller);
      if (current.version !== ifMatch) throw stale(current.measures.filter(isVisible), current.version);
      for (const one of body)
        if (!isVisible(one))
          throw new HttpError(422, 'geometries.unknown-type', { type: lineTypeOf(one) ?? '' });
      // Keeps measurements that the person cannot see.
      const all = [...body, ...current.measures.filter((one) => !isVisible(one))];
      if (all.length > MAX_MEASURES) throw new HttpError(422, 'measures.too-many', { most: MAX_MEASURES });
      const [stored] = await tx.query<{ version: number }>(
        `insert into project_measures (project_id, measures, updated_by) values ($1, $2::jsonb, $3)
         on conflict (project_id) do update set measures = excluded.measures, updated_by = excluded.updated_by,
           updated_at = now(), version = project_measures.version + 1 returning version`,
        [params.id, JSON.stringify(all), caller.userId],
      );
      const event = { projectId: params.id, version: stored!.version };
      await services.events.announce(tx, 'measures', { projectId: params.id }, event);
      return event.version;
    });
    tagVersion(reply, version);
    return body;
  }),
];

/** A chainage shows its line; points of panoramas are for those who may see panoramas. */
function isVisibleTo(caller: Caller): (measure: StoredMeasure) => boolean {
  const blocked = new Set(blockedTypes(caller));
  const seesPanoramas = !caller.blockedLayers.includes('panorama');
  return (measure) => (measure.kind === 'sighted' ? seesPanoramas : !blocked.has(lineTypeOf(measure) ?? ''));
}

function lineTypeOf(measure: StoredMeasure): string | undefined {
  return measure.kind === 'chainage' ? measure.line.typeName : undefined;
}

/** Version 0: nothing stored yet. */
async function read(db: Queries, projectId: string): Promise<{ measures: StoredMeasure[]; version: number }> {
  const [row] = await db.query<{ measures: StoredMeasure[]; version: number }>(
    'select measures, version from project_measures where project_id = $1',
    [projectId],
  );
  return row ?? { measures: [], version: 0 };
}
