import { OrthographicCamera, PerspectiveCamera, Vector3, type Camera } from 'three';
import type { BimCameraMode } from '../api.ts';

const FOV = 55;
const RADIANS = Math.PI / 180;
/** Degrees from straight down. */
const MAX_TILT = 175;
const MIN_DISTANCE = 0.2;

/** Where one looks from and to, in the coordinates of the scene; and the camera of three.js that does. */
export class SceneCamera {
  readonly #perspective = new PerspectiveCamera(FOV, 1, 0.1, 1000);
  readonly #parallel = new OrthographicCamera(-1, 1, 1, -1, 0, 1000);
  /** What the camera turns about; in walk a place ahead. */
  readonly target = new Vector3();
  distance = 100;
  /** Clockwise from north, degrees. */
  heading = 0;
  /** From straight down, degrees. */
  #tilt = 45;
  mode: BimCameraMode = 'orbit';
  /** Width and height, CSS pixels. */
  size: readonly [number, number] = [1, 1];
  /** Diameter of what there is to see. */
  reach = 1000;

  constructor() {
    for (const camera of [this.#perspective, this.#parallel]) camera.up.set(0, 0, 1);
  }

  get tilt(): number {
    return this.#tilt;
  }
  set tilt(degrees: number) {
    this.#tilt = Math.min(MAX_TILT, Math.max(0, degrees));
  }

  get isParallel(): boolean {
    return this.mode !== 'orbit' && this.mode !== 'walk';
  }
  get isOnFoot(): boolean {
    return this.mode === 'walk';
  }

  /** Unit vector of the direction of sight. */
  get direction(): Vector3 {
    const [turn, lean] = [this.heading * RADIANS, this.#tilt * RADIANS];
    return new Vector3(Math.sin(turn) * Math.sin(lean), Math.cos(turn) * Math.sin(lean), -Math.cos(lean));
  }
  get right(): Vector3 {
    const turn = this.heading * RADIANS;
    return new Vector3(Math.cos(turn), -Math.sin(turn), 0);
  }
  get up(): Vector3 {
    return this.right.cross(this.direction);
  }
  get position(): Vector3 {
    return this.target.clone().addScaledVector(this.direction, -this.distance);
  }

  /** Units per CSS pixel at the target. */
  get resolution(): number {
    return (2 * this.distance * Math.tan((FOV * RADIANS) / 2)) / Math.max(1, this.size[1]);
  }
  set resolution(units: number) {
    this.distance = Math.max(
      MIN_DISTANCE,
      (units * Math.max(1, this.size[1])) / (2 * Math.tan((FOV * RADIANS) / 2)),
    );
  }

  /** Moves with its target across the line of sight, by CSS pixels at the distance of the target. */
  drag(right: number, down: number): void {
    const { resolution } = this;
    this.target.addScaledVector(this.right, -right * resolution).addScaledVector(this.up, down * resolution);
  }

  /** Turns on the spot, as a head does. */
  lookAround(heading: number, tilt: number): void {
    const eye = this.position;
    this.heading = heading;
    this.tilt = Math.max(5, tilt);
    this.target.copy(eye).addScaledVector(this.direction, this.distance);
  }

  /** The camera as three.js draws with it. */
  get camera(): PerspectiveCamera | OrthographicCamera {
    const [width, height] = this.size;
    const camera = this.isParallel ? this.#parallel : this.#perspective;
    const eye = this.isParallel
      ? this.target.clone().addScaledVector(this.direction, -2 * this.reach)
      : this.position;
    camera.position.copy(eye);
    this.#turn(camera);
    if (camera instanceof PerspectiveCamera) {
      camera.aspect = width / Math.max(1, height);
      camera.near = Math.max(0.02, Math.min(1, this.distance / 100));
      camera.far = this.reach * 4 + this.distance * 4;
    } else {
      const half = (this.resolution * height) / 2;
      const across = (half * width) / Math.max(1, height);
      [camera.left, camera.right, camera.top, camera.bottom] = [-across, across, half, -half];
      camera.near = 0;
      camera.far = 4 * this.reach + this.distance;
    }
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld(true);
    return camera;
  }

  /** Also straight down, where `up` alone would not say which way is north. */
  #turn(camera: Camera): void {
    const [right, up, back] = [this.right, this.up, this.direction.negate()];
    camera.matrix.makeBasis(right, up, back);
    camera.quaternion.setFromRotationMatrix(camera.matrix);
  }
}
