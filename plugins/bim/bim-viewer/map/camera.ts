import { BehaviorSubject, type Observable } from 'rxjs';
import { Vector3 } from 'three';
import {
  cameraOfScene,
  groundScale,
  resolutionOf,
  SceneFlight,
  zoomForExtent,
  type SceneFrame,
  type SceneStance,
} from '#core/canvas';
import type { Extent } from '#core/document';
import type { Disposable } from '#core/kernel';
import type { Camera, FlyOptions, Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { BimCameraMode } from '../api.ts';
import type { ModelFrame } from '../model/frame.ts';
import { EYE_HEIGHT, Footing, type WalkedModels } from './footing.ts';
import type { SceneCamera } from './scene-camera.ts';

/** Metres ahead of the place that walk looks at. */
const AHEAD = 10;

/** In the order of their headings. */
const SIDES: readonly BimCameraMode[] = ['front', 'left', 'back', 'right'];

/** What the camera needs to know of the models. */
export interface ModelSurroundings extends WalkedModels {
  readonly frame: ModelFrame;
  /** The scene's origin, in the coordinates of the view. */
  readonly origin: readonly [number, number, number];
  /** The turn of the first model, degrees clockwise from grid north to its y axis. */
  readonly turn: number;
  /** The place in the scene at a pixel: on the model, or else on the ground. */
  meet(pixel: Pixel): Vector3 | undefined;
  redraw(): void;
}

/** The camera of the view and its movements. */
export class BimCamera implements Disposable {
  readonly eye: SceneCamera;
  readonly #around: ModelSurroundings;
  readonly #footing: Footing;
  readonly #frame: SceneFrame;
  readonly #camera$: BehaviorSubject<Camera>;
  readonly mode$ = new BehaviorSubject<BimCameraMode>('orbit');
  readonly #flight: SceneFlight;
  /** Metres of a step. */
  step = 0.75;

  constructor(eye: SceneCamera, around: ModelSurroundings) {
    this.eye = eye;
    this.#around = around;
    this.#flight = new SceneFlight(eye, () => this.moved());
    this.#footing = new Footing(around);
    const { frame, origin } = around;
    this.#frame = {
      unit: 1,
      origin,
      project: (position) => frame.toModel(position),
      unproject: (coordinates) => frame.fromModel(coordinates),
    };
    this.#camera$ = new BehaviorSubject(cameraOfScene(eye, this.#frame));
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
    this.#camera$.next(cameraOfScene(this.eye, this.#frame));
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
    const next: SceneStance = { target: place, distance: eye.distance, heading: eye.heading, tilt: eye.tilt };
    if (options.heading !== undefined) next.heading = options.heading;
    if (options.tilt !== undefined && !eye.isParallel) next.tilt = options.tilt;
    const zoom = extent ? zoomForExtent(extent, eye, this.#frame, options.zoom) : options.zoom;
    if (zoom !== undefined && !eye.isOnFoot) {
      const before = eye.distance;
      eye.resolution = resolutionOf(zoom) * groundScale(center[1]);
      next.distance = eye.distance;
      eye.distance = before;
    }
    this.#flight.start(next, options.animate);
    this.#around.redraw();
  }

  /** In orbit and from the sides the view moves by CSS pixels; on foot arrows are steps. */
  pan(right: number, down: number): void {
    const { eye } = this;
    this.#flight.stop();
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
    eye.target.addScaledVector(way, Math.min(step, this.#footing.roomAhead(breast, way)));
    if (up === 0) this.#footing.stand(eye);
    this.moved();
  }

  zoomBy(levels: number, about?: Pixel): void {
    const { eye } = this;
    this.#flight.stop();
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
    this.#flight.stop();
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
    this.#flight.stop();
    const wasOnFoot = eye.isOnFoot;
    const at = eye.position;
    eye.mode = mode;
    if (eye.isOnFoot) {
      eye.distance = AHEAD;
      if (!wasOnFoot) {
        const floor = this.#footing.floorNear(eye.target);
        at.copy(floor ?? eye.target).z += EYE_HEIGHT;
      }
      eye.tilt = 90;
      eye.target.copy(at).addScaledVector(eye.direction, eye.distance);
      this.#footing.stand(eye);
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
    return this.#flight.tick(now);
  }

  dispose(): void {
    this.#camera$.complete();
    this.mode$.complete();
  }
}
