import { Vector3 } from 'three';
import type { SceneCamera } from './scene-camera.ts';

/** Metres of the eye above the ground. */
export const EYE_HEIGHT = 1.7;
/** Metres between the eye and a wall that it stops at. */
const BODY = 0.3;
/** Steps that walking climbs, metres. */
const CLIMB = 0.6;
/** Metres between a floor and its ceiling where somebody can walk. */
const HEADROOM = 1.9;
/** Faces that are passed from above in search of a floor, and metres by which the next one is lower. */
const MAX_FACES = 24;
const APART = 0.01;
/** East, north, west and south. */
const ASIDE = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/** A face, and how far away it is. */
export interface FaceAhead {
  readonly distance: number;
  /** Tells elements apart. */
  readonly element: string;
}

/** The models that somebody walks in. */
export interface WalkedModels {
  /** The first face from a place in a direction; undefined where there is none. */
  faceAlong(from: Vector3, direction: Vector3): FaceAhead | undefined;
  /** Middle and diameter of what there is to see. */
  readonly bounds: { readonly middle: Vector3; readonly diameter: number };
}

/** Where somebody can stand and walk in the models. */
export class Footing {
  readonly #models: WalkedModels;

  constructor(models: WalkedModels) {
    this.#models = models;
  }

  /** Metres that somebody can go in a direction before a wall. */
  roomAhead(breast: Vector3, way: Vector3): number {
    return Math.max(0, this.#free(breast, way) - BODY);
  }

  /**
   * A floor under a ceiling with room for a person: at a place, or else near the middle. Outside of buildings there is
   * none.
   */
  floorNear(place: Vector3): Vector3 | undefined {
    const { middle, diameter } = this.#models.bounds;
    const aside = diameter / 8;
    const tries = [place, middle];
    for (const [x, y] of ASIDE) tries.push(middle.clone().add(new Vector3(x * aside, y * aside, 0)));
    for (const { x, y } of tries) {
      const floors = this.#floorsAt(x, y);
      const under = floors.find(({ z }) => z <= place.z) ?? floors.at(-1);
      if (under) return under;
    }
    return undefined;
  }

  /** From the highest to the lowest. */
  #floorsAt(x: number, y: number): Vector3[] {
    const { middle, diameter } = this.#models.bounds;
    const down = new Vector3(0, 0, -1);
    const floors: Vector3[] = [];
    const from = new Vector3(x, y, middle.z + diameter);
    let above: string | undefined;
    for (let faces = 0; faces < MAX_FACES; faces++) {
      const face = this.#models.faceAlong(from, down);
      if (!face) break;
      from.z -= face.distance;
      // The first face is a roof, or ground without one; between two faces of one element is its inside.
      const isAir = above !== undefined && above !== face.element;
      if (isAir && face.distance >= HEADROOM && this.#hasRoom(from)) floors.push(from.clone());
      above = face.element;
      from.z -= APART;
    }
    return floors;
  }

  /** Whether walls leave somebody room to stand there. */
  #hasRoom({ x, y, z }: Vector3): boolean {
    const breast = new Vector3(x, y, z + EYE_HEIGHT - 0.5);
    return ASIDE.every(([east, north]) => this.#free(breast, new Vector3(east, north, 0)) > 2 * BODY);
  }

  /** Puts the eye above the floor that is under it, up to a step higher or lower. */
  stand(eye: SceneCamera): void {
    const at = eye.position;
    const foot = at.clone();
    foot.z += CLIMB - EYE_HEIGHT;
    const down = this.#free(foot, new Vector3(0, 0, -1));
    if (down < Infinity) eye.target.z += CLIMB - down;
  }

  /** Units from a place to the first face in a direction. */
  #free(from: Vector3, direction: Vector3): number {
    return this.#models.faceAlong(from, direction)?.distance ?? Infinity;
  }
}
