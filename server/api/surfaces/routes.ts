import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import {
  deleteSurface,
  getSurface,
  listSurfaces,
  makeSurface,
  MAX_DRAWN_TRIANGLES,
  MAX_SURFACES,
  renameSurface,
  surfaceContours,
  surfaceFile,
  surfaceSection,
  surfaceTriangles,
  surfaceVolumes,
} from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { fileName } from '../../formats/names.ts';
import { holdUnarchived } from '../../http/gate/archived.ts';
import { route, type Route } from '../../http/context.ts';
import { untilGone } from '../../http/until-gone.ts';
import { tagVersion } from '../../http/versions.ts';
import type { Queries } from '../../platform/db/database.ts';
import { requireProject } from '../../shared/access/scope.ts';
import { gatherPositions } from './gather.ts';
import { inThread } from './in-thread.ts';
import { findSurface, insertSurface, packed, surfacesOf, takeSurface, tinBytes } from './store.ts';
import { surfaceXml } from './tin/landxml.ts';
import { tinOf } from './tin/tin-bytes.ts';

export const routes: Route[] = [
  route(listSurfaces, async ({ params, caller, services }) => {
    await requireProject(services.db, caller, params.id);
    return surfacesOf(services.db, caller, params.id);
  }),

  route(makeSurface, async ({ params, body, caller, services, reply }) => {
    const { db } = services;
    await requireProject(db, caller, params.id);
    const crs = await crsOfProject(db, params.id);
    const signal = untilGone(reply);
    let typeNames: string[] = [];
    const { tin, facts } = await inThread<'build'>(services, signal, async () => {
      const gathered = await gatherPositions(db, caller, params.id, body.of, signal);
      ({ typeNames } = gathered);
      return { kind: 'build', crs, gathered, longest: body.longest, hasBorders: body.hasBorders };
    });
    const bytes = await packed(tin);
    const surface = await db.transaction(async (tx) => {
      await requireProject(tx, caller, params.id);
      await holdUnarchived(tx, [params.id]);
      // Serializes two who keep the last one allowed.
      await tx.query('select 1 from projects where id = $1 for update', [params.id]);
      const [{ count } = { count: 0 }] = await tx.query<{ count: number }>(
        'select count(*)::int as count from surfaces where project_id = $1',
        [params.id],
      );
      if (count >= MAX_SURFACES) throw new HttpError(422, 'surfaces.too-many', { most: MAX_SURFACES });
      const id = await insertSurface(tx, {
        projectId: params.id,
        name: body.name,
        crs,
        typeNames,
        facts,
        tin: bytes,
        userId: caller.userId,
      });
      return findSurface(tx, caller, id);
    });
    void reply.code(201);
    tagVersion(reply, surface.version);
    return surface;
  }),

  route(getSurface, async ({ params, caller, services, reply }) => {
    const surface = await findSurface(services.db, caller, params.id);
    tagVersion(reply, surface.version);
    return surface;
  }),

  route(renameSurface, async ({ params, body, caller, ifMatch, services, reply }) => {
    const surface = await services.db.transaction(async (tx) => {
      const { id } = await takeSurface(tx, caller, params.id, ifMatch);
      await tx.query('update surfaces set name = $2, version = version + 1 where id = $1', [id, body.name]);
      return findSurface(tx, caller, id);
    });
    tagVersion(reply, surface.version);
    return surface;
  }),

  route(deleteSurface, async ({ params, caller, ifMatch, services }) => {
    await services.db.transaction(async (tx) => {
      const { id } = await takeSurface(tx, caller, params.id, ifMatch);
      await tx.query('delete from surfaces where id = $1', [id]);
    });
    return undefined;
  }),

  route(surfaceTriangles, async ({ params, caller, services, reply }) => {
    const surface = await findSurface(services.db, caller, params.id);
    if (surface.triangles > MAX_DRAWN_TRIANGLES)
      throw new HttpError(422, 'surfaces.not-drawn', { most: MAX_DRAWN_TRIANGLES });
    return inThread<'triangles'>(services, untilGone(reply), async () => ({
      kind: 'triangles',
      crs: surface.crs,
      tin: await tinBytes(services.db, surface),
    }));
  }),

  route(surfaceContours, async ({ params, query, caller, services, reply }) => {
    const surface = await findSurface(services.db, caller, params.id);
    return inThread<'contours'>(services, untilGone(reply), async () => ({
      kind: 'contours',
      crs: surface.crs,
      tin: await tinBytes(services.db, surface),
      interval: query.interval,
    }));
  }),

  route(surfaceVolumes, async ({ params, body, caller, services, reply }) => {
    const { db } = services;
    const surface = await findSurface(db, caller, params.id);
    const base = 'surface' in body.base ? await findSurface(db, caller, body.base.surface) : body.base.height;
    if (typeof base !== 'number' && base.crs !== surface.crs)
      throw new HttpError(422, 'surfaces.other-crs', { crs: surface.crs, other: base.crs });
    return inThread<'volumes'>(services, untilGone(reply), async () => ({
      kind: 'volumes',
      crs: surface.crs,
      tin: await tinBytes(db, surface),
      base: typeof base === 'number' ? base : await tinBytes(db, base),
    }));
  }),

  route(surfaceSection, async ({ params, body, caller, services, reply }) => {
    const surface = await findSurface(services.db, caller, params.id);
    return inThread<'section'>(services, untilGone(reply), async () => ({
      kind: 'section',
      crs: surface.crs,
      tin: await tinBytes(services.db, surface),
      line: body.line,
    }));
  }),

  route(surfaceFile, async ({ params, caller, services, reply }) => {
    const surface = await findSurface(services.db, caller, params.id);
    const tin = tinOf(await tinBytes(services.db, surface));
    void reply
      .header('content-disposition', contentDisposition(`${fileName(surface.name, 'surface')}.xml`))
      .type('application/xml');
    return reply.send(Readable.from(surfaceXml(tin, surface.name, surface.crs)));
  }),
];

async function crsOfProject(db: Queries, projectId: string): Promise<string> {
  const [project] = await db.query<{ crs: string }>('select crs from projects where id = $1', [projectId]);
  return project!.crs;
}
