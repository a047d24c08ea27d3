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
  Triangle,
  Vector3,
  type Ray,
} from 'three';
import { currentTheme } from '#core/canvas';
import type { Disposable } from '#core/kernel';
import type { BimLook, ModelCoordinates } from '../api.ts';
import { isCutAway, type CutEdge } from './clip-edge.ts';
import type { DrawnModel } from './drawn-model.ts';
import type { PickedFace } from './picker.ts';

const COLOURS = {
  light: { fill: '#5b6770', line: '#1d2428' },
  dark: { fill: '#8b979f', line: '#f1f4f6' },
} as const;
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

/** Where one plane cuts one model. */
interface Section {
  readonly plane: Plane;
  readonly others: readonly Plane[];
  /** Corners in pairs, and in threes. */
  readonly lines: readonly Vector3[];
  readonly triangles: readonly Vector3[];
}

/** Filled faces where planes cut the models. */
export class Cuts implements Disposable {
  readonly group = new Group();
  readonly #done: () => void;
  #sections: readonly Section[] = [];
  #made = '';
  #round = 0;

  /** `done`: called when the faces are others. */
  constructor(done: () => void) {
    this.#done = done;
  }

  /** Makes the faces of these planes, unless they are made already; a later call wins. */
  async update(planes: readonly Plane[], models: readonly DrawnModel[], look: BimLook): Promise<void> {
    const theme = currentTheme();
    const isCutting = planes.length > 0;
    const key = JSON.stringify([
      look.planes,
      look.box,
      theme,
      models.map((model) => [model.key, model.level, model.raised, isCutting && model.visible(look)]),
    ]);
    if (key === this.#made) return;
    this.#made = key;
    const colours = COLOURS[theme];
    const round = ++this.#round;
    const made: (Mesh | LineSegments)[] = [];
    const sections: Section[] = [];
    for (const plane of planes) {
      const others = planes.filter((other) => other !== plane);
      for (const model of models) {
        const { lines, triangles } = await model.section(plane, look);
        if (round !== this.#round) return;
        sections.push({ plane, others, lines, triangles });
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
    this.#sections = sections;
    if (made.length > 0) this.group.add(...made);
    this.#done();
  }

  /** Where a ray first meets a filled cut, with the normal toward its start; undefined: it meets none. */
  meet(ray: Ray): { readonly at: Vector3; readonly normal: Vector3; readonly distance: number } | undefined {
    let first: ReturnType<Cuts['meet']>;
    for (const { plane, others, triangles } of this.#sections) {
      const at = ray.intersectPlane(plane, new Vector3());
      if (!at || isCutAway(at, others)) continue;
      const distance = at.distanceTo(ray.origin);
      if ((first && first.distance <= distance) || !isIn(at, triangles)) continue;
      // What is removed is before the plane.
      first = { at, normal: plane.normal.clone().negate(), distance };
    }
    return first;
  }

  /** Outlines of the cuts, for which `isNear` holds. */
  edges(isNear: (from: Vector3, to: Vector3) => boolean): CutEdge[] {
    const found: CutEdge[] = [];
    for (const { lines, others } of this.#sections)
      for (let i = 0; i + 1 < lines.length; i += 2) {
        const edge: CutEdge = [lines[i]!, lines[i + 1]!];
        if (!edge.some((end) => isCutAway(end, others)) && isNear(...edge)) found.push(edge);
      }
    return found;
  }

  dispose(): void {
    this.#round++;
    this.#empty();
  }

  #empty(): void {
    this.#sections = [];
    for (const child of [...this.group.children]) {
      this.group.remove(child);
      const { geometry, material } = child as Mesh<BufferGeometry, MeshBasicMaterial>;
      geometry.dispose();
      material.dispose();
    }
  }
}

/** What is seen under a pixel: a face of a model, or the fill of a cut through it. */
export interface SeenFace extends PickedFace {
  readonly isCut?: boolean;
}

/** Through a filled cut the graphics card sees the inside of its element: the cut is what a person sees. */
export function seenAlong(ray: Ray, face: PickedFace, cuts: Cuts): SeenFace {
  const cut = cuts.meet(ray);
  if (!cut || cut.distance > face.at.distanceTo(ray.origin)) return face;
  return { ...face, at: cut.at, normal: cut.normal, isCut: true };
}

function isIn(at: Vector3, triangles: readonly Vector3[]): boolean {
  for (let i = 0; i + 2 < triangles.length; i += 3)
    if (Triangle.containsPoint(at, triangles[i]!, triangles[i + 1]!, triangles[i + 2]!)) return true;
  return false;
}

function geometryOf(places: readonly Vector3[], shift: Vector3): BufferGeometry {
  const numbers = new Float32Array(places.length * 3);
  for (const [i, { x, y, z }] of places.entries())
    numbers.set([x + shift.x, y + shift.y, z + shift.z], 3 * i);
  return new BufferGeometry().setAttribute('position', new BufferAttribute(numbers, 3));
}
