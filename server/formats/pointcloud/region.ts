import type { CloudRegion, CloudSelection } from '#core/protocol';
import { flatBounds, inRing, lengthsOf, nearestOnLine, type Flat } from './plane-shapes.ts';
import type { Vector3 } from './source.ts';

/** A region as tests on points and boxes. */
export interface Region {
  has(x: number, y: number, z: number): boolean;
  /** False only if no point of the box can be inside; a bounding sphere decides, so it may be true for less. */
  meets(min: Vector3, max: Vector3): boolean;
}

type Of<K extends CloudRegion['kind']> = Extract<CloudRegion, { kind: K }>;

/** Centre and radius of the sphere around a box. */
function sphere(min: Vector3, max: Vector3): { centre: Vector3; radius: number } {
  const centre = min.map((low, i) => (low + max[i]!) / 2) as Vector3;
  return { centre, radius: Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]) / 2 };
}

const dot = (a: readonly number[], b: readonly number[]) => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;

function unit(vector: readonly number[]): Vector3 {
  const length = Math.hypot(...vector);
  return length > 0 ? (vector.map((each) => each / length) as Vector3) : [0, 0, -1];
}

const overlaps = (low: number, high: number, min = -Infinity, max = Infinity) => low <= max && high >= min;

function cone({ origin, direction, angle = 0, radius = 0, length = Infinity }: Of<'cone'>): Region {
  const axis = unit(direction);
  const growth = Math.tan((angle * Math.PI) / 180);
  const [ox, oy, oz] = origin;
  const [ax, ay, az] = axis;
  const within = (x: number, y: number, z: number, more: number) => {
    const [dx, dy, dz] = [x - ox, y - oy, z - oz];
    const along = dx * ax + dy * ay + dz * az;
    if (along < -more || along > length + more) return false;
    const across = Math.hypot(dx - along * ax, dy - along * ay, dz - along * az);
    return across <= radius + (along + more) * growth + more;
  };
  return {
    has: (x, y, z) => within(x, y, z, 0),
    meets(min, max) {
      const { centre, radius: around } = sphere(min, max);
      return within(...centre, around);
    },
  };
}

function column({ x: cx, y: cy, radius, zMin, zMax }: Of<'column'>): Region {
  return {
    has: (x, y, z) => Math.hypot(x - cx, y - cy) <= radius && overlaps(z, z, zMin, zMax),
    meets(min, max) {
      const dx = Math.max(min[0] - cx, 0, cx - max[0]);
      const dy = Math.max(min[1] - cy, 0, cy - max[1]);
      return Math.hypot(dx, dy) <= radius && overlaps(min[2], max[2], zMin, zMax);
    },
  };
}

function corridor({ line, width, zMin, zMax }: Of<'corridor'>): Region {
  const lengths = lengthsOf(line);
  const half = width / 2;
  return {
    has(x, y, z) {
      if (!overlaps(z, z, zMin, zMax)) return false;
      const { distance, beyond } = nearestOnLine(line, lengths, x, y);
      return distance <= half && !beyond;
    },
    meets(min, max) {
      if (!overlaps(min[2], max[2], zMin, zMax)) return false;
      const around = Math.hypot(max[0] - min[0], max[1] - min[1]) / 2;
      const near = nearestOnLine(line, lengths, (min[0] + max[0]) / 2, (min[1] + max[1]) / 2);
      return near.distance <= half + around;
    },
  };
}

function box({ min: low, max: high }: Of<'box'>): Region {
  const [lx, ly, lz] = low;
  const [hx, hy, hz] = high;
  return {
    has: (x, y, z) => x >= lx && x <= hx && y >= ly && y <= hy && z >= lz && z <= hz,
    meets: (min, max) => low.every((each, i) => overlaps(min[i]!, max[i]!, each, high[i])),
  };
}

function turnedBox({ centre, axes, size }: Of<'turned-box'>): Region {
  const within = (x: number, y: number, z: number, more: number) => {
    const from = [x - centre[0], y - centre[1], z - centre[2]];
    return axes.every((axis, i) => Math.abs(dot(axis, from)) <= size[i]! / 2 + more);
  };
  return {
    has: (x, y, z) => within(x, y, z, 0),
    meets(min, max) {
      const { centre: middle, radius } = sphere(min, max);
      return within(...middle, radius);
    },
  };
}

function prism({ ring, holes = [], zMin, zMax }: Of<'prism'>): Region {
  const bounds = flatBounds(ring);
  const closed: Flat = [...ring, ring[0]!];
  const lengths = lengthsOf(closed);
  return {
    has: (x, y, z) =>
      overlaps(z, z, zMin, zMax) && inRing(ring, x, y) && !holes.some((hole) => inRing(hole, x, y)),
    meets(min, max) {
      if (!overlaps(min[2], max[2], zMin, zMax)) return false;
      if (!overlaps(min[0], max[0], bounds.minX, bounds.maxX)) return false;
      if (!overlaps(min[1], max[1], bounds.minY, bounds.maxY)) return false;
      const [x, y] = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2];
      const around = Math.hypot(max[0] - min[0], max[1] - min[1]) / 2;
      return inRing(ring, x, y) || nearestOnLine(closed, lengths, x, y).distance <= around;
    },
  };
}

function lasso({ origin, matrix, ring, direction, near, far }: Of<'lasso'>): Region {
  const bounds = flatBounds(ring);
  const line = direction && unit(direction);
  const project = (x: number, y: number, z: number) => {
    const at = [x - origin[0], y - origin[1], z - origin[2], 1];
    const row = (n: number) => at.reduce((sum, each, i) => sum + matrix[4 * i + n]! * each, 0);
    return { x: row(0), y: row(1), w: row(3) };
  };
  const depth = (x: number, y: number, z: number) =>
    line ? dot(line, [x - origin[0], y - origin[1], z - origin[2]]) : 0;
  return {
    has(x, y, z) {
      if (line && !overlaps(depth(x, y, z), depth(x, y, z), near, far)) return false;
      const at = project(x, y, z);
      return at.w > 0 && inRing(ring, at.x / at.w, at.y / at.w);
    },
    meets(min, max) {
      const { centre, radius } = sphere(min, max);
      const middle = depth(...centre);
      if (line && !overlaps(middle - radius, middle + radius, near, far)) return false;
      const corners = Array.from({ length: 8 }, (_, n) =>
        project(n & 1 ? min[0] : max[0], n & 2 ? min[1] : max[1], n & 4 ? min[2] : max[2]),
      );
      if (corners.every(({ w }) => w <= 0)) return false;
      if (corners.some(({ w }) => w <= 0)) return true;
      const seen = flatBounds(corners.map(({ x, y, w }) => [x / w, y / w] as const));
      return (
        overlaps(seen.minX, seen.maxX, bounds.minX, bounds.maxX) &&
        overlaps(seen.minY, seen.maxY, bounds.minY, bounds.maxY)
      );
    },
  };
}

export function regionOf(region: CloudRegion): Region {
  switch (region.kind) {
    case 'cone':
      return cone(region);
    case 'column':
      return column(region);
    case 'corridor':
      return corridor(region);
    case 'box':
      return box(region);
    case 'turned-box':
      return turnedBox(region);
    case 'prism':
      return prism(region);
    case 'lasso':
      return lasso(region);
  }
}

/** All of `inside`, none of `outside`. */
export function selectionRegion({
  inside = [],
  outside = [],
}: Pick<CloudSelection, 'inside' | 'outside'>): Region {
  const [within, without] = [inside.map(regionOf), outside.map(regionOf)];
  return {
    has: (x, y, z) =>
      within.every((region) => region.has(x, y, z)) && !without.some((region) => region.has(x, y, z)),
    meets: (min, max) => within.every((region) => region.meets(min, max)),
  };
}
