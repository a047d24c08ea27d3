import { cross, dot, minus, type Vector } from '#core/geodesy';

/** Corners of triangles, three numbers each, and the triangles by three corners each. */
export interface Mesh {
  readonly corners: ArrayLike<number>;
  readonly triangles: ArrayLike<number>;
}
export type MeshEdge = readonly [Vector, Vector];

interface Plane {
  readonly normal: Vector;
  readonly offset: number;
}

/** Cosine between triangles of one face. */
const SAME_WAY = 0.999;

/**
 * The outline of the flat face that a point of a mesh lies on. Edges between two triangles of one plane are seen by nobody,
 * and left out. `near`: what is no farther from one another, or from a plane, is together. Undefined where no triangle is there.
 */
export function faceAt(mesh: Mesh, point: Vector, near: number): MeshEdge[] | undefined {
  const plane = planeAt(mesh, point, near);
  if (!plane) return undefined;
  const edges = new Map<string, MeshEdge>();
  for (const corners of trianglesOf(mesh)) {
    if (corners.some((corner) => Math.abs(dot(plane.normal, corner) - plane.offset) > near)) continue;
    // Its back lies there, too, where a mesh has both sides; what has no area faces nowhere.
    if (!(dot(planeOf(corners).normal, plane.normal) >= SAME_WAY)) continue;
    for (const [i, from] of corners.entries()) {
      const to = corners[(i + 1) % 3]!;
      const key = [keyOf(from, near), keyOf(to, near)].sort().join(' ');
      if (!edges.delete(key)) edges.set(key, [from, to]);
    }
  }
  return [...edges.values()];
}

function* trianglesOf({ corners, triangles }: Mesh): Generator<[Vector, Vector, Vector]> {
  const corner = (i: number): Vector => [corners[3 * i]!, corners[3 * i + 1]!, corners[3 * i + 2]!];
  for (let i = 0; i + 2 < triangles.length; i += 3)
    yield [corner(triangles[i]!), corner(triangles[i + 1]!), corner(triangles[i + 2]!)];
}

/** Of the triangle that holds the point. */
function planeAt(mesh: Mesh, point: Vector, near: number): Plane | undefined {
  for (const triangle of trianglesOf(mesh)) {
    if (!isInBox(point, triangle, near)) continue;
    const plane = planeOf(triangle);
    if (Math.abs(dot(plane.normal, point) - plane.offset) > near) continue;
    const within = triangle.every((from, i) => {
      const along = minus(triangle[(i + 1) % 3]!, from);
      const aside = dot(cross(along, minus(point, from)), plane.normal);
      return aside >= -near * Math.hypot(...along);
    });
    if (within) return plane;
  }
  return undefined;
}

function isInBox(point: Vector, [a, b, c]: readonly [Vector, Vector, Vector], near: number): boolean {
  for (const i of [0, 1, 2] as const) {
    if (point[i] < Math.min(a[i], b[i], c[i]) - near) return false;
    if (point[i] > Math.max(a[i], b[i], c[i]) + near) return false;
  }
  return true;
}

/** Of a triangle without area no normal, which nothing is near to. */
function planeOf([a, b, c]: readonly [Vector, Vector, Vector]): Plane {
  const [x, y, z] = cross(minus(b, a), minus(c, a));
  const length = Math.hypot(x, y, z);
  const normal: Vector = [x / length, y / length, z / length];
  return { normal, offset: dot(normal, a) };
}

/** Corners are written with each face anew, and rounded. */
function keyOf(corner: Vector, near: number): string {
  return corner.map((part) => Math.round(part / near)).join();
}
