import { blockedTypes, type Caller } from '../../base/caller.ts';
import { scopeOf } from '../../shared/access/scope.ts';
import type { Database } from '../../platform/db/database.ts';
import { addParam } from '../../platform/db/params.ts';
import { envelope, toTile, type TileAddress } from '../../formats/mvt/grid.ts';
import { Shaper } from '../../formats/mvt/shape.ts';
import { classesOfTypes } from '../../shared/overviews/classes.ts';
import { overviewOf, FEW } from '../../shared/overviews/build.ts';
import { readTileObjects } from '../../shared/overviews/objects.ts';
import { Overview } from '../../shared/overviews/overview.ts';
import { composeTile, type ShapedObject } from './compose.ts';

/** A tile with the objects of a project that the person can see; empty where there are none. */
export async function makeTile(
  db: Database,
  caller: Caller,
  projectId: string,
  tile: TileAddress,
): Promise<Buffer> {
  const classes = await classesOfTypes(db, projectId);
  const overview = await overviewOf(db, { projectId, classes }, tile);
  overview?.removeTypes(blockedTypes(caller));
  const scope = scopeOf(caller, { projectId });
  const params: unknown[] = overview ? [overview.large.map(({ id }) => id)] : [...envelope(tile)];
  const seen = scope.objects('g', params);
  const place = 'g.geom && st_makeenvelope($1::float8, $2::float8, $3::float8, $4::float8, 4326)';
  // Deeper than the deepest overview, a tile is less than 10 m wide: of more objects than `FEW` only these are drawn.
  const where = overview
    ? `g.id = any($1::uuid[]) and ${seen}`
    : `g.id in (select g.id from geometries g where ${place} and ${seen} limit ${addParam(params, FEW)}::int)`;
  const shaper = new Shaper(toTile(tile));
  const objects: ShapedObject[] = [];
  const query = { where, types: scope.types('t', params), params, classes };
  await readTileObjects(db, tile, query, (object) => {
    const { drawing, points, box, end } = shaper.draw(object.bytes, object.geometry);
    if (!object.isDrawn) return end;
    const copy = drawing && { type: drawing.type, commands: drawing.commands.slice() };
    objects.push({ ...object, drawing: copy, points, side: box.side });
    return end;
  });
  return composeTile(objects, overview ?? new Overview(true), shaper, classes.propertyOf);
}
