import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  Plane,
  Vector3,
} from 'three';
import type { Disposable } from '#core/kernel';
import type { BimLook, ModelCoordinates } from '../api.ts';
import type { DrawnModel } from './drawn-model.ts';

/** Metres by which a cut is drawn before the plane, so that it is not cut itself. */
const BEFORE = 0.002;

/** The planes of a look in the scene: what is on their negative side is removed. */
export function planesOf(
  { planes, box }: Pick<BimLook, 'planes' | 'box'>,
  origin: ModelCoordinates,
): Plane[] {
  const inScene = ([x, y, z]: ModelCoordinates) => new Vector3(x - origin[0], y - origin[1], z - origin[2]);
  const all = planes.map(({ at, normal }) =>
    new Plane().setFromNormalAndCoplanarPoint(new Vector3(...normal).negate(), inScene(at)),
  );
  if (!box) return all;
  const center = inScene(box.center);
  const turn = (box.turn * Math.PI) / 180;
  const axes = [
    new Vector3(Math.cos(turn), Math.sin(turn), 0),
    new Vector3(-Math.sin(turn), Math.cos(turn), 0),
    new Vector3(0, 0, 1),
  ];
  for (const [i, axis] of axes.entries())
    for (const side of [1, -1]) {
      const outward = axis.clone().multiplyScalar(side);
      const at = center.clone().addScaledVector(outward, box.size[i]! / 2);
      all.push(new Plane().setFromNormalAndCoplanarPoint(outward.negate(), at));
    }
  return all;
}

/** Filled faces where planes cut the models. */
export class Cuts implements Disposable {
  readonly group = new Group();
  #round = 0;

  /** Makes the faces of these planes; a later call wins. `done` when they are there. */
  async make(
    planes: readonly Plane[],
    models: readonly DrawnModel[],
    look: BimLook,
    colours: { readonly fill: string; readonly line: string },
    done: () => void,
  ): Promise<void> {
    const round = ++this.#round;
    const made: (Mesh | LineSegments)[] = [];
    for (const plane of planes) {
      const others = planes.filter((other) => other !== plane);
      for (const model of models) {
        const { lines, triangles } = await model.section(plane, look);
        if (round !== this.#round) return;
        const shift = plane.normal.clone().multiplyScalar(BEFORE);
        const cut = { clippingPlanes: others, depthTest: true };
        if (triangles.length > 0)
          made.push(
            new Mesh(
              geometryOf(triangles, shift),
              new MeshBasicMaterial({ color: colours.fill, side: DoubleSide, ...cut }),
            ),
          );
        if (lines.length > 0)
          made.push(
            new LineSegments(
              geometryOf(lines, shift.multiplyScalar(2)),
              new LineBasicMaterial({ color: colours.line, ...cut }),
            ),
          );
      }
    }
    this.#empty();
    if (made.length > 0) this.group.add(...made);
    done();
  }

  dispose(): void {
    this.#round++;
    this.#empty();
  }

  #empty(): void {
    for (const child of [...this.group.children]) {
      this.group.remove(child);
      const { geometry, material } = child as Mesh<BufferGeometry, MeshBasicMaterial>;
      geometry.dispose();
      material.dispose();
    }
  }
}

function geometryOf(places: readonly Vector3[], shift: Vector3): BufferGeometry {
  const numbers = new Float32Array(places.length * 3);
  for (const [i, { x, y, z }] of places.entries())
    numbers.set([x + shift.x, y + shift.y, z + shift.z], 3 * i);
  return new BufferGeometry().setAttribute('position', new BufferAttribute(numbers, 3));
}
