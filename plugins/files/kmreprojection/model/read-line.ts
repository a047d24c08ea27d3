import { AppError } from '#core/kernel';
import { geometryProblem, type Position } from '#core/protocol';
import { readPoints } from './read-points.ts';

/** A line to be measured, with what it is called. */
export interface NamedLine {
  readonly name: string;
  readonly vertices: readonly Position[];
}

/**
 * The lines of a pasted text or of a file: GeoJSON, well-known text in `crs`, or one vertex per line.
 * @throws AppError whose id is a text key: 'line.json', 'line.crs', 'line.none', 'line.unread',
 * 'line.unread-at', 'line.short'.
 */
export function linesOf(text: string, crs: string, unproject: Unproject): NamedLine[] {
  const bare = text.trim();
  const found = bare.startsWith('{')
    ? fromGeojson(bare)
    : /^(SRID=\d+;)?\s*(MULTI)?LINESTRING/i.test(bare)
      ? fromWkt(bare, crs, unproject)
      : fromPoints(bare, crs);
  const lines = found
    .map(({ name, vertices }) => ({ name, vertices: withoutRepeats(vertices) }))
    .filter(({ vertices }) => vertices.length > 1);
  if (lines.length === 0) throw new AppError(found.length > 0 ? 'line.short' : 'line.none', '');
  return lines;
}

type Unproject = (crs: string, place: readonly [number, number, number?]) => [number, number];

/** Parts of lines that meet end to start are one line. */
export function joinedParts(parts: readonly (readonly Position[])[]): Position[][] {
  const lines: Position[][] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const [end, start] = [last?.at(-1), part[0]];
    if (last && end && start && end[0] === start[0] && end[1] === start[1]) last.push(...part.slice(1));
    else lines.push([...part]);
  }
  return lines;
}

function withoutRepeats(vertices: readonly Position[]): Position[] {
  return vertices.filter(
    (vertex, i) => i === 0 || vertex[0] !== vertices[i - 1]![0] || vertex[1] !== vertices[i - 1]![1],
  );
}

interface GeoJson {
  readonly type?: unknown;
  readonly geometry?: GeoJson | null;
  readonly geometries?: readonly GeoJson[];
  readonly features?: readonly GeoJson[];
  readonly properties?: Readonly<Record<string, unknown>> | null;
  readonly coordinates?: unknown;
  readonly crs?: { readonly properties?: { readonly name?: unknown } };
}

function fromGeojson(text: string): NamedLine[] {
  let content: GeoJson;
  try {
    content = JSON.parse(text) as GeoJson;
  } catch (cause) {
    throw new AppError('line.json', '', { cause });
  }
  const crs = String(content.crs?.properties?.name ?? 'CRS84');
  if (!/CRS84|EPSG:+4326/i.test(crs)) throw new AppError('line.crs', crs);
  return [...linesIn(content, '')];
}

function* linesIn(content: GeoJson | null | undefined, name: string): Generator<NamedLine> {
  if (typeof content !== 'object' || content === null) return;
  for (const each of content.features ?? []) yield* linesIn(each, nameIn(each));
  for (const each of content.geometries ?? []) yield* linesIn(each, name);
  if (content.geometry) yield* linesIn(content.geometry, nameIn(content));
  const { type } = content;
  if ((type !== 'LineString' && type !== 'MultiLineString') || geometryProblem(content)) return;
  const parts = type === 'LineString' ? [content.coordinates] : (content.coordinates as unknown[]);
  for (const vertices of joinedParts(parts as Position[][])) yield { name, vertices };
}

function nameIn({ properties }: GeoJson): string {
  const [, value] =
    Object.entries(properties ?? {}).find(([key]) =>
      /^(name|nome|titolo|title|id|code|codice)$/i.test(key),
    ) ?? [];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** `LINESTRING (x y, x y)`, also with Z; `MULTILINESTRING`. */
function fromWkt(text: string, crs: string, unproject: Unproject): NamedLine[] {
  const srid = /^SRID=(\d+);/i.exec(text)?.[1];
  const runs = [...text.replace(/^[^(]*/, '').matchAll(/\(([^()]+)\)/g)].map(([, run]) =>
    run!.split(',').map((place): Position => {
      const [x, y, z] = place.trim().split(/\s+/).map(Number);
      if (![x, y].every(Number.isFinite)) throw new AppError('line.unread', place.trim());
      const [longitude, latitude] = unproject(srid ? `EPSG:${srid}` : crs, [
        x!,
        y!,
        Number.isFinite(z) ? z : undefined,
      ]);
      return Number.isFinite(z) ? [longitude, latitude, z!] : [longitude, latitude];
    }),
  );
  return joinedParts(runs).map((vertices) => ({ name: '', vertices }));
}

function fromPoints(text: string, crs: string): NamedLine[] {
  const { points, unread } = readPoints(text, { crs });
  if (unread.length > 0) throw new AppError('line.unread-at', String(unread[0]!.line));
  return points.length === 0 ? [] : [{ name: '', vertices: points.map(({ position }) => position) }];
}
