import { AppError } from '#core/kernel';
import { geometryProblem, type Geometry } from '#core/protocol';

interface GeoJson {
  readonly type?: unknown;
  readonly geometry?: unknown;
  readonly geometries?: unknown;
  readonly features?: unknown;
  readonly crs?: { readonly properties?: { readonly name?: unknown } };
}

const MULTI = { Point: 'MultiPoint', LineString: 'MultiLineString', Polygon: 'MultiPolygon' } as const;

/**
 * The geometries of a GeoJSON text, at most one of each kind.
 * @throws AppError whose id is a text key: 'file.json', 'file.crs', 'file.geometry', 'file.nothing'.
 */
export function nearGeometriesOf(text: string): Geometry[] {
  let content: GeoJson;
  try {
    content = JSON.parse(text) as GeoJson;
  } catch (cause) {
    throw new AppError('file.json', 'This is not a GeoJSON file.', { cause });
  }
  // Before RFC 7946 a file could name another system.
  const crs = String(content?.crs?.properties?.name ?? 'CRS84');
  if (!/CRS84|EPSG:+4326/i.test(crs)) throw new AppError('file.crs', crs);
  const found = [...geometriesIn(content)];
  const parts = new Map<keyof typeof MULTI, unknown[]>();
  for (const geometry of found) {
    const problem = geometryProblem(geometry);
    if (problem) throw new AppError('file.geometry', problem.path);
    const { type, coordinates } = geometry as Geometry;
    const single = type.replace('Multi', '') as keyof typeof MULTI;
    const own = parts.get(single) ?? [];
    if (type === single) own.push(coordinates);
    else for (const part of coordinates) own.push(part);
    parts.set(single, own);
  }
  if (parts.size === 0) throw new AppError('file.nothing', 'The file has no geometry.');
  return [...parts].map(([kind, coordinates]) =>
    coordinates.length === 1
      ? ({ type: kind, coordinates: coordinates[0] } as Geometry)
      : ({ type: MULTI[kind], coordinates } as Geometry),
  );
}

function* geometriesIn(content: GeoJson | null | undefined): Generator<unknown> {
  if (typeof content !== 'object' || content === null) return;
  if (Array.isArray(content.features))
    for (const feature of content.features) yield* geometriesIn(feature as GeoJson);
  else if (Array.isArray(content.geometries))
    for (const geometry of content.geometries) yield* geometriesIn(geometry as GeoJson);
  else if ('geometry' in content) yield* geometriesIn(content.geometry as GeoJson);
  else if ('coordinates' in content) yield content;
}
