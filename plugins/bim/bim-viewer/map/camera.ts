import { BehaviorSubject, type Observable } from 'rxjs';
import { Vector3 } from 'three';
import { groundScale, resolutionOf, zoomOf } from '#core/canvas';
import type { Extent } from '#core/document';
import type { Disposable } from '#core/kernel';
import type { Camera, FlyOptions, Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { BimCameraMode } from '../api.ts';
import type { ModelFrame } from '../model/frame.ts';
import type { SceneCamera } from './scene-camera.ts';

const MARGIN = 48;
const MAX_FLY_ZOOM = 23;
const MILLISECONDS = 500;
/** Metres of the eye above the ground. */
const EYE_HEIGHT = 1.7;
/** Metres between the eye and a wall that it stops at. */
const BODY = 0.3;
/** Steps that walking climbs, metres. */
const CLIMB = 0.6;
/** Metres ahead of the place that walk looks at. */
const AHEAD = 10;

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

/** In the order of their headings. */
const SIDES: readonly BimCameraMode[] = ['front', 'left', 'back', 'right'];

/** A face, and how far away it is. */
export interface FaceAhead {
  readonly distance: number;
  /** Tells elements apart. */
  readonly element: string;
}

/** What the camera needs to know of the models. */
export interface ModelSurroundings {
  readonly frame: ModelFrame;
  /** The scene's origin, in the coordinates of the view. */
  readonly origin: readonly [number, number, number];
  /** The first face from a place in a direction; undefined where there is none. */
  faceAlong(from: Vector3, direction: Vector3): FaceAhead | undefined;
  /** The turn of the first model, degrees clockwise from grid north to its y axis. */
  readonly turn: number;
  /** The place in the scene at a pixel: on the model, or else on the ground. */
  meet(pixel: Pixel): Vector3 | undefined;
  /** Middle and diameter of what there is to see. */
  readonly bounds: { readonly middle: Vector3; readonly diameter: number };
  redraw(): void;
}

/** The camera of the view and its movements. */
export class BimCamera implements Disposable {
  readonly eye: SceneCamera;
  readonly #around: ModelSurroundings;
  readonly #camera$: BehaviorSubject<Camera>;
  readonly mode$ = new BehaviorSubject<BimCameraMode>('orbit');
  #flight: { readonly begun: number; readonly from: Stance; readonly to: Stance } | undefined;
  /** Metres of a step. */
  step = 0.75;

  constructor(eye: SceneCamera, around: ModelSurroundings) {
    this.eye = eye;
    this.#around = around;
    this.#camera$ = new BehaviorSubject(this.#current());
  }

  get camera$(): Observable<Camera> {
    return this.#camera$;
  }
  get camera(): Camera {
    return this.#camera$.value;
  }
  get size(): Pixel {
    return this.eye.size;
  }

  resize(size: Pixel): void {
    const { resolution } = this.eye;
    const first = this.eye.size[0] === 1;
    this.eye.size = size;
    if (!first && !this.eye.isOnFoot) this.eye.resolution = resolution;
    this.moved();
  }

  /** Call it when the eye has been moved. */
  moved(): void {
    this.eye.reach = Math.max(10, this.#around.bounds.diameter);
    this.#camera$.next(this.#current());
    this.#around.redraw();
  }

  fly(to: Position | Extent, options: FlyOptions = {}): void {
    const { frame, origin } = this.#around;
    const eye = this.eye;
    const extent = to.length === 4 ? to : undefined;
    const center: Position = extent
      ? [(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2]
      : (to as Position);
    let place: Vector3;
    try {
      const [x, y, z] = frame.toModel(center);
      place = new Vector3(x - origin[0], y - origin[1], z - origin[2]);
      if (center[2] === undefined) place.z = this.#around.bounds.middle.z;
    } catch {
      // A place far outside of the CRS is nothing that can be looked at here.
      return;
    }
    const next: Stance = { target: place, distance: eye.distance, heading: eye.heading, tilt: eye.tilt };
    if (options.heading !== undefined) next.heading = options.heading;
    if (options.tilt !== undefined && !eye.isParallel) next.tilt = options.tilt;
    const zoom = extent ? this.#zoomFor(extent, options.zoom) : options.zoom;
    if (zoom !== undefined && !eye.isOnFoot) {
      const before = eye.distance;
      eye.resolution = resolutionOf(zoom) * groundScale(center[1]);
      next.distance = eye.distance;
      eye.distance = before;
    }
    this.#go(next, options.animate);
  }

  /** In orbit and from the sides the view moves by CSS pixels; on foot arrows are steps. */
  pan(right: number, down: number): void {
    const { eye } = this;
    this.#flight = undefined;
    if (eye.isOnFoot) return this.walk(Math.sign(right), -Math.sign(down), 0);
    const { resolution } = eye;
    if (eye.isParallel || eye.tilt < 1) {
      eye.target.addScaledVector(eye.right, right * resolution).addScaledVector(eye.up, -down * resolution);
    } else {
      const ahead = new Vector3(0, 0, 1).cross(eye.right);
      eye.target.addScaledVector(eye.right, right * resolution).addScaledVector(ahead, -down * resolution);
    }
    this.moved();
  }

  /** Steps to the right, ahead and up. */
  walk(right: number, ahead: number, up: number): void {
    const { eye } = this;
    const step = this.step;
    const forward = new Vector3(0, 0, 1).cross(eye.right);
    const way = new Vector3()
      .addScaledVector(eye.right, right)
      .addScaledVector(forward, ahead)
      .add(new Vector3(0, 0, up));
    if (way.lengthSq() === 0) return;
    way.normalize();
    // Walls stop at the breast, steps and door sills do not.
    const breast = eye.position;
    breast.z -= 0.5;
    const free = this.#free(breast, way) - BODY;
    eye.target.addScaledVector(way, Math.max(0, Math.min(step, free)));
    if (up === 0) this.#standOnGround();
    this.moved();
  }

  zoomBy(levels: number, about?: Pixel): void {
    const { eye } = this;
    this.#flight = undefined;
    if (eye.isOnFoot) return this.walk(0, levels, 0);
    const place = about && this.#around.meet(about);
    const times = 2 ** -levels;
    const before = eye.distance;
    eye.resolution *= times;
    const share = 1 - eye.distance / before;
    if (place && !eye.isParallel) eye.target.lerp(place, share);
    else if (about) {
      const [width, height] = this.size;
      const moved = (eye.resolution / (1 - share)) * share;
      eye.target
        .addScaledVector(eye.right, (about[0] - width / 2) * moved)
        .addScaledVector(eye.up, (height / 2 - about[1]) * moved);
    }
    this.moved();
  }

  turn(heading: number, tilt: number): void {
    const { eye } = this;
    this.#flight = undefined;
    if (eye.isOnFoot) eye.lookAround(eye.heading + heading, eye.tilt + tilt);
    else {
      if (eye.isParallel && eye.mode !== 'plan') return;
      eye.heading += heading;
      if (!eye.isParallel) eye.tilt = Math.min(120, eye.tilt + tilt);
    }
    eye.heading = ((eye.heading % 360) + 360) % 360;
    this.moved();
  }

  setMode(mode: BimCameraMode): void {
    const { eye } = this;
    if (mode === eye.mode) return;
    this.#flight = undefined;
    const wasOnFoot = eye.isOnFoot;
    const at = eye.position;
    eye.mode = mode;
    if (eye.isOnFoot) {
      eye.distance = AHEAD;
      if (!wasOnFoot) {
        const floor = this.#floorNear(eye.target);
        at.copy(floor ?? eye.target).z += EYE_HEIGHT;
      }
      eye.tilt = 90;
      eye.target.copy(at).addScaledVector(eye.direction, eye.distance);
      this.#standOnGround();
    } else if (wasOnFoot) {
      const { middle, diameter } = this.#around.bounds;
      eye.tilt = 45;
      eye.target.copy(middle);
      eye.resolution = (diameter * 1.1) / Math.max(1, Math.min(...this.size));
    }
    if (mode === 'plan') [eye.tilt, eye.heading] = [0, 0];
    const side = SIDES.indexOf(mode);
    if (side >= 0) [eye.tilt, eye.heading] = [90, (this.#around.turn + side * 90 + 360) % 360];
    if (mode === 'orbit' && eye.tilt === 0) eye.tilt = 45;
    this.mode$.next(mode);
    this.moved();
  }

  /** Moves on with a flight; returns whether there is one. */
  tick(now: number): boolean {
    const flight = this.#flight;
    if (!flight) return false;
    const share = Math.min(1, (now - flight.begun) / MILLISECONDS);
    const eased = share * share * (3 - 2 * share);
    const { from, to } = flight;
    const turn = ((to.heading - from.heading + 540) % 360) - 180;
    this.#set({
      target: from.target.clone().lerp(to.target, eased),
      distance: from.distance * (to.distance / from.distance) ** eased,
      heading: from.heading + turn * eased,
      tilt: from.tilt + (to.tilt - from.tilt) * eased,
    });
    if (share === 1) this.#flight = undefined;
    return true;
  }

  dispose(): void {
    this.#camera$.complete();
    this.mode$.complete();
  }

  #go(to: Stance, animate = true): void {
    this.#flight = undefined;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!animate || still) return this.#set(to);
    const { target, distance, heading, tilt } = this.eye;
    this.#flight = {
      begun: performance.now(),
      from: { target: target.clone(), distance, heading, tilt },
      to,
    };
    this.#around.redraw();
  }

  #set({ target, distance, heading, tilt }: Stance): void {
    this.eye.target.copy(target);
    this.eye.distance = distance;
    this.eye.heading = ((heading % 360) + 360) % 360;
    this.eye.tilt = tilt;
    this.moved();
  }

  /**
   * A floor under a ceiling with room for a person: at a place, or else near the middle. Outside of buildings there is
   * none.
   */
  #floorNear(place: Vector3): Vector3 | undefined {
    const { middle, diameter } = this.#around.bounds;
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
    const { middle, diameter } = this.#around.bounds;
    const down = new Vector3(0, 0, -1);
    const floors: Vector3[] = [];
    const from = new Vector3(x, y, middle.z + diameter);
    let above: string | undefined;
    for (let faces = 0; faces < MAX_FACES; faces++) {
      const face = this.#around.faceAlong(from, down);
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

  /** The eye stands above the floor that is under it, up to a step higher or lower. */
  #standOnGround(): void {
    const { eye } = this;
    const at = eye.position;
    const foot = at.clone();
    foot.z += CLIMB - EYE_HEIGHT;
    const down = this.#free(foot, new Vector3(0, 0, -1));
    if (down < Infinity) eye.target.z += CLIMB - down;
  }

  /** Units from a place to the first face in a direction. */
  #free(from: Vector3, direction: Vector3): number {
    return this.#around.faceAlong(from, direction)?.distance ?? Infinity;
  }

  #zoomFor(extent: Extent, nearest = MAX_FLY_ZOOM): number {
    const { frame } = this.#around;
    const [west, south, east, north] = extent;
    const [least, greatest] = [frame.toModel([west, south]), frame.toModel([east, north])];
    const [width, height] = this.size;
    const { eye } = this;
    const [across, ahead] = [Math.abs(greatest[0] - least[0]), Math.abs(greatest[1] - least[1])];
    // Aslant, the near edge is larger than the middle.
    const nearer = eye.isParallel ? 0 : (ahead / 2) * Math.sin((eye.tilt * Math.PI) / 180);
    const units =
      Math.max(across / Math.max(1, width - 2 * MARGIN), ahead / Math.max(1, height - 2 * MARGIN)) +
      nearer * (eye.resolution / eye.distance);
    const zoom = zoomOf(units / groundScale((south + north) / 2));
    return Math.min(nearest, Number.isFinite(zoom) ? zoom : nearest);
  }

  #current(): Camera {
    const { frame, origin } = this.#around;
    const eye = this.eye;
    const place = (x: number, y: number): Position => {
      const [longitude, latitude] = frame.fromModel([x + origin[0], y + origin[1], 0]);
      return [longitude, latitude];
    };
    const center = place(eye.target.x, eye.target.y);
    const resolution = eye.resolution;
    // What is seen reaches farther when the camera leans: up to all there is.
    const half = (eye.resolution * Math.max(...eye.size)) / 2;
    const seen = eye.isOnFoot
      ? eye.reach / 2
      : Math.min(half / Math.max(0.2, Math.cos((eye.tilt * Math.PI) / 180)), half * 5);
    const [west, south] = place(eye.target.x - seen, eye.target.y - seen);
    const [east, north] = place(eye.target.x + seen, eye.target.y + seen);
    return {
      center,
      extent: [west, south, east, north],
      zoom: zoomOf(resolution / groundScale(center[1])),
      resolution,
      heading: eye.heading,
      tilt: Math.min(90, eye.tilt),
    };
  }
}

interface Stance {
  target: Vector3;
  distance: number;
  heading: number;
  tilt: number;
}
