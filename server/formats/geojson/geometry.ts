import { MAX_VERTICES } from '#core/protocol';
import type { FlatGeometry } from '../flat.ts';
import { closeRings } from '../close-rings.ts';
import type { Findings } from '../../base/problems.ts';

/** Most nesting levels of a collection. */
const DEEPEST = 20;
const MAX_PARTS = 100_000;

interface UncheckedGeometry {
  type?: unknown;
  coordinates?: unknown;
  geometries?: unknown;
}

/** Iterates over the geometries of a GeoJSON geometry, splitting collections. Problems are reported, not thrown. */
export function* partsOf(value: unknown, feature: number, findings: Findings): Generator<UncheckedGeometry> {
  if (!isObject(value)) {
    findings.add(feature, 'geometry-no-object');
    return;
  }
  if (value.type !== 'GeometryCollection') {
    yield value;
    return;
  }
  const stack: { items: unknown; depth: number }[] = [{ items: value.geometries, depth: 1 }];
  let parts = 0;
  while (stack.length > 0) {
    const { items, depth } = stack.pop()!;
    if (!Array.isArray(items)) {
      findings.add(feature, 'collection-broken');
      continue;
    }
    for (const item of items as unknown[]) {
      if (++parts > MAX_PARTS || depth > DEEPEST) {
        findings.add(feature, 'collection-too-large', { most: MAX_PARTS });
        return;
      }
      if (!isObject(item)) findings.add(feature, 'geometry-no-object');
      else if (item.type === 'GeometryCollection') stack.push({ items: item.geometries, depth: depth + 1 });
      else yield item;
    }
  }
  if (parts === 0) findings.add(feature, 'empty-geometry');
  else findings.add(feature, 'collection-exploded', { parts });
}

function isObject(value: unknown): value is UncheckedGeometry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const DEPTH: Record<string, number> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

/** Reads a geometry into flat numbers; returns false when it cannot be used, with the reason in the findings. */
export function readGeometry(
  value: UncheckedGeometry,
  into: FlatGeometry,
  feature: number,
  findings: Findings,
): boolean {
  const type = value.type as FlatGeometry['type'];
  const depth = typeof type === 'string' && Object.hasOwn(DEPTH, type) ? DEPTH[type] : undefined;
  if (depth === undefined) {
    findings.add(feature, 'unknown-geometry', { type: String(value.type).slice(0, 40) });
    return false;
  }
  const { coordinates } = value;
  if (Array.isArray(coordinates) && coordinates.length === 0) {
    findings.add(feature, 'empty-geometry');
    return false;
  }
  const first = firstPosition(coordinates, depth);
  if (!first) return broken('bad-coordinates', '');
  into.reset(type, first.length >= 3 ? 3 : 2);
  const state: GeometryWalk = { into, count: 0, more: false };
  const problem = walk(coordinates, depth, type.endsWith('Polygon'), state, '');
  if (problem) return broken(problem.kind, problem.path);
  if (type === 'Point' || type === 'MultiPoint') into.endRun();
  if (state.more) findings.once('ordinates-dropped');
  if (into.polygonal) {
    if (!closeRings(into, feature, findings)) return false;
  } else if (depth > 0 && type !== 'MultiPoint' && !longEnough(into)) return broken('line-too-short', '');
  return true;

  function broken(kind: string, path: string): false {
    findings.add(feature, kind, { path: `coordinates${path}` });
    return false;
  }
}

interface GeometryWalk {
  into: FlatGeometry;
  count: number;
  more: boolean;
}

function walk(
  value: unknown,
  depth: number,
  polygonal: boolean,
  state: GeometryWalk,
  path: string,
): { kind: string; path: string } | undefined {
  if (!Array.isArray(value)) return { kind: 'bad-coordinates', path };
  if (depth === 0) return position(value, state, path);
  for (let i = 0; i < value.length; i++) {
    const problem = walk(value[i], depth - 1, polygonal, state, path === '' ? `[${i}]` : path);
    if (problem) return problem.path === path ? { ...problem, path: `${path}[${i}]` } : problem;
  }
  if (depth === 1 && state.into.type !== 'MultiPoint') state.into.endRun();
  if (depth === 2 && polygonal) state.into.endPolygon();
  return undefined;
}

function position(
  value: readonly unknown[],
  state: GeometryWalk,
  path: string,
): { kind: string; path: string } | undefined {
  const { into } = state;
  if (value.length < 2) return { kind: 'bad-coordinates', path };
  const [x, y, z] = value;
  if (typeof x !== 'number' || typeof y !== 'number') return { kind: 'bad-coordinates', path };
  if (z !== undefined && typeof z !== 'number') return { kind: 'bad-coordinates', path };
  if (value.length > 3) state.more = true;
  if (into.stride === 2 && z !== undefined) into.addHeights();
  if (++state.count > MAX_VERTICES) return { kind: 'too-many-vertices', path };
  into.push(x, y, z);
  return undefined;
}

function firstPosition(value: unknown, depth: number): unknown[] | undefined {
  let inner = value;
  for (let d = 0; d < depth; d++) inner = Array.isArray(inner) ? (inner as unknown[])[0] : undefined;
  return Array.isArray(inner) ? inner : undefined;
}

function longEnough(into: FlatGeometry): boolean {
  let from = 0;
  for (const end of into.ends) {
    if (end - from < 2 * into.stride) return false;
    from = end;
  }
  return into.ends.length > 0;
}
