import { BufferAttribute, BufferGeometry, Sphere, Triangle, Vector3, type Box3 } from 'three';
import { MeshBVH, type ExtendedTriangle } from 'three-mesh-bvh';
import type { ElementMesh } from '../shapes/meshes.ts';

type Triple = readonly [number, number, number];

/** The nearest place of a surface. */
export interface Near {
  /** Position of the element in the list. */
  element: number;
  /** Metres; positive is outside. */
  distance: number;
  at: Triple;
}

/** How much less than its distance a place may be from the plane of a face that it is before, not beside. */
const BEFORE_FACE = 1e-3;
/** Places closer than this are one, metres. */
const SAME = 1e-5;

/** The faces of all elements together, of which the nearest is found for a place. */
export class Surface {
  readonly origin: Triple;
  readonly #bvh: MeshBVH;
  /** By vertex. */
  readonly #elements: Uint32Array;
  /** -1 of elements whose faces look inward. */
  readonly #turned: Int8Array;
  readonly #target = { point: new Vector3(), distance: 0, faceIndex: 0 };
  readonly #place = new Vector3();
  readonly #triangle = new Triangle();
  readonly #normal = new Vector3();
  readonly #sphere = new Sphere();

  /** Throws when there are no faces. */
  constructor(meshes: readonly ElementMesh[]) {
    const vertices = meshes.reduce((sum, { positions }) => sum + positions.length / 3, 0);
    const corners = meshes.reduce((sum, { indices }) => sum + indices.length, 0);
    if (corners === 0) throw new Error('There are no faces.');
    const [x = 0, y = 0, z = 0] = meshes.find(({ positions }) => positions.length > 0)!.positions;
    this.origin = [x, y, z];
    const positions = new Float32Array(vertices * 3);
    const indices = new Uint32Array(corners);
    this.#elements = new Uint32Array(vertices);
    this.#turned = new Int8Array(meshes.length);
    let [vertex, corner] = [0, 0];
    for (const [element, mesh] of meshes.entries()) {
      this.#turned[element] = volumeOf(mesh) < 0 ? -1 : 1;
      for (let i = 0; i < mesh.positions.length; i++)
        positions[vertex * 3 + i] = mesh.positions[i]! - this.origin[i % 3]!;
      for (let i = 0; i < mesh.indices.length; i++) indices[corner + i] = mesh.indices[i]! + vertex;
      this.#elements.fill(element, vertex, vertex + mesh.positions.length / 3);
      vertex += mesh.positions.length / 3;
      corner += mesh.indices.length;
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setIndex(new BufferAttribute(indices, 1));
    this.#bvh = new MeshBVH(geometry, { maxLeafSize: 8 });
  }

  /** The nearest place within reach; undefined: there is none. */
  near([x, y, z]: Triple, reach: number): Near | undefined {
    const place = this.#place.set(x - this.origin[0], y - this.origin[1], z - this.origin[2]);
    const hit = this.#bvh.closestPointToPoint(place, this.#target, 0, reach);
    if (!hit || hit.distance > reach) return undefined;
    const { faceIndex, point } = hit;
    const { geometry } = this.#bvh;
    const first = geometry.index!.getX(3 * faceIndex);
    const element = this.#elements[first]!;
    const away = this.#awayFrom(faceIndex, place, hit.distance);
    const side = away < 0 ? -1 : 1;
    const { x: px, y: py, z: pz } = point;
    return {
      element,
      distance: side * this.#turned[element]! * hit.distance,
      at: [px + this.origin[0], py + this.origin[1], pz + this.origin[2]],
    };
  }

  /**
   * Distance from the plane of the nearest face. At an edge or a corner several faces are as near: the one whose plane is
   * farthest tells on which side the place is.
   */
  #awayFrom(faceIndex: number, place: Vector3, distance: number): number {
    const { geometry } = this.#bvh;
    const [position, index] = [geometry.attributes['position'] as BufferAttribute, geometry.index!];
    const triangle = this.#triangle.setFromAttributeAndIndices(
      position,
      index.getX(3 * faceIndex),
      index.getX(3 * faceIndex + 1),
      index.getX(3 * faceIndex + 2),
    );
    const point = this.#target.point;
    const along = (face: Triangle) => {
      face.getNormal(this.#normal);
      return this.#normal.dot(place) - this.#normal.dot(point);
    };
    let farthest = along(triangle);
    if (Math.abs(farthest) > distance * (1 - BEFORE_FACE)) return farthest;
    const element = this.#elements[index.getX(3 * faceIndex)];
    const sphere = this.#sphere.set(point, SAME);
    this.#bvh.shapecast({
      intersectsBounds: (box: Box3) => sphere.intersectsBox(box),
      intersectsTriangle: (face: ExtendedTriangle, i: number) => {
        if (this.#elements[index.getX(3 * i)] !== element || !face.intersectsSphere(sphere)) return false;
        const away = along(face);
        if (Math.abs(away) > Math.abs(farthest)) farthest = away;
        return false;
      },
    });
    return farthest;
  }
}

/** Negative where faces look inward; of open shapes about 0 or meaningless, and they are taken as they are. */
function volumeOf({ positions, indices }: ElementMesh): number {
  const [ox, oy, oz] = positions as unknown as Triple;
  let volume = 0;
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const [a, b, c] = [indices[i]! * 3, indices[i + 1]! * 3, indices[i + 2]! * 3];
    const [ax, ay, az] = [positions[a]! - ox, positions[a + 1]! - oy, positions[a + 2]! - oz];
    const [bx, by, bz] = [positions[b]! - ox, positions[b + 1]! - oy, positions[b + 2]! - oz];
    const [cx, cy, cz] = [positions[c]! - ox, positions[c + 1]! - oy, positions[c + 2]! - oz];
    volume += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return volume;
}
