import type { Entity } from './entity.ts';
import { circleArc, ellipseArc, splineLine, withBulges } from './dxf-curves.ts';
import { hatchShape } from './hatch.ts';
import { applied, product, worldOf, type Matrix, type Vector } from './matrix.ts';

/** A geometry of GeoJSON. */
export interface Shape {
  type: string;
  coordinates: unknown;
}

/** Entities that are drawn elsewhere, or have nothing to draw on a map. */
export const SILENT = new Set([
  'VIEWPORT',
  'ATTDEF',
  'SEQEND',
  'ENDBLK',
  'ACAD_PROXY_ENTITY',
  'OLE2FRAME',
  'OLEFRAME',
  'LIGHT',
  'SUN',
]);
export const TEXTS = new Set(['TEXT', 'MTEXT', 'ATTRIB', 'ARCALIGNEDTEXT', 'RTEXT', 'SHAPE']);

/**
 * The shape of an entity in the world, after `matrix`. Null: it has none. Undefined: its type is not read.
 */
export function shapeOf(entity: Entity, matrix: Matrix): Shape | null | undefined {
  const own = ownShape(entity);
  if (!own) return own;
  const { shape, inWorld } = own;
  const extrusion: Vector = [entity.number(210), entity.number(220), entity.number(230, 1)];
  const full = inWorld ? matrix : product(matrix, worldOf(extrusion));
  const places = (value: unknown): unknown =>
    typeof (value as unknown[])[0] === 'number'
      ? applied(full, value as number[])
      : (value as unknown[]).map(places);
  return { type: shape.type, coordinates: places(shape.coordinates) };
}

/** In the coordinates of the entity, which for some types are those of the world. */
function ownShape(entity: Entity): { shape: Shape; inWorld: boolean } | null | undefined {
  const world = (shape: Shape | null) => shape && { shape, inWorld: true };
  const plane = (shape: Shape | null) => shape && { shape, inWorld: false };
  switch (entity.type) {
    case 'POINT':
      return world({ type: 'Point', coordinates: entity.point(10) });
    case 'LINE':
      return world({ type: 'LineString', coordinates: [entity.point(10), entity.point(11)] });
    case 'MTEXT':
      return world({ type: 'Point', coordinates: entity.point(10) });
    case 'TEXT':
    case 'ATTRIB':
    case 'ARCALIGNEDTEXT':
    case 'RTEXT':
    case 'SHAPE':
      return plane({ type: 'Point', coordinates: entity.point(10) });
    case 'CIRCLE':
    case 'ARC': {
      const whole = entity.type === 'CIRCLE';
      const [start, end] = whole ? [0, 360] : [entity.number(50), entity.number(51, 360)];
      const radius = entity.number(40);
      return plane(radius > 0 ? line(circleArc(entity.point(10), radius, start, end)) : null);
    }
    case 'ELLIPSE':
      return world(line(ellipse(entity)));
    case 'LWPOLYLINE':
      return plane(lightPolyline(entity));
    case 'POLYLINE':
      return polyline(entity);
    case 'SPLINE':
    case 'HELIX':
      return world(spline(entity));
    case 'SOLID':
    case 'TRACE':
      return plane(corners([entity.point(10), entity.point(11), entity.point(13), entity.point(12)]));
    case '3DFACE':
      return world(corners([entity.point(10), entity.point(11), entity.point(12), entity.point(13)]));
    case 'HATCH':
    case 'MPOLYGON':
      return plane(hatchShape(entity));
    case 'LEADER':
      return world(line(entity.points(10)));
    case 'MLINE':
      return world(multiline(entity));
    case 'MULTILEADER':
    case 'MLEADER':
      return world(leaderLines(entity));
    default:
      return SILENT.has(entity.type) ? null : undefined;
  }
}

const line = (places: readonly (readonly number[])[]): Shape | null =>
  places.length > 1 ? { type: 'LineString', coordinates: places } : null;

function ellipse(entity: Entity): number[][] {
  const major = entity.point(11);
  const ratio = entity.number(40, 1);
  const normal: Vector = [entity.number(210), entity.number(220), entity.number(230, 1)];
  const length = Math.hypot(...normal) || 1;
  const [nx, ny, nz] = normal.map((value) => value / length) as Vector;
  const [x, y, z] = major;
  const minor: Vector = [(ny * z - nz * y) * ratio, (nz * x - nx * z) * ratio, (nx * y - ny * x) * ratio];
  return ellipseArc(entity.point(10), major, minor, entity.number(41), entity.number(42, 2 * Math.PI));
}

function lightPolyline(entity: Entity): Shape | null {
  const places: Vector[] = [];
  const bulges: number[] = [];
  const z = entity.number(38);
  for (const { code, value } of entity.tags) {
    if (code === 10) {
      places.push([Number(value), 0, z]);
      bulges.push(0);
    } else if (code === 20 && places.length > 0) places.at(-1)![1] = Number(value);
    else if (code === 42 && places.length > 0) bulges[bulges.length - 1] = Number(value);
  }
  return line(withBulges(places, bulges, (entity.number(70) & 1) === 1));
}

function polyline(entity: Entity): { shape: Shape; inWorld: boolean } | null {
  const flags = entity.number(70);
  const vertices = entity.parts.filter(({ type }) => type === 'VERTEX');
  if (flags & 64) return inWorld(polyface(vertices));
  if (flags & 16) return inWorld(mesh(entity, vertices, flags));
  const solid = (flags & 8) !== 0;
  // Vertices of the frame of a spline are not on it.
  const on = vertices.filter((vertex) => (vertex.number(70) & 16) === 0);
  const height = entity.number(30);
  const places = on.map((vertex): Vector => {
    const [x, y, z] = vertex.point(10);
    return [x, y, solid || z !== 0 ? z : height];
  });
  const closed = (flags & 1) === 1;
  const bulges = solid ? [] : on.map((vertex) => vertex.number(42));
  const shape = line(withBulges(places, bulges, closed));
  return shape && { shape, inWorld: solid };
}

const inWorld = (shape: Shape | null): { shape: Shape; inWorld: boolean } | null =>
  shape && { shape, inWorld: true };

function polyface(vertices: readonly Entity[]): Shape | null {
  const places = vertices.filter((vertex) => vertex.number(70) & 64).map((vertex) => vertex.point(10));
  const faces = vertices.filter((vertex) => (vertex.number(70) & 64) === 0 && vertex.number(70) & 128);
  const polygons = faces.flatMap((face) => {
    const corner = [71, 72, 73, 74].map((code) => places[Math.abs(face.number(code)) - 1]);
    const ring = corner.filter((place) => place !== undefined);
    return ring.length >= 3 ? [[[...ring, ring[0]!]]] : [];
  });
  return polygons.length > 0 ? { type: 'MultiPolygon', coordinates: polygons } : null;
}

/** M by N vertices. */
function mesh(entity: Entity, vertices: readonly Entity[], flags: number): Shape | null {
  const on = vertices.filter((vertex) => (vertex.number(70) & 16) === 0 || (flags & 4) === 0);
  const [m, n] =
    flags & 4 && entity.has(73)
      ? [entity.number(73), entity.number(74)]
      : [entity.number(71), entity.number(72)];
  if (m < 2 || n < 2 || m * n > on.length) return null;
  const at = (i: number, j: number) => on[(i % m) * n + (j % n)]!.point(10);
  const polygons: unknown[] = [];
  for (let i = 0; i < (flags & 1 ? m : m - 1); i++)
    for (let j = 0; j < (flags & 32 ? n : n - 1); j++) {
      const ring = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
      polygons.push([[...ring, ring[0]]]);
    }
  return { type: 'MultiPolygon', coordinates: polygons };
}

function spline(entity: Entity): Shape | null {
  const controls = entity.points(10);
  const found = splineLine(entity.number(71, 3), entity.numbers(40), controls, entity.numbers(41));
  const fit = entity.points(11);
  return line(found ?? (fit.length > 1 ? fit : controls));
}

/** Each element of a multiline by its distance along the mitre of each vertex. */
function multiline(entity: Entity): Shape | null {
  const vertices: { place: Vector; mitre: Vector; offsets: number[] }[] = [];
  let first = false;
  for (const { code, value } of entity.tags) {
    const vertex = vertices.at(-1);
    const number = Number(value);
    if (code === 11) vertices.push({ place: [number, 0, 0], mitre: [0, 0, 0], offsets: [] });
    else if (!vertex) continue;
    else if (code === 21 || code === 31) vertex.place[code === 21 ? 1 : 2] = number;
    else if (code === 13 || code === 23 || code === 33) vertex.mitre[Math.floor(code / 10) - 1] = number;
    else if (code === 74) first = true;
    else if (code === 41 && first) {
      vertex.offsets.push(number);
      first = false;
    }
  }
  if (entity.number(71) & 2) vertices.push(...vertices.slice(0, 1));
  const count = Math.min(...vertices.map(({ offsets }) => offsets.length));
  if (vertices.length < 2) return null;
  if (!(count > 0)) return line(vertices.map(({ place }) => place));
  const lines = Array.from({ length: count }, (_, n) =>
    vertices.map(({ place, mitre, offsets }) =>
      place.map((value, axis) => value + mitre[axis]! * offsets[n]!),
    ),
  );
  return count === 1 ? line(lines[0]!) : { type: 'MultiLineString', coordinates: lines };
}

/** Three or four corners; of a triangle the last is repeated. Two draw the line between them, as CAD programs do. */
function corners(places: readonly Vector[]): Shape | null {
  const ring = places.filter((place, n) => {
    const before = places[(n + places.length - 1) % places.length]!;
    return place.some((value, axis) => value !== before[axis]);
  });
  if (ring.length < 3) return line(ring);
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}

/** The lines within `LEADER_LINE{` of its context data. */
function leaderLines(entity: Entity): Shape | null {
  const lines: number[][][] = [];
  let current: number[][] | undefined;
  let landing: number[] | undefined;
  let inLeader = false;
  for (const { code, value } of entity.tags) {
    const text = String(value).trim();
    if (code === 302 && text === 'LEADER{') [inLeader, landing] = [true, undefined];
    else if (code === 304 && text === 'LEADER_LINE{') current = [];
    else if (code === 305) {
      if (current && current.length > 0) lines.push(landing ? [...current, landing] : current);
      current = undefined;
    } else if (code === 303) inLeader = false;
    else if (code === 10) {
      if (current) current.push([Number(value), 0, 0]);
      else if (inLeader) landing = [Number(value), 0, 0];
    } else if (code === 20 || code === 30) {
      const place = current ? current.at(-1) : inLeader ? landing : undefined;
      if (place) place[code / 10 - 1] = Number(value);
    }
  }
  const drawn = lines.filter((one) => one.length > 1);
  if (drawn.length === 0) return null;
  return drawn.length === 1
    ? { type: 'LineString', coordinates: drawn[0] }
    : { type: 'MultiLineString', coordinates: drawn };
}
