import { buffer } from 'node:stream/consumers';
import {
  crsSearch,
  deleteGrid,
  downloadGrid,
  listGrids,
  MOST_GRID_BYTES,
  uploadGrid,
  type CrsGrid,
} from '#core/protocol';
import { audit } from '../audit/audit.ts';
import { isDatabaseError, UNIQUE_VIOLATION } from '../db/errors.ts';
import { claim, onlyContent, receive } from '../files/receive.ts';
import { send } from '../files/send.ts';
import { route, type Route } from '../http/context.ts';
import { listClauses, listed, type ListOf } from '../http/list.ts';
import { Refusal } from '../http/refusal.ts';
import { searchCrs } from './catalogue.ts';
import { readGrid, refuseUnfit } from './fitting.ts';
import { useStoredGrids } from './grids.ts';

const COLUMNS = `g.id, g.name, g.source, g.accuracy, g.crs, g.area, g.sub_grids as "subGrids", g.nodes, g.bytes, g.sha256,
  g.created_at as "createdAt"`;
const LIST: ListOf = {
  columns: { name: 'lower(g.name)', accuracy: 'g.accuracy', createdAt: 'g.created_at' },
  searched: ['g.name', 'g.source', 'g.crs::text'],
  usual: 'g.accuracy',
  unique: 'g.id',
};

export const routes: Route[] = [
  route(crsSearch, ({ query }) => searchCrs(query.search ?? '')),

  route(listGrids, ({ query, services, reply }) =>
    listed(reply, query, (asked) => {
      const params: unknown[] = [];
      const { where, tail } = listClauses(asked, LIST, params);
      return services.db.query<CrsGrid & { total: number }>(
        `select count(*) over ()::int as total, ${COLUMNS} from crs_grids g where ${where} ${tail}`,
        params,
      );
    }),
  ),

  route(uploadGrid, async ({ caller, language, request, reply, services }) => {
    const { db, storage } = services;
    const receiving = { request, services, language, schema: uploadGrid.body, limit: MOST_GRID_BYTES };
    const made = await receive(receiving, async ({ name, source, accuracy, crs }, contents) => {
      const content = onlyContent(contents);
      const bytes = new Uint8Array(await buffer(await storage.read(content.key))).buffer;
      const grid = readGrid(bytes, content.name);
      await refuseUnfit(grid, crs);
      return db.transaction(async (tx) => {
        await claim(tx, content.key);
        const values = [
          name,
          source,
          accuracy,
          JSON.stringify(crs),
          JSON.stringify(grid.area),
          grid.subGrids,
        ];
        const [row] = await tx
          .query<CrsGrid>(
            `insert into crs_grids as g (name, source, accuracy, crs, area, sub_grids, nodes, key, bytes, sha256, created_by)
             values ($1, $2, $3, $4::jsonb, $5::jsonb, $6, $7, $8, $9, $10, $11) returning ${COLUMNS}`,
            [...values, grid.nodes, content.key, content.bytes, content.sha256, caller.userId],
          )
          .catch((thrown: unknown) => {
            if (isDatabaseError(thrown, UNIQUE_VIOLATION)) throw new Refusal(409, 'crs.grid.there');
            throw thrown;
          });
        const detail = { crs: crs.join(', '), sha256: content.sha256 };
        await audit(tx, { kind: 'grid.created', actor: caller, subject: subjectOf(row!), detail });
        return row!;
      });
    });
    await useStoredGrids(services);
    void reply.code(201);
    return made;
  }),

  route(downloadGrid, async ({ params, request, reply, services }) => {
    const [row] = await services.db.query<{ name: string; key: string; bytes: number; sha256: string }>(
      'select name, key, bytes, sha256 from crs_grids where id = $1',
      [params.id],
    );
    if (!row) throw new Refusal(404, 'http.not-found');
    const { key, bytes, sha256: tag } = row;
    const sent = { key, name: `${row.name}.gsb`, mediaType: 'application/octet-stream', bytes, tag };
    // A grid never changes: what is uploaded anew is another one.
    void reply.header('cache-control', 'private, max-age=31536000, immutable');
    return send(services.storage, sent, request, reply);
  }),

  route(deleteGrid, async ({ params, caller, services }) => {
    await services.db.transaction(async (tx) => {
      const [row] = await tx.query<Named>('delete from crs_grids where id = $1 returning id, name', [
        params.id,
      ]);
      if (!row) throw new Refusal(404, 'http.not-found');
      await audit(tx, { kind: 'grid.deleted', actor: caller, subject: subjectOf(row) });
    });
    await useStoredGrids(services);
    return undefined;
  }),
];

type Named = Pick<CrsGrid, 'id' | 'name'>;

function subjectOf({ id, name }: Named) {
  return { kind: 'grid', id, name };
}
