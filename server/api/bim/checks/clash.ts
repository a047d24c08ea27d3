import type { BimClash, BimClashes } from '#core/protocol';
import { BufferAttribute, BufferGeometry, DoubleSide, Line3, Matrix4, Plane, Ray, Vector3 } from 'three';
import { MeshBVH, type ExtendedTriangle } from 'three-mesh-bvh';
import { IdsModel } from '../ids/model.ts';
import { readMeshes, type ElementMesh } from '../shapes/meshes.ts';
import { nameOf, type ElementName } from './element-info.ts';

export interface ClashOptions {
  tolerance: number;
  clearance: number;
}
/** One element with a shape. */
interface Body extends ElementName {
  line: number;
  mesh: ElementMesh;
  min: Triple;
  max: Triple;
  bvh?: MeshBVH;
}
type Triple = [number, number, number];
/** From the axes of the second file to those of the first: column-major 4 × 4; missing: the same. */
export type ClashFrame = readonly number[] | null;

const MAX_CLASHES = 10_000;
const IDENTITY = new Matrix4();

/** Finds pairs of elements of two models, or of one, that lie in each other or too near. */
export async function findClashes(
  first: Buffer,
  second: Buffer | null,
  frame: ClashFrame,
  options: ClashOptions,
  deadline: number,
): Promise<Omit<BimClashes, 'withId' | 'withName'>> {
  const model = new IdsModel(first);
  const bodies = bodiesOf(model, await readMeshes(first), null);
  const related = relatedPairs(model, second === null);
  const others = second === null ? bodies : bodiesOf(new IdsModel(second), await readMeshes(second), frame);
  const origin = bodies[0]?.min ?? [0, 0, 0];
  const clashes: BimClash[] = [];
  let pairs = 0;
  let isCut = false;
  for (const [a, b] of nearPairs(bodies, others, options.clearance, second === null)) {
    if (related.has(`${a.line} ${b.line}`) || related.has(`${b.line} ${a.line}`)) continue;
    if (clashes.length >= MAX_CLASHES || performance.now() > deadline) {
      isCut = true;
      break;
    }
    pairs++;
    const found = comparePair(a, b, origin, options);
    if (!found) continue;
    const name = ({ globalId, class: kind, name: text }: Body) => ({ globalId, class: kind, name: text });
    clashes.push({ a: name(a), b: name(b), ...found });
  }
  clashes.sort((one, other) => one.distance - other.distance);
  return { clashes, pairs, isCut };
}

function bodiesOf(model: IdsModel, meshes: readonly ElementMesh[], frame: ClashFrame): Body[] {
  return meshes.flatMap((mesh) => {
    const thing = model.get(mesh.line);
    if (!thing || !model.schema.isA(thing.type, 'IFCELEMENT')) return [];
    const placed = frame ? { ...mesh, positions: moved(mesh.positions, frame) } : mesh;
    return [{ ...nameOf(model, thing), line: mesh.line, mesh: placed, ...boxOf(placed.positions) }];
  });
}

function moved(positions: Float64Array, m: readonly number[]): Float64Array {
  const out = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i]!, positions[i + 1]!, positions[i + 2]!];
    for (let row = 0; row < 3; row++)
      out[i + row] = m[row]! * x + m[4 + row]! * y + m[8 + row]! * z + m[12 + row]!;
  }
  return out;
}

function boxOf(positions: Float64Array): { min: Triple; max: Triple } {
  const min: Triple = [Infinity, Infinity, Infinity];
  const max: Triple = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    const axis = i % 3;
    min[axis] = Math.min(min[axis]!, positions[i]!);
    max[axis] = Math.max(max[axis]!, positions[i]!);
  }
  return { min, max };
}

/** Lines of wholes with their parts, and of openings' hosts with what fills them: they touch as they should. */
function relatedPairs(model: IdsModel, isSame: boolean): Set<string> {
  const found = new Set<string>();
  if (!isSame) return found;
  const lines = (type: string) => model.file.idsOf(type);
  for (const id of lines('IFCRELAGGREGATES')) {
    const relation = model.get(id)!;
    const [whole] = model.referred(relation, 'RelatingObject');
    for (const part of model.referred(relation, 'RelatedObjects'))
      if (whole) found.add(`${whole.id} ${part.id}`);
  }
  for (const id of lines('IFCRELFILLSELEMENT')) {
    const [filler] = model.referred(model.get(id), 'RelatedBuildingElement');
    const [opening] = model.referred(model.get(id), 'RelatingOpeningElement');
    for (const host of opening ? model.related('void', opening) : [])
      if (filler) found.add(`${host.id} ${filler.id}`);
  }
  return found;
}

/** Pairs whose boxes come within `gap` of each other, swept along x. */
function* nearPairs(
  first: readonly Body[],
  second: readonly Body[],
  gap: number,
  isSame: boolean,
): Generator<[Body, Body]> {
  const sorted = [...second].sort((one, other) => one.min[0] - other.min[0]);
  const widest = sorted.reduce((most, each) => Math.max(most, each.max[0] - each.min[0]), 0);
  for (const a of first) {
    let at = lowerBound(sorted, a.min[0] - gap - widest);
    for (; at < sorted.length && sorted[at]!.min[0] <= a.max[0] + gap; at++) {
      const b = sorted[at]!;
      if (isSame && b.line <= a.line) continue;
      if ([0, 1, 2].every((axis) => a.min[axis]! <= b.max[axis]! + gap && b.min[axis]! <= a.max[axis]! + gap))
        yield [a, b];
    }
  }
}

function lowerBound(sorted: readonly Body[], x: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.min[0] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Distance = Pick<BimClash, 'distance' | 'at'>;

function comparePair(
  a: Body,
  b: Body,
  origin: Triple,
  { tolerance, clearance }: ClashOptions,
): Distance | null {
  const [one, other] = [bvhOf(a, origin), bvhOf(b, origin)];
  const hard =
    crossing(one, other, tolerance) ?? contained(one, other, tolerance) ?? contained(other, one, tolerance);
  const back = ({ x, y, z }: Vector3): Triple => [x + origin[0], y + origin[1], z + origin[2]];
  if (hard) {
    const depth = Math.max(tolerance, Math.min(hard.depth, overlapOf(a, b)));
    return { distance: -depth, at: back(hard.at) };
  }
  if (clearance === 0) return null;
  const near = { point: new Vector3(), distance: 0, faceIndex: 0 };
  const far = { point: new Vector3(), distance: 0, faceIndex: 0 };
  const hit = one.closestPointToGeometry(other.geometry, IDENTITY, near, far, 0, clearance);
  // Touching is allowed up to the tolerance: what lies in each other by less is not too near but joined.
  if (!hit || near.distance >= clearance || near.distance <= tolerance) return null;
  return { distance: near.distance, at: back(near.point.clone().lerp(far.point, 0.5)) };
}

function bvhOf(body: Body, origin: Triple): MeshBVH {
  if (body.bvh) return body.bvh;
  const { positions, indices } = body.mesh;
  const local = new Float32Array(positions.length);
  for (let i = 0; i < local.length; i++) local[i] = positions[i]! - origin[i % 3]!;
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(local, 3));
  geometry.setIndex(new BufferAttribute(indices.slice(), 1));
  body.bvh = new MeshBVH(geometry, { maxLeafSize: 8 });
  geometry.boundsTree = body.bvh;
  return body.bvh;
}

/** Smallest overlap of the boxes along an axis: no more can they lie in each other. */
function overlapOf(a: Body, b: Body): number {
  return Math.min(
    ...[0, 1, 2].map((axis) => Math.min(a.max[axis]!, b.max[axis]!) - Math.max(a.min[axis]!, b.min[axis]!)),
  );
}

/** Two triangles that cut through each other by more than the tolerance on both sides of both. */
function crossing(one: MeshBVH, other: MeshBVH, tolerance: number): { depth: number; at: Vector3 } | null {
  let deepest: { depth: number; at: Vector3 } | null = null;
  one.bvhcast(other, IDENTITY, {
    intersectsTriangles(first: ExtendedTriangle, second: ExtendedTriangle) {
      const depth = Math.min(straddle(first, second), straddle(second, first));
      if (depth <= tolerance || (deepest && depth <= deepest.depth)) return false;
      const edge = new Line3();
      if (!first.intersectsTriangle(second, edge)) return false;
      deepest = { depth, at: edge.start.clone().lerp(edge.end, 0.5) };
      return false;
    },
  });
  return deepest;
}

/** How far a triangle reaches to the nearer side of the plane of another. */
function straddle(triangle: ExtendedTriangle, of: ExtendedTriangle): number {
  const plane = of.getPlane(new Plane());
  const distances = [triangle.a, triangle.b, triangle.c].map((each) => plane.distanceToPoint(each));
  return Math.min(Math.max(...distances), -Math.min(...distances));
}

const SAMPLES = 48;

/** A face of `inner` that lies inside of `outer`: whole elements in each other, or flush ones. */
function contained(inner: MeshBVH, outer: MeshBVH, tolerance: number): { depth: number; at: Vector3 } | null {
  const { geometry } = inner;
  const index = geometry.index!;
  const position = geometry.attributes['position'] as BufferAttribute;
  const count = index.count / 3;
  const step = Math.max(1, Math.floor(count / SAMPLES));
  const [a, b, c, normal, at] = [new Vector3(), new Vector3(), new Vector3(), new Vector3(), new Vector3()];
  const edge = new Vector3();
  const inset = Math.max(2 * tolerance, 1e-4);
  for (let i = 0; i < count; i += step) {
    a.fromBufferAttribute(position, index.getX(3 * i));
    b.fromBufferAttribute(position, index.getX(3 * i + 1));
    c.fromBufferAttribute(position, index.getX(3 * i + 2));
    normal.subVectors(b, a).cross(edge.subVectors(c, a));
    if (normal.lengthSq() < 1e-16) continue;
    at.copy(a).add(b).add(c).divideScalar(3).addScaledVector(normal.normalize(), -inset);
    if (!isInside(outer, at)) continue;
    const depth = outer.closestPointToPoint(at)?.distance ?? 0;
    // Inside of both: its own other face may be nearer than the inset.
    if (depth > tolerance && isInside(inner, at)) return { depth, at: at.clone() };
  }
  return null;
}

const UP = new Vector3(0.123, 0.067, 0.99).normalize();

/** Whether a ray leaves the triangles once more than it enters them. */
function isInside(bvh: MeshBVH, at: Vector3): boolean {
  const hits = bvh.raycast(new Ray(at, UP), DoubleSide);
  const distances = hits.map(({ distance }) => distance).sort((one, other) => one - other);
  // Two triangles meet where a ray hits their edge.
  return distances.filter((each, i) => i === 0 || each - distances[i - 1]! > 1e-6).length % 2 === 1;
}
