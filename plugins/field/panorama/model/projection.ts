import { cross, dot, type Vector } from '#core/geodesy';
import type { Pixel } from '#core/mapview';
import { directionOf, type Bearing } from './pose.ts';

/** What looks into a panorama: where to (radians), and how high its picture is (radians). */
export interface Eye extends Bearing {
  readonly field: number;
}

/** Nearer than this before the eye nothing is drawn, parts of its distance to the side. */
const NEAR = 1e-3;

/** The straight projection of a panorama on the screen: lines stay straight. */
export class Projection {
  readonly #forward: Vector;
  readonly #right: Vector;
  readonly #up: Vector;
  /** CSS pixels. */
  readonly #focal: number;

  constructor(
    { yaw, pitch, field }: Eye,
    readonly size: Pixel,
  ) {
    this.#forward = directionOf({ yaw, pitch });
    this.#right = [Math.cos(yaw), -Math.sin(yaw), 0];
    this.#up = cross(this.#right, this.#forward);
    this.#focal = size[1] / 2 / Math.tan(field / 2);
  }

  /** Right, up and ahead of the eye. */
  inEye(direction: Vector): Vector {
    return [dot(direction, this.#right), dot(direction, this.#up), dot(direction, this.#forward)];
  }

  /** Of what is right, up and ahead of the eye; undefined behind it. */
  pixelInEye([right, up, ahead]: Vector): Pixel | undefined {
    if (ahead <= NEAR * Math.hypot(right, up)) return undefined;
    const scale = this.#focal / ahead;
    return [this.size[0] / 2 + right * scale, this.size[1] / 2 - up * scale];
  }

  toPixel(direction: Vector): Pixel | undefined {
    return this.pixelInEye(this.inEye(direction));
  }

  /** East, north and up, of length 1. */
  toDirection([x, y]: Pixel): Vector {
    const [right, up] = [(x - this.size[0] / 2) / this.#focal, (this.size[1] / 2 - y) / this.#focal];
    const all = [0, 1, 2].map((i) => this.#forward[i]! + this.#right[i]! * right + this.#up[i]! * up);
    const length = Math.hypot(...all);
    return all.map((value) => value / length) as unknown as Vector;
  }

  /** The part of a segment that is before the eye; undefined if all of it is behind. */
  clipped(from: Vector, to: Vector): readonly [Pixel, Pixel] | undefined {
    const [a, b] = [this.inEye(from), this.inEye(to)];
    const near = NEAR * 2 * Math.max(Math.hypot(a[0], a[1]), Math.hypot(b[0], b[1]), 1e-9);
    if (a[2] <= near && b[2] <= near) return undefined;
    const at = (inside: Vector, outside: Vector): Vector => {
      const part = (near - inside[2]) / (outside[2] - inside[2]);
      return [0, 1, 2].map((i) => inside[i]! + (outside[i]! - inside[i]!) * part) as unknown as Vector;
    };
    const start = this.#pixel(a[2] > near ? a : at(b, a));
    const end = this.#pixel(b[2] > near ? b : at(a, b));
    return [start, end];
  }

  #pixel([right, up, ahead]: Vector): Pixel {
    const scale = this.#focal / ahead;
    return [this.size[0] / 2 + right * scale, this.size[1] / 2 - up * scale];
  }
}
