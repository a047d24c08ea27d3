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
import type { CloudCameraMode } from '../api.ts';
import type { CloudFrame } from '../model/frame.ts';
import { isOwnCrs } from '../model/own-crs.ts';
import type { Eye } from './eye.ts';

/** Metres of the eye above the ground. */
const EYE_HEIGHT = 1.7;
/** Metres ahead of the place that fly and walk look at. */
const AHEAD = 10;

/** Diameters of a cloud in local coordinates beyond which a place is not one of them. */
const LOCAL_REACH = 20;

/** What the camera needs to know of the clouds. */
export interface CloudSurroundings {
  readonly frame: CloudFrame;
  /** The scene's origin, in the coordinates of the view. */
  readonly origin: readonly [number, number, number];
  /** Height of the ground in the scene. */
  groundAt(x: number, y: number): number;
  /** The place in the scene at a pixel: on the points, or else on the ground. */
  meet(pixel: Pixel): Vector3 | undefined;
  /** Middle and diameter of what there is to see. */
  readonly bounds: { readonly middle: Vector3; readonly diameter: number };
  redraw(): void;
}

/** The camera of the view and its movements. */
export class CloudCamera implements Disposable {
  readonly eye: Eye;
  readonly #around: CloudSurroundings;
  readonly #frame: SceneFrame;
  readonly #camera$: BehaviorSubject<Camera>;
  readonly mode$ = new BehaviorSubject<CloudCameraMode>('orbit');
  readonly #flight: SceneFlight;
  /** Metres of a step. */
  step = 2;

  constructor(eye: Eye, around: CloudSurroundings) {
    this.eye = eye;
    this.#around = around;
    this.#flight = new SceneFlight(eye, () => this.moved());
    const { frame, origin } = around;
    this.#frame = {
      unit: frame.unit,
      origin,
      project: (position) => frame.toCloud(position),
      unproject: (coordinates) => frame.fromCloud(coordinates),
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
      const [x, y, z] = frame.toCloud(center);
      place = new Vector3(x - origin[0], y - origin[1], z - origin[2]);
      place.z = center[2] === undefined ? this.#around.groundAt(place.x, place.y) : place.z;
    } catch {
      // A place far outside of the CRS is nothing that can be looked at here.
      return;
    }
    // A place of the earth is none of local coordinates.
    const { middle, diameter } = this.#around.bounds;
    if (isOwnCrs(frame.crs) && place.distanceTo(middle) > LOCAL_REACH * diameter) return;
    const next: SceneStance = { target: place, distance: eye.distance, heading: eye.heading, tilt: eye.tilt };
    if (options.heading !== undefined) next.heading = options.heading;
    if (options.tilt !== undefined && !eye.isParallel) next.tilt = options.tilt;
    const zoom = extent ? zoomForExtent(extent, eye, this.#frame, options.zoom) : options.zoom;
    if (zoom !== undefined && !eye.isOnFoot) {
      const before = eye.distance;
      eye.resolution = (resolutionOf(zoom) * groundScale(center[1])) / frame.unit;
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
    const step = this.step / this.#around.frame.unit;
    const forward = eye.mode === 'fly' ? eye.direction : new Vector3(0, 0, 1).cross(eye.right);
    eye.target
      .addScaledVector(eye.right, right * step)
      .addScaledVector(forward, ahead * step)
      .add(new Vector3(0, 0, up * step));
    if (eye.mode === 'walk') this.#standOnGround();
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
      if (eye.mode === 'front' || eye.mode === 'side' || eye.mode === 'section') return;
      eye.heading += heading;
      if (!eye.isParallel) eye.tilt = Math.min(120, eye.tilt + tilt);
    }
    eye.heading = ((eye.heading % 360) + 360) % 360;
    this.moved();
  }

  setMode(mode: CloudCameraMode, heading?: number): void {
    const { eye } = this;
    if (mode === eye.mode && heading === undefined) return;
    this.#flight.stop();
    const wasOnFoot = eye.isOnFoot;
    const at = eye.position;
    eye.mode = mode;
    if (eye.isOnFoot) {
      eye.distance = AHEAD / this.#around.frame.unit;
      if (!wasOnFoot) {
        const ground = this.#around.groundAt(eye.target.x, eye.target.y);
        if (mode === 'walk') at.set(eye.target.x, eye.target.y, ground);
        eye.tilt = mode === 'walk' ? 90 : Math.max(eye.tilt, 60);
      }
      eye.target.copy(at).addScaledVector(eye.direction, eye.distance);
      if (mode === 'walk') this.#standOnGround();
    } else if (wasOnFoot) {
      eye.tilt = 45;
      eye.resolution = this.#around.bounds.diameter / 4 / Math.max(1, this.size[1]);
    }
    if (mode === 'top') [eye.tilt, eye.heading] = [0, 0];
    if (mode === 'front') [eye.tilt, eye.heading] = [90, 0];
    if (mode === 'side') [eye.tilt, eye.heading] = [90, 270];
    if (mode === 'section') [eye.tilt, eye.heading] = [90, heading ?? 0];
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

  #standOnGround(): void {
    const { eye } = this;
    const at = eye.position;
    const height = this.#around.groundAt(at.x, at.y) + EYE_HEIGHT / this.#around.frame.heightUnit;
    eye.target.z += height - at.z;
  }
}
