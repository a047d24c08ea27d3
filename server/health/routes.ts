import { health } from '#core/protocol';
import { route, type Route } from '../http/context.ts';

export const routes: Route[] = [
  route(health, async ({ services, reply }) => {
    const database = await services.db.query('select 1').then(
      () => services.db.engine,
      () => 'unavailable',
    );
    const storage = await services.storage.status();
    const well = database !== 'unavailable' && storage === 'ok';
    if (!well) void reply.code(503);
    const { version } = services.config;
    return {
      status: well ? ('ok' as const) : ('degraded' as const),
      database,
      storage,
      jobs: services.jobs.status(),
      version,
    };
  }),
];
