const MILLISECONDS = 500;

/** Where a camera in space stands: units of its scene and degrees. */
export interface SceneStance {
  target: { readonly x: number; readonly y: number; readonly z: number };
  distance: number;
  heading: number;
  tilt: number;
}
interface MovableEye {
  readonly target: SceneStance['target'] & { set(x: number, y: number, z: number): unknown };
  distance: number;
  heading: number;
  tilt: number;
}

/** Moves a camera in space to another stance, at once or within half a second. */
export class SceneFlight {
  readonly #eye: MovableEye;
  readonly #moved: () => void;
  #flight: { readonly start: number; readonly from: SceneStance; readonly to: SceneStance } | undefined;

  /** `moved` is called when the eye has been moved. */
  constructor(eye: MovableEye, moved: () => void) {
    this.#eye = eye;
    this.#moved = moved;
  }

  /** Call `tick` before each frame from now on. Without animation, or for who prefers reduced motion, it is there at once. */
  start(to: SceneStance, animate = true): void {
    this.#flight = undefined;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!animate || isStill) return this.#set(to);
    this.#flight = { start: performance.now(), from: stanceOf(this.#eye), to };
  }

  stop(): void {
    this.#flight = undefined;
  }

  /** Moves on; returns whether there was something to move. */
  tick(now: number): boolean {
    const flight = this.#flight;
    if (!flight) return false;
    const share = Math.min(1, (now - flight.start) / MILLISECONDS);
    const eased = share * share * (3 - 2 * share);
    const { from, to } = flight;
    const between = (a: number, b: number) => a + (b - a) * eased;
    this.#set({
      target: {
        x: between(from.target.x, to.target.x),
        y: between(from.target.y, to.target.y),
        z: between(from.target.z, to.target.z),
      },
      distance: from.distance * (to.distance / from.distance) ** eased,
      // The shorter way around.
      heading: from.heading + (((to.heading - from.heading + 540) % 360) - 180) * eased,
      tilt: between(from.tilt, to.tilt),
    });
    if (share === 1) this.#flight = undefined;
    return true;
  }

  #set({ target: { x, y, z }, distance, heading, tilt }: SceneStance): void {
    const eye = this.#eye;
    eye.target.set(x, y, z);
    eye.distance = distance;
    eye.heading = ((heading % 360) + 360) % 360;
    eye.tilt = tilt;
    this.#moved();
  }
}

function stanceOf({ target: { x, y, z }, distance, heading, tilt }: MovableEye): SceneStance {
  return { target: { x, y, z }, distance, heading, tilt };
}
