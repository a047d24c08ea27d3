import { dot, fromSpace, inSpace, minus, type Vector } from '#core/geodesy';
import type { Position } from '#core/protocol';

/** East, north and up at a place, metres, in the plane tangent to the ellipsoid below it. */
export class LocalFrame {
  readonly #start: Vector;
  readonly #axes: readonly [Vector, Vector, Vector];

  constructor(readonly place: Position) {
    this.#start = inSpace(place);
    const [l, b] = [(place[0] * Math.PI) / 180, (place[1] * Math.PI) / 180];
    const [sl, cl, sb, cb] = [Math.sin(l), Math.cos(l), Math.sin(b), Math.cos(b)];
    this.#axes = [
      [-sl, cl, 0],
      [-sb * cl, -sb * sl, cb],
      [cb * cl, cb * sl, sb],
    ];
  }

  toLocal(position: readonly [number, number, number?]): Vector {
    return this.turned(minus(inSpace(position as Position), this.#start));
  }

  toPosition(local: Vector): [number, number, number] {
    const [x, y, z] = this.inSpace(local);
    return fromSpace([this.#start[0] + x, this.#start[1] + y, this.#start[2] + z]);
  }

  /** A geocentric direction as east, north and up. */
  turned(direction: Vector): Vector {
    const [east, north, up] = this.#axes;
    return [dot(direction, east), dot(direction, north), dot(direction, up)];
  }

  /** East, north and up as a geocentric direction. */
  inSpace([a, b, c]: Vector): Vector {
    const [east, north, up] = this.#axes;
    return [
      east[0] * a + north[0] * b + up[0] * c,
      east[1] * a + north[1] * b + up[1] * c,
      east[2] * a + north[2] * b + up[2] * c,
    ];
  }
}
