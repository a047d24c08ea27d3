/** Triangles of an element: coordinates in threes, and indices of their corners in threes. */
export interface Triangles {
  readonly positions: ArrayLike<number>;
  readonly indices: ArrayLike<number>;
}

/** Faces that meet at less than this (cosine of 2°) are one face. */
const SAME_FACE = Math.cos((2 * Math.PI) / 180);
/** Corners closer than this are one, metres. */
const SAME_CORNER = 1e-4;

type Corner = readonly [number, number, number];

/** The edges that a person sees of triangles, without those inside of flat faces; corners in pairs. */
export function edgesOf({ positions, indices }: Triangles): (readonly [Corner, Corner])[] {
  const corners: Corner[] = [];
  const names = new Map<string, number>();
  const nameOf = (index: number): number => {
    const corner: Corner = [positions[3 * index]!, positions[3 * index + 1]!, positions[3 * index + 2]!];
    const key = corner.map((value) => Math.round(value / SAME_CORNER)).join();
    let name = names.get(key);
    if (name === undefined) {
      name = corners.push(corner) - 1;
      names.set(key, name);
    }
    return name;
  };
  const normals = new Map<string, { readonly ends: readonly [number, number]; readonly faces: Corner[] }>();
  for (let at = 0; at + 2 < indices.length; at += 3) {
    const triangle = [nameOf(indices[at]!), nameOf(indices[at + 1]!), nameOf(indices[at + 2]!)];
    const normal = normalOf(triangle.map((name) => corners[name]!) as [Corner, Corner, Corner]);
    if (!normal) continue;
    for (let side = 0; side < 3; side++) {
      const [a, b] = [triangle[side]!, triangle[(side + 1) % 3]!];
      const ends: [number, number] = a < b ? [a, b] : [b, a];
      const key = ends.join();
      const known = normals.get(key);
      if (known) known.faces.push(normal);
      else normals.set(key, { ends, faces: [normal] });
    }
  }
  const edges: (readonly [Corner, Corner])[] = [];
  for (const { ends, faces } of normals.values()) {
    const [first] = faces;
    const isFlat = faces.length > 1 && faces.every((face) => Math.abs(dot(face, first!)) > SAME_FACE);
    if (!isFlat) edges.push([corners[ends[0]]!, corners[ends[1]]!]);
  }
  return edges;
}

/** Undefined of a triangle without area. */
function normalOf([a, b, c]: readonly [Corner, Corner, Corner]): Corner | undefined {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const normal: Corner = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.hypot(...normal);
  return length < 1e-12 ? undefined : [normal[0] / length, normal[1] / length, normal[2] / length];
}

const dot = (a: Corner, b: Corner): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
