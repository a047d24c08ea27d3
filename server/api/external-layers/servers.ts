import { allowLayerServer, forbidLayerServer, listLayerServers, type LayerServer } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import { listClauses, listed } from '../../http/list.ts';
import { audit } from '../../platform/audit/audit.ts';

const MAX_SERVERS = 200;
const COLUMNS = `s.id, s.host as name, s.created_at as "createdAt", u.name as "createdBy"`;
const FROM = 'layer_servers s left join users u on u.id = s.created_by';
const LIST = {
  columns: { name: 's.host', createdAt: 's.created_at' },
  searched: ['s.host'],
  defaultOrder: 's.host',
  unique: 's.id',
};

export const serverRoutes: Route[] = [
  route(listLayerServers, async ({ query, caller, services, reply }) =>
    listed(reply, query, (pageQuery) => {
      const params: unknown[] = [caller.organizationId];
      const { where, tail } = listClauses(pageQuery, LIST, params);
      return services.db.query<LayerServer & { total: number }>(
        `select ${COLUMNS}, count(*) over ()::int as total from ${FROM} where s.organization_id = $1 and ${where} ${tail}`,
        params,
      );
    }),
  ),

  route(allowLayerServer, async ({ body, caller, services, reply }) => {
    const made = await services.db.transaction(async (tx) => {
      const [{ count } = { count: 0 }] = await tx.query<{ count: number }>(
        'select count(*)::int as count from layer_servers where organization_id = $1',
        [caller.organizationId],
      );
      if (count >= MAX_SERVERS) throw new HttpError(422, 'layer-servers.too-many', { most: MAX_SERVERS });
      const [row] = await tx.query<{ id: string }>(
        `insert into layer_servers (organization_id, host, created_by) values ($1, $2, $3)
         on conflict (organization_id, host) do update set host = excluded.host returning id`,
        [caller.organizationId, body.name, caller.userId],
      );
      const subject = { kind: 'layer-server', id: row!.id, name: body.name };
      await audit(tx, { kind: 'layer-server.allowed', actor: caller, subject });
      const [server] = await tx.query<LayerServer>(`select ${COLUMNS} from ${FROM} where s.id = $1`, [
        row!.id,
      ]);
      return server!;
    });
    void reply.code(201);
    return made;
  }),

  route(forbidLayerServer, async ({ params, caller, services }) => {
    await services.db.transaction(async (tx) => {
      const [gone] = await tx.query<{ host: string }>(
        'delete from layer_servers where id = $1 and organization_id = $2 returning host',
        [params.id, caller.organizationId],
      );
      if (!gone) throw new HttpError(404, 'http.not-found');
      const subject = { kind: 'layer-server', id: params.id, name: gone.host };
      await audit(tx, { kind: 'layer-server.forbidden', actor: caller, subject });
    });
    return undefined;
  }),
];
