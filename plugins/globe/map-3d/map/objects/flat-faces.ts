import { cross, dot, minus, type Vector } from '#core/geodesy';

/** Coordinates of corners, three numbers each, and three indices per triangle. */
export interface TriangleMesh {
  readonly corners: ArrayLike<number>;
  readonly triangles: ArrayLike<number>;
}
export type MeshEdge = readonly [Vector, Vector];

interface FacePlane {
  readonly normal: Vector;
  readonly offset: number;
}

/** Cosine of the largest angle between triangles of one face. */
const SAME_WAY = 0.999;

/** A face as its triangles, each by its index in the list. */
interface MeshFace {
  readonly triangles: readonly number[];
  readonly edges: MeshEdge[];
}

/** The last face found in each mesh: a pointer stays on one for a while. */
const lastOf = new WeakMap<TriangleMesh, MeshFace>();

/**
 * The outline of the flat face at a point of a mesh, without edges between coplanar triangles. `near`: tolerance for
 * corners and planes. Undefined where there is no triangle.
 */
export function faceAt(mesh: TriangleMesh, point: Vector, near: number): MeshEdge[] | undefined {
  const last = lastOf.get(mesh);
  // Near an edge the point may also be on the neighbour: search all, as on the first time.
  if (last?.triangles.some((i) => planeUnder(mesh, i, point, near, near))) return last.edges;
  const plane = planeAt(mesh, point, near);
  if (!plane) return undefined;
  const face = faceIn(mesh, plane, near);
  lastOf.set(mesh, face);
  return face.edges;
}

function faceIn(mesh: TriangleMesh, { normal, offset }: FacePlane, near: number): MeshFace {
  const found: number[] = [];
  const edges = new Map<string, MeshEdge>();
  const [x, y, z] = normal;
  const { corners: all, triangles } = mesh;
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    // Most are elsewhere, and are skipped by comparing coordinates.
    const first = 3 * triangles[i]!;
    if (Math.abs(x * all[first]! + y * all[first + 1]! + z * all[first + 2]! - offset) > near) continue;
    const corners = triangleAt(mesh, i);
    if (corners.some((corner) => Math.abs(dot(normal, corner) - offset) > near)) continue;
    // The back face lies there, too, where a mesh has both sides; triangles without area have no direction.
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

function triangleAt({ corners, triangles }: TriangleMesh, i: number): [Vector, Vector, Vector] {
  const corner = (n: number): Vector => [corners[3 * n]!, corners[3 * n + 1]!, corners[3 * n + 2]!];
  return [corner(triangles[i]!), corner(triangles[i + 1]!), corner(triangles[i + 2]!)];
}

/** Plane of the triangle that contains the point. */
function planeAt(mesh: TriangleMesh, point: Vector, near: number): FacePlane | undefined {
  const { corners, triangles } = mesh;
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const [a, b, c] = [3 * triangles[i]!, 3 * triangles[i + 1]!, 3 * triangles[i + 2]!];
    let axis = 0;
    // Most are outside in the first direction already.
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

/** The plane of a triangle if the point lies on it, at least `within` inside its edges. */
function planeUnder(
  mesh: TriangleMesh,
  i: number,
  point: Vector,
  near: number,
  within = -near,
): FacePlane | undefined {
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

/** A triangle without area has no normal, so that nothing is near its plane. */
function planeOf([a, b, c]: readonly [Vector, Vector, Vector]): FacePlane {
  const [x, y, z] = cross(minus(b, a), minus(c, a));
  const length = Math.hypot(x, y, z);
  const normal: Vector = [x / length, y / length, z / length];
  return { normal, offset: dot(normal, a) };
}

/** Each face has its own copy of the corners, rounded. */
function keyOf(corner: Vector, near: number): string {
  return corner.map((part) => Math.round(part / near)).join();
}
