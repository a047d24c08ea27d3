import { splitLineString, splitPolygon } from '#core/protocol';
import { route, type Route } from '../../http/context.ts';
import { requireObject } from '../../shared/access/requested.ts';
import { HttpError } from '../../base/http-error.ts';
import type { splitObject } from '../../shared/geometries/split/split.ts';

export const splitRoutes: Route[] = [
  route(splitLineString, async ({ params, headers, body, caller, language, services }) => {
    await requireObject(services.db, caller, headers, params.id);
    const point = body.splittingpoint;
    return split(services, { caller, language }, params.id, (line) => {
      if (line.type !== 'LineString' && line.type !== 'MultiLineString')
        throw new HttpError(422, 'split.no-line', { type: line.type });
      return { kind: 'line', line, point };
    });
  }),

  route(splitPolygon, async ({ headers, body, caller, language, services }) => {
    await requireObject(services.db, caller, headers, body.polygon_id);
    const way = body.split_line;
    if (way.type !== 'LineString' && way.type !== 'MultiLineString')
      throw new HttpError(422, 'split.no-cut', { type: way.type });
    const along = way.type === 'LineString' ? [way.coordinates] : way.coordinates;
    return split(services, { caller, language }, body.polygon_id, (polygon) => {
      if (polygon.type !== 'Polygon' && polygon.type !== 'MultiPolygon')
        throw new HttpError(422, 'split.no-polygon', { type: polygon.type });
      return { kind: 'polygon', polygon, along };
    });
  }),
];

/** Polygon overlay uses much memory: it is loaded with the first split. */
async function split(...args: Parameters<typeof splitObject>): ReturnType<typeof splitObject> {
  const cutting = await import('../../shared/geometries/split/split.ts');
  return cutting.splitObject(...args);
}
