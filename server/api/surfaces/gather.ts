import { MAX_SURFACE_VERTICES, type Geometry, type MakeSurface } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { runsOf } from '../../formats/shapes.ts';
import type { Queries } from '../../platform/db/database.ts';
import { addParam } from '../../platform/db/params.ts';
import { scopeOf } from '../../shared/access/scope.ts';

/** Positions of objects, run by run. */
export interface Gathered {
  /** Longitude, latitude and height above the ellipsoid; NaN: none. */
  positions: Float64Array;
  runs: { kind: 'points' | 'line' | 'ring'; end: number }[];
  objects: number;
  typeNames: string[];
}

const PORTION = 2_000;

/**
 * The positions of objects of a project that the caller may see, read in portions. Throws 422 for too many vertices or
 * no object.
 */
export async function gatherPositions(
  db: Queries,
  caller: Caller,
  projectId: string,
  of: MakeSurface['of'],
  signal: AbortSignal,
): Promise<Gathered> {
  const scope = scopeOf(caller, { projectId, ...('typeNames' in of ? { typeNames: of.typeNames } : {}) });
  let positions = new Float64Array(3 * 4096);
  let size = 0;
  const runs: Gathered['runs'] = [];
  const typeNames = new Set<string>();
  let [objects, after] = [0, '00000000-0000-0000-0000-000000000000'];
  for (;;) {
    signal.throwIfAborted();
    const params: unknown[] = [after];
    const chosen = 'ids' in of ? `and g.id = any(${addParam(params, of.ids)}::uuid[])` : '';
    const rows = await db.query<{ id: string; typeName: string; location: string }>(
      `select g.id, g.type_name as "typeName", g.location from geometries g
       where g.id > $1 ${chosen} and ${scope.objects('g', params)} order by g.id limit ${PORTION}`,
      params,
    );
    for (const { typeName, location } of rows) {
      typeNames.add(typeName);
      const geometry = JSON.parse(location) as Geometry;
      const isPoints = geometry.type === 'Point' || geometry.type === 'MultiPoint';
      for (const run of runsOf(geometry)) {
        const needed = 3 * (size + run.positions.length);
        if (needed > 3 * MAX_SURFACE_VERTICES)
          throw new HttpError(422, 'surfaces.too-many-vertices', { most: MAX_SURFACE_VERTICES });
        while (needed > positions.length) {
          const larger = new Float64Array(2 * positions.length);
          larger.set(positions);
          positions = larger;
        }
        for (const [longitude, latitude, height = NaN] of run.positions) {
          positions.set([longitude, latitude, height], 3 * size);
          size++;
        }
        runs.push({ kind: isPoints ? 'points' : run.ring ? 'ring' : 'line', end: size });
      }
    }
    objects += rows.length;
    if (rows.length < PORTION) break;
    after = rows.at(-1)!.id;
  }
  if (objects === 0) throw new HttpError(422, 'surfaces.no-objects');
  return {
    positions: positions.slice(0, 3 * size),
    runs: joined(runs),
    objects,
    typeNames: [...typeNames].sort(),
  };
}

/** Points that follow each other are one run. */
function joined(runs: Gathered['runs']): Gathered['runs'] {
  return runs.filter(({ kind }, n) => kind !== 'points' || runs[n + 1]?.kind !== 'points');
}
