import { health, type AnswerOf } from '#core/protocol';
import { route, type Route } from '../../http/context.ts';

export const routes: Route[] = [
  route(health, async ({ services, reply }) => {
    const [database, storage, jobs] = await Promise.all([
      services.db.query('select 1').then(
        () => services.db.engine,
        () => 'unavailable',
      ),
      services.storage.status(),
      services.jobs.status().catch(() => 'unknown'),
    ]);
    const well = database !== 'unavailable' && storage === 'ok';
    const status: AnswerOf<typeof health>['status'] = services.draining
      ? 'draining'
      : well
        ? 'ok'
        : 'degraded';
    if (status !== 'ok') void reply.code(503);
    return { status, database, storage, jobs, version: services.config.version };
  }),
];
