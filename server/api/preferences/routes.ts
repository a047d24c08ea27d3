import { getPreferences, putPreferences, type Preferences } from '#core/protocol';
import type { Queries } from '../../platform/db/database.ts';
import { route, type Route } from '../../http/context.ts';
import { HttpError } from '../../base/http-error.ts';
import { stale, tagVersion } from '../../http/versions.ts';

const MAX_VALUES = 500;

export const routes: Route[] = [
  route(getPreferences, async ({ params, caller, services, reply }) => {
    refuseOthers(params.id, caller.userId);
    const { values, version } = await read(services.db, caller.userId);
    tagVersion(reply, version);
    return values;
  }),

  route(putPreferences, async ({ params, body, caller, ifMatch, services, reply }) => {
    refuseOthers(params.id, caller.userId);
    const { reprojectOnPC: _ignored, ...values } = body;
    if (Object.keys(values).length > MAX_VALUES)
      throw new HttpError(422, 'preferences.too-many', { most: MAX_VALUES });
    const version = await services.db.transaction(async (tx) => {
      // Locks the person's row, because preferences may not exist yet.
      await tx.query('select 1 from users where id = $1 for update', [caller.userId]);
      const current = await read(tx, caller.userId);
      if (current.version !== ifMatch) throw stale(current.values, current.version);
      const [saved] = await tx.query<{ version: number }>(
        `insert into preferences (user_id, values, version) values ($1, $2, 1)
         on conflict (user_id) do update set values = excluded.values, version = preferences.version + 1 returning version`,
        [caller.userId, JSON.stringify(values)],
      );
      return saved!.version;
    });
    tagVersion(reply, version);
    return values;
  }),
];

function refuseOthers(id: string, userId: string): void {
  if (id !== userId) throw new HttpError(404, 'http.not-found');
}

/** Version 0: nothing saved yet, the defaults apply. */
async function read(db: Queries, userId: string): Promise<{ values: Preferences; version: number }> {
  const [row] = await db.query<{ values: Preferences; version: number }>(
    'select values, version from preferences where user_id = $1',
    [userId],
  );
  return row ?? { values: {}, version: 0 };
}
