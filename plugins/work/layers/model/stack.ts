import type { LayerState } from '#core/mapview';
import type { GeometryType, ObjectType, Style } from '#core/protocol';
import type { StoredLayers } from './stored-layers.ts';

/** Areas are below lines, lines below points; types with any geometry are with the areas. */
const LEVEL: Record<GeometryType, number> = {
  Polygon: 0,
  MultiPolygon: 0,
  LineString: 1,
  MultiLineString: 1,
  Point: 2,
  MultiPoint: 2,
};

/** The layers of a project, bottom first. `styles`: those that differ from the types’. */
export function stackOf(
  types: Iterable<ObjectType>,
  stored: StoredLayers,
  styles: ReadonlyMap<string, Style> = new Map(),
): LayerState[] {
  return ordered([...types], stored.order).map(({ name, style }) => ({
    typeName: name,
    visible: !stored.hidden.includes(name),
    opacity: stored.opacity[name] ?? 1,
    style: styles.get(name) ?? style,
    locked: stored.locked.includes(name),
    attracts: !stored.unsnapped.includes(name),
  }));
}

/** Keeps the person's order; other types are inserted by geometry, then name, above those of the same geometry. */
function ordered(types: readonly ObjectType[], order: readonly string[]): ObjectType[] {
  const placed = order.flatMap((name) => types.find((type) => type.name === name) ?? []);
  const others = types
    .filter(({ name }) => !order.includes(name))
    .sort((a, b) => level(a) - level(b) || a.name.localeCompare(b.name));
  for (const type of others) placed.splice(placeOf(type, placed), 0, type);
  return placed;
}

/** Below all of a higher level, however the person has ordered them. */
function placeOf(type: ObjectType, placed: readonly ObjectType[]): number {
  const above = placed.findIndex((other) => level(other) > level(type));
  return above < 0 ? placed.length : above;
}

/**
 * The order (bottom first) with types that have come since: areas below everything, so that they neither cover what
 * is there nor take its clicks; lines and points above those of the same geometry.
 */
export function withNew(
  types: Iterable<ObjectType>,
  order: readonly string[],
  isNew: (name: string) => boolean,
): string[] {
  const all = [...types];
  const placed = ordered(
    all.filter(({ name }) => !isNew(name)),
    order.filter((name) => !isNew(name)),
  );
  for (const type of all.filter(({ name }) => isNew(name)))
    placed.splice(level(type) === 0 ? 0 : placeOf(type, placed), 0, type);
  return placed.map(({ name }) => name);
}

function level({ geometryType }: ObjectType): number {
  return geometryType ? LEVEL[geometryType] : 0;
}

/** `names` (bottom first) with `moved` above or below `target` in drawing order. */
export function reordered(
  names: readonly string[],
  moved: readonly string[],
  target: string,
  place: 'above' | 'below',
): string[] {
  const rest = names.filter((name) => !moved.includes(name));
  const at = rest.indexOf(target);
  if (at < 0) return [...names];
  rest.splice(place === 'above' ? at + 1 : at, 0, ...names.filter((name) => moved.includes(name)));
  return rest;
}
