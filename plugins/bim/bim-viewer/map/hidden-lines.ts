import { BufferAttribute, BufferGeometry, DoubleSide, Ray, type Plane, type Vector3 } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import { clipped, type CutEdge } from './clip-edge.ts';

/** Shapes in the scene: triangles that occlude, and the edges that are drawn. */
export interface Solid {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
  readonly edges: readonly CutEdge[];
}

/** Metres: an edge is looked at in pieces of this length, and where it disappears is found to the millimetre. */
const STEP = 0.25;
const EXACT = 0.001;
const MOST_PIECES = 200;
/** Metres by which an edge is nearer to the eye than the faces it belongs to. */
const BEFORE = 0.001;
/** Edges between two looks at whether somebody still waits. */
const PAUSE = 500;

export interface SeenEdges {
  readonly visible: readonly CutEdge[];
  readonly hidden: readonly CutEdge[];
}

/**
 * Which parts of the edges of solids are seen from far away in a direction, and which are behind faces. What planes cut away is
 * neither seen nor does it hide anything.
 */
export async function seenEdges(
  solids: readonly Solid[],
  toEye: Vector3,
  planes: readonly Plane[],
): Promise<SeenEdges> {
  const tree = treeOf(solids);
  const visible: CutEdge[] = [];
  const hidden: CutEdge[] = [];
  if (!tree) return { visible, hidden };
  const isHidden = (at: Vector3): boolean => {
    const ray = new Ray(at.clone().addScaledVector(toEye, BEFORE), toEye);
    if (planes.length === 0) return tree.raycastFirst(ray, DoubleSide) !== null;
    return tree
      .raycast(ray, DoubleSide)
      .some(({ point }) => planes.every((plane) => plane.distanceToPoint(point) >= 0));
  };
  let count = 0;
  for (const { edges } of solids)
    for (const edge of edges) {
      // Other things happen in the page meanwhile.
      if (++count % PAUSE === 0) await new Promise((done) => setTimeout(done));
      const rest = clipped(edge, planes);
      if (rest) split(rest, isHidden, visible, hidden);
    }
  return { visible, hidden };
}

function treeOf(solids: readonly Solid[]): MeshBVH | undefined {
  const vertices = solids.reduce((sum, { positions }) => sum + positions.length, 0);
  const corners = solids.reduce((sum, { indices }) => sum + indices.length, 0);
  if (corners === 0) return undefined;
  const positions = new Float32Array(vertices);
  const all = new Uint32Array(corners);
  let [vertex, corner] = [0, 0];
  for (const solid of solids) {
    positions.set(solid.positions, vertex);
    for (const index of solid.indices) all[corner++] = index + vertex / 3;
    vertex += solid.positions.length;
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(all, 1));
  return new MeshBVH(geometry);
}

/** Cuts an edge where it disappears and appears. */
function split(
  [from, to]: CutEdge,
  isHidden: (at: Vector3) => boolean,
  visible: CutEdge[],
  hidden: CutEdge[],
): void {
  const length = from.distanceTo(to);
  if (length < EXACT) return;
  const at = (share: number) => from.clone().lerp(to, share);
  const pieces = Math.min(MOST_PIECES, Math.max(2, Math.ceil(length / STEP)));
  // Ends are corners, where faces meet: what is a little inside tells.
  const shares = Array.from({ length: pieces + 1 }, (_, i) =>
    Math.min(1 - EXACT / length / 2, Math.max(EXACT / length / 2, i / pieces)),
  );
  let start = 0;
  let state = isHidden(at(shares[0]!));
  const end = (share: number) => {
    if (share > start) (state ? hidden : visible).push([at(start), at(share)]);
    start = share;
    state = !state;
  };
  for (let i = 1; i < shares.length; i++) {
    if (isHidden(at(shares[i]!)) === state) continue;
    let [low, high] = [shares[i - 1]!, shares[i]!];
    while ((high - low) * length > EXACT) {
      const middle = (low + high) / 2;
      if (isHidden(at(middle)) === state) low = middle;
      else high = middle;
    }
    end((low + high) / 2);
  }
  end(1);
}
