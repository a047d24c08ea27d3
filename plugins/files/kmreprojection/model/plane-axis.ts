import { project, unproject } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { edgeAt, nearestFoot, type Axis, type Foot } from './axis.ts';

type Point = readonly [number, number];

/** A line measured in the plane of a projected system, in its metres: grid lengths. */
export class PlaneAxis implements Axis {
  readonly starts: readonly number[];
  readonly length: number;
  readonly #points: readonly Point[];
  readonly #lengths: readonly number[];

  /** Consecutive vertices differ. `metres`: of a unit of the system. Throws as `project`. */
  constructor(
    readonly vertices: readonly Position[],
    readonly crs: string,
    readonly metres = 1,
  ) {
    this.#points = vertices.map((vertex) => this.#inPlane(vertex));
    const lengths: number[] = [];
    const starts = [0];
    for (let i = 1; i < this.#points.length; i++) {
      const [from, to] = [this.#points[i - 1]!, this.#points[i]!];
      lengths.push(Math.hypot(to[0] - from[0], to[1] - from[1]));
      starts.push(starts[i - 1]! + lengths[i - 1]!);
    }
    this.starts = starts;
    this.#lengths = lengths;
    this.length = starts.at(-1)!;
  }

  footOf(place: Position): Foot {
    const [x, y] = this.#inPlane(place);
    const feet = this.#lengths.map((length, edge) => {
      const [from, to] = [this.#points[edge]!, this.#points[edge + 1]!];
      const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
      const [dx, dy] = [x - from[0], y - from[1]];
      return { edge, foot: { along: dx * ux + dy * uy, offset: dx * uy - dy * ux } };
    });
    const [first, last] = [this.#points[0]!, this.#points.at(-1)!];
    const isClosed = first[0] === last[0] && first[1] === last[1];
    return nearestFoot(feet, { starts: this.starts, lengths: this.#lengths, isClosed }, (vertex) =>
      Math.hypot(x - this.#points[vertex]![0], y - this.#points[vertex]![1]),
    );
  }

  at(along: number, offset: number): [number, number] {
    const edge = edgeAt(this.starts, along);
    const [from, to] = [this.#points[edge]!, this.#points[edge + 1]!];
    const length = this.#lengths[edge]!;
    const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    const far = along - this.starts[edge]!;
    const [x, y] = [from[0] + far * ux + offset * uy, from[1] + far * uy - offset * ux];
    return unproject(this.crs, [x / this.metres, y / this.metres]);
  }

  /** Without heights, which places along the axis do not have. */
  #inPlane([longitude, latitude]: Position): Point {
    const [x, y] = project(this.crs, [longitude, latitude]);
    return [x * this.metres, y * this.metres];
  }
}
