import { crsSearch, deleteGrid, downloadGrid, listGrids, uploadGrid, type CrsGrid } from '#core/protocol';
import { audit } from '../../platform/audit/audit.ts';
import { send } from '../../shared/files/send.ts';
import { route, type Route } from '../../http/context.ts';
import { listClauses, listed, type ListOf } from '../../http/list.ts';
import { HttpError } from '../../base/http-error.ts';
import { searchCrs } from '../../shared/crs/catalogue.ts';
import { useStoredGrids } from '../../shared/crs/grids.ts';
import { GRID_COLUMNS, subjectOf, takeGrid } from './upload.ts';

const LIST: ListOf = {
  columns: { name: 'lower(g.name)', accuracy: 'g.accuracy', createdAt: 'g.created_at' },
  searched: ['g.name', 'g.source', 'g.crs::text', 'g.datum'],
  defaultOrder: 'g.accuracy',
  unique: 'g.id',
};

export const routes: Route[] = [
  route(crsSearch, ({ query }) => searchCrs(query.search ?? '')),

  route(listGrids, ({ query, services, reply }) =>
    listed(reply, query, (pageQuery) => {
      const params: unknown[] = [];
      const { where, tail } = listClauses(pageQuery, LIST, params);
      return services.db.query<CrsGrid & { total: number }>(
        `select count(*) over ()::int as total, ${GRID_COLUMNS} from crs_grids g where ${where} ${tail}`,
        params,
      );
    }),
  ),

  route(uploadGrid, async (call) => {
    const made = await takeGrid(call);
    await useStoredGrids(call.services);
    void call.reply.code(201);
    return made;
  }),

  route(downloadGrid, async ({ params, request, reply, services }) => {
    const [row] = await services.db.query<GridFile>(
      'select name, kind, key, bytes, sha256 from crs_grids where id = $1',
      [params.id],
    );
    if (!row) throw new HttpError(404, 'http.not-found');
    const { key, bytes, sha256: tag } = row;
    const name = `${row.name}.${row.kind === 'geoid' ? 'gtx' : 'gsb'}`;
    const sent = { key, name, mediaType: 'application/octet-stream', bytes, tag };
    // A grid never changes: another upload is another grid.
    void reply.header('cache-control', 'private, max-age=31536000, immutable');
    return send(services.storage, sent, request, reply);
  }),

  route(deleteGrid, async ({ params, caller, services }) => {
    await services.db.transaction(async (tx) => {
      const [row] = await tx.query<GridName>('delete from crs_grids where id = $1 returning id, name', [
        params.id,
      ]);
      if (!row) throw new HttpError(404, 'http.not-found');
      await audit(tx, { kind: 'grid.deleted', actor: caller, subject: subjectOf(row) });
    });
    await useStoredGrids(services);
    return undefined;
  }),
];

type GridName = Pick<CrsGrid, 'id' | 'name'>;
type GridFile = Pick<CrsGrid, 'name' | 'kind' | 'bytes' | 'sha256'> & { key: string };
