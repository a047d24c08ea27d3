import { crossesItself } from '#core/shapes';
import type { Geometry } from '#core/protocol';
import { ewkbHex } from '../../../formats/wkb/write.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { bySize } from '../by-size.ts';
import { MAX_TEXT } from '../store.ts';
import type { Decision, DecisionContext, ObjectChange } from './decide.ts';

/** Vertices of all changed polygons that are examined here; beyond, the database does it without holding others up. */
const MAX_HERE = 5_000;

/**
 * Returns the decisions, refusing polygons that cross themselves, as the map refuses to draw them. One that crossed
 * itself before can still be moved and mended step by step.
 */
export async function withoutCrossing(
  tx: Queries,
  { locked }: DecisionContext,
  changes: readonly ObjectChange[],
  decisions: readonly Decision[],
): Promise<Decision[]> {
  const polygons = decisions.flatMap((decision, n) => {
    const location = changes[n]!.location?.geometry;
    return decision.status === 'write' && location && isPolygonal(location) ? [{ n, location }] : [];
  });
  if (polygons.length === 0) return [...decisions];
  const places = await crossingsOf(
    tx,
    polygons.map(({ location }) => location),
  );
  const crossing = polygons.flatMap(({ n }, i) => (places[i] ? [{ n, place: places[i] }] : []));
  if (crossing.length === 0) return [...decisions];
  const before = await crossingsOf(
    tx,
    crossing.map(({ n }) => {
      const stored = locked.get(changes[n]!.id ?? '')?.location;
      return stored === undefined ? undefined : (JSON.parse(stored) as Geometry);
    }),
  );
  const refused = [...decisions];
  crossing.forEach(({ n, place }, i) => {
    const decision = decisions[n]!;
    if (before[i] || decision.status !== 'write') return;
    const { id, version } = decision.write;
    const key = 'geometries.crosses-itself';
    const problem = { key, path: 'location', values: { place } };
    const fault = { key, values: { place }, problems: [problem] };
    refused[n] = { status: 'refused', id: version === 1 ? null : id, fault };
  });
  return refused;
}

type Polygonal = Extract<Geometry, { type: 'Polygon' | 'MultiPolygon' }>;

function isPolygonal(geometry: Geometry | undefined): geometry is Polygonal {
  return geometry?.type === 'Polygon' || geometry?.type === 'MultiPolygon';
}

/** For each geometry a place where one of its polygons crosses itself, longitude and latitude; undefined: nowhere. */
async function crossingsOf(
  tx: Queries,
  geometries: readonly (Geometry | undefined)[],
): Promise<(string | undefined)[]> {
  const rings = geometries.map((geometry) => {
    if (!isPolygonal(geometry)) return [];
    return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  });
  const vertices = rings.flat(2).reduce((sum, ring) => sum + ring.length, 0);
  if (vertices > MAX_HERE) return askDatabase(tx, geometries);
  return rings.map((polygons) => {
    for (const polygon of polygons) {
      const at = crossesItself(polygon);
      if (at) return at.map((degrees) => degrees.toFixed(6)).join(', ');
    }
    return undefined;
  });
}

async function askDatabase(
  tx: Queries,
  geometries: readonly (Geometry | undefined)[],
): Promise<(string | undefined)[]> {
  const texts = geometries.map((geometry) =>
    ewkbHex(isPolygonal(geometry) ? geometry : { type: 'Point', coordinates: [0, 0] }),
  );
  const places: (string | undefined)[] = [];
  for (const some of bySize(texts, ({ length }) => length, MAX_TEXT)) {
    const rows = await tx.query<{ reason: string }>(
      `select st_isvalidreason(t.text::geometry) as reason
       from unnest($1::text[]) with ordinality as t(text, n) order by t.n`,
      [some],
    );
    // Rings that touch are valid here, as on the map.
    for (const { reason } of rows)
      places.push(/^Self-intersection\[(.*)\]/.exec(reason)?.[1]?.replace(' ', ', '));
  }
  return places;
}
