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

/** A face by its triangles, each by where it begins in the list of them. */
interface Face {
  readonly triangles: readonly number[];
  readonly edges: MeshEdge[];
}

/** Of each mesh the face that was asked for last: a pointer stays on one for a while. */
const lastOf = new WeakMap<Mesh, Face>();

/**
 * The outline of the flat face that a point of a mesh lies on. Edges between two triangles of one plane are seen by nobody,
 * and left out. `near`: what is no farther from one another, or from a plane, is together. Undefined where no triangle is there.
 */
export function faceAt(mesh: Mesh, point: Vector, near: number): MeshEdge[] | undefined {
  const last = lastOf.get(mesh);
  // Near an edge the point may be on its neighbour as well: all are looked through, as if for the first time.
  if (last?.triangles.some((i) => planeUnder(mesh, i, point, near, near))) return last.edges;
  const plane = planeAt(mesh, point, near);
  if (!plane) return undefined;
  const face = faceIn(mesh, plane, near);
  lastOf.set(mesh, face);
  return face.edges;
}

function faceIn(mesh: Mesh, { normal, offset }: Plane, near: number): Face {
  const found: number[] = [];
  const edges = new Map<string, MeshEdge>();
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
    found.push(i);
    for (const [corner, from] of corners.entries()) {
      const to = corners[(corner + 1) % 3]!;
      const key = [keyOf(from, near), keyOf(to, near)].sort().join(' ');
      if (!edges.delete(key)) edges.set(key, [from, to]);
    }
  }
  return { triangles: found, edges: [...edges.values()] };
}

function triangleAt({ corners, triangles }: Mesh, i: number): [Vector, Vector, Vector] {
  const corner = (n: number): Vector => [corners[3 * n]!, corners[3 * n + 1]!, corners[3 * n + 2]!];
  return [corner(triangles[i]!), corner(triangles[i + 1]!), corner(triangles[i + 2]!)];
}

/** Of the triangle that holds the point. */
function planeAt(mesh: Mesh, point: Vector, near: number): Plane | undefined {
  const { corners, triangles } = mesh;
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const [a, b, c] = [3 * triangles[i]!, 3 * triangles[i + 1]!, 3 * triangles[i + 2]!];
    let axis = 0;
    // Most are beside it already in the first direction.
    while (
      axis < 3 &&
      isAmong(point[axis]!, corners[a + axis]!, corners[b + axis]!, corners[c + axis]!, near)
    )
      axis++;
    const plane = axis === 3 ? planeUnder(mesh, i, point, near) : undefined;
    if (plane) return plane;
  }
  return undefined;
}

function isAmong(at: number, a: number, b: number, c: number, near: number): boolean {
  return at >= Math.min(a, b, c) - near && at <= Math.max(a, b, c) + near;
}

/** The plane of a triangle if the point lies on it, so far within its edges. */
function planeUnder(mesh: Mesh, i: number, point: Vector, near: number, within = -near): Plane | undefined {
  const triangle = triangleAt(mesh, i);
  const plane = planeOf(triangle);
  if (!(Math.abs(dot(plane.normal, point) - plane.offset) <= near)) return undefined;
  const holds = triangle.every((from, corner) => {
    const along = minus(triangle[(corner + 1) % 3]!, from);
    const aside = dot(cross(along, minus(point, from)), plane.normal);
    return aside >= within * Math.hypot(...along);
  });
  return holds ? plane : undefined;
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
