import type { Geometry, Language, Position } from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import { HttpError } from '../../../base/http-error.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { scopeOf } from '../../../shared/access/scope.ts';
import type { FileRow } from '../../../shared/files/store.ts';
import { placeOf } from '../record/record.ts';
import { heightsApart } from './heights-apart.ts';

/** A part of a surveyed object: isolated points, or a line (the outline of an area), in the axes of a model's file, metres. */
export interface SurveyedPart {
  id: string;
  kind: 'points' | 'line';
  /** In threes. */
  coordinates: Float64Array;
}

/** Most vertices of the objects of one check. */
const MAX_VERTICES = 1_000_000;
const MAX_OBJECTS = 100_000;

/**
 * The objects of a type of the model's project that the caller may see, in the axes of the model's file. Vertices without
 * height are left out. Throws HttpError 422 when nothing places the model, or no object has heights.
 */
export async function surveyedObjects(
  db: Queries,
  caller: Caller,
  model: FileRow,
  typeName: string,
  language: Language,
): Promise<{ parts: SurveyedPart[]; isCut: boolean; heightsApart: number | null }> {
  const place = await placeOf(db, model, language);
  const earth = place?.onEarth;
  if (!place || !earth) throw new HttpError(422, 'bim.unplaced', { name: model.name });
  const params: unknown[] = [];
  const scope = scopeOf(caller, { projectId: model.projectId, typeNames: [typeName] });
  const rows = await db.query<{ id: string; location: string }>(
    `select g.id, g.location from geometries g where ${scope.objects('g', params)} order by g.id limit ${MAX_OBJECTS + 1}`,
    params,
  );
  const parts: SurveyedPart[] = [];
  let vertices = 0;
  let isCut = rows.length > MAX_OBJECTS;
  for (const { id, location } of rows) {
    for (const { kind, positions } of partsOf(JSON.parse(location) as Geometry)) {
      const high = positions.filter((position) => position[2] !== undefined);
      if (high.length === 0 || (kind === 'line' && high.length < positions.length)) continue;
      vertices += high.length;
      if (vertices > MAX_VERTICES) isCut = true;
      else
        parts.push({
          id,
          kind,
          coordinates: Float64Array.from(high.flatMap((position) => earth.fromPosition(position))),
        });
    }
  }
  if (parts.length === 0) throw new HttpError(422, 'bim.nothing-surveyed', { type: typeName });
  // Heights of objects are above the ellipsoid.
  return {
    parts,
    isCut,
    heightsApart: await heightsApart(place.georeference.heights, 'ellipsoid', earth),
  };
}

type Part = { kind: SurveyedPart['kind']; positions: readonly Position[] };

function partsOf(geometry: Geometry): Part[] {
  const line = (positions: readonly Position[]): Part => ({ kind: 'line', positions });
  switch (geometry.type) {
    case 'Point':
      return [{ kind: 'points', positions: [geometry.coordinates] }];
    case 'MultiPoint':
      return [{ kind: 'points', positions: geometry.coordinates }];
    case 'LineString':
      return [line(geometry.coordinates)];
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates.map(line);
    case 'MultiPolygon':
      return geometry.coordinates.flat().map(line);
    default:
      return [];
  }
}
