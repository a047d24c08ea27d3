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
  const { normal, offset } = plane;
  const [x, y, z] = normal;
  const { corners: all, triangles } = mesh;
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    // Most are somewhere else, and are passed over by the numbers as they are.
    const first = 3 * triangles[i]!;
    if (Math.abs(x * all[first]! + y * all[first + 1]! + z * all[first + 2]! - offset) > near) continue;
    const corners = triangleAt(mesh, i);
    if (corners.some((corner) => Math.abs(dot(normal, corner) - offset) > near)) continue;
    // Its back lies there, too, where a mesh has both sides; what has no area faces nowhere.
    if (!(dot(planeOf(corners).normal, normal) >= SAME_WAY)) continue;
    for (const [corner, from] of corners.entries()) {
      const to = corners[(corner + 1) % 3]!;
      const key = [keyOf(from, near), keyOf(to, near)].sort().join(' ');
      if (!edges.delete(key)) edges.set(key, [from, to]);
    }
  }
  return [...edges.values()];
}

function triangleAt({ corners, triangles }: Mesh, i: number): [Vector, Vector, Vector] {
  const corner = (n: number): Vector => [corners[3 * n]!, corners[3 * n + 1]!, corners[3 * n + 2]!];
  return [corner(triangles[i]!), corner(triangles[i + 1]!), corner(triangles[i + 2]!)];
}

/** Of the triangle that holds the point. */
function planeAt(mesh: Mesh, point: Vector, near: number): Plane | undefined {
  for (let i = 0; i + 2 < mesh.triangles.length; i += 3) {
    if (!isInBox(point, mesh, i, near)) continue;
    const triangle = triangleAt(mesh, i);
    const plane = planeOf(triangle);
    if (Math.abs(dot(plane.normal, point) - plane.offset) > near) continue;
    const within = triangle.every((from, corner) => {
      const along = minus(triangle[(corner + 1) % 3]!, from);
      const aside = dot(cross(along, minus(point, from)), plane.normal);
      return aside >= -near * Math.hypot(...along);
    });
    if (within) return plane;
  }
  return undefined;
}

/** Is the point in the box around a triangle? */
function isInBox(point: Vector, { corners, triangles }: Mesh, i: number, near: number): boolean {
  const [a, b, c] = [3 * triangles[i]!, 3 * triangles[i + 1]!, 3 * triangles[i + 2]!];
  for (let axis = 0; axis < 3; axis++) {
    const [one, two, three] = [corners[a + axis]!, corners[b + axis]!, corners[c + axis]!];
    const at = point[axis]!;
    if (at < Math.min(one, two, three) - near || at > Math.max(one, two, three) + near) return false;
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
