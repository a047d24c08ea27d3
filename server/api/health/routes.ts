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
    const usable = database !== 'unavailable' && storage !== 'unavailable';
    const status: AnswerOf<typeof health>['status'] = services.draining
      ? 'draining'
      : usable && storage !== 'full'
        ? 'ok'
        : 'degraded';
    // What is stored can still be read from a full storage: a load balancer keeps this server.
    if (services.draining || !usable) void reply.code(503);
    const { version } = services.config;
    const office = services.config.office === undefined ? ('text' as const) : ('pages' as const);
    return { status, database, storage, jobs, office, version };
  }),
];
