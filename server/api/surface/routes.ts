import { surfaceViewshed, surfaceVolume } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import { untilGone } from '../../http/until-gone.ts';
import type { Queries } from '../../platform/db/database.ts';
import { requireProject } from '../../shared/access/scope.ts';
import { findTerrain, type TerrainRow } from '../terrain/store.ts';
import { findTileset, type TilesetRow } from '../tilesets/store.ts';
import { readSurfaceViewshed, readSurfaceVolume } from './read-surface.ts';

export const routes: Route[] = [
  route(surfaceVolume, async ({ headers, body, caller, services: { db, ...services }, reply }) => {
    const { projectid: projectId } = headers;
    await requireProject(db, caller, projectId);
    const { outline, base } = body;
    const [terrain, under, sets] = await Promise.all([
      terrainOf(db, caller, projectId, body.terrain),
      'terrain' in base ? terrainOf(db, caller, projectId, base.terrain) : undefined,
      setsOf(db, caller, projectId, body.sets),
    ]);
    if (under && under.id === terrain?.id) throw new HttpError(422, 'terrain.volume.same');
    const question = {
      outline,
      terrain,
      sets,
      base: under ?? (base as Exclude<typeof base, { terrain: string }>),
    };
    return readSurfaceVolume({ db, ...services }, question, untilGone(reply));
  }),

  route(surfaceViewshed, async ({ headers, body, caller, services, reply }) => {
    const { projectid: projectId } = headers;
    await requireProject(services.db, caller, projectId);
    const [terrain, sets] = await Promise.all([
      terrainOf(services.db, caller, projectId, body.terrain),
      setsOf(services.db, caller, projectId, body.sets),
    ]);
    return readSurfaceViewshed(services, { ...body, terrain, sets }, untilGone(reply));
  }),
];

async function terrainOf(
  db: Queries,
  caller: Caller,
  projectId: string,
  id: string | undefined,
): Promise<TerrainRow | undefined> {
  if (id === undefined) return undefined;
  const terrain = await findTerrain(db, caller, id);
  if (terrain.projectId !== projectId) throw new HttpError(422, 'terrain.volume.other-project');
  return terrain;
}

async function setsOf(
  db: Queries,
  caller: Caller,
  projectId: string,
  ids: readonly string[],
): Promise<TilesetRow[]> {
  const sets = await Promise.all([...new Set(ids)].map((id) => findTileset(db, caller, id)));
  if (sets.some((set) => set.projectId !== projectId)) throw new HttpError(422, 'surface.other-project');
  return sets;
}
