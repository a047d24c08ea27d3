import { direct, distance, inverse } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { edgeAt, nearestFoot, type Axis, type EdgeFoot, type Foot } from './axis.ts';

const DEGREES = 180 / Math.PI;
/** Metres: only the first guess of an iteration. */
const RADIUS = 6_371_000;
/** Longer edges are searched in pieces, because their straight line on the map leaves the geodesic; metres. */
const PIECE = 10_000;
/** A foot is found when a step is shorter, metres. */
const FOUND = 1e-7;
const MAX_STEPS = 40;

interface Piece {
  readonly edge: number;
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

/** A line whose edges are geodesics on the WGS 84 ellipsoid; lengths and offsets are geodesic. */
export class EllipsoidAxis implements Axis {
  readonly starts: readonly number[];
  readonly length: number;
  readonly #lengths: readonly number[];
  readonly #azimuths: readonly number[];
  readonly #pieces: readonly Piece[];
  readonly #isClosed: boolean;

  /** Consecutive vertices differ. */
  constructor(readonly vertices: readonly Position[]) {
    const arcs = vertices.slice(1).map((to, i) => inverse(vertices[i]!, to));
    this.#lengths = arcs.map((arc) => arc.distance);
    this.#azimuths = arcs.map(({ azimuth }) => azimuth);
    const starts = [0];
    for (const length of this.#lengths) starts.push(starts.at(-1)! + length);
    this.starts = starts;
    this.length = starts.at(-1)!;
    this.#pieces = arcs.flatMap((_, edge) => [...this.#piecesOf(edge)]);
    const [first, last] = [vertices[0]!, vertices.at(-1)!];
    this.#isClosed = first[0] === last[0] && first[1] === last[1];
  }

  footOf(place: Position): Foot {
    const feet = this.#edgesNear(place).map((edge) => ({ edge, foot: this.#footOn(edge, place) }));
    const line = { starts: this.starts, lengths: this.#lengths, isClosed: this.#isClosed };
    return nearestFoot(feet, line, (vertex) => distance(this.vertices[vertex]!, place));
  }

  at(along: number, offset: number): [number, number] {
    const edge = edgeAt(this.starts, along);
    const { place, azimuth } = this.#onEdge(edge, along - this.starts[edge]!);
    return offset === 0 ? place : direct(place, azimuth + (offset > 0 ? 90 : -90), Math.abs(offset));
  }

  /** A place on an edge, or on its extension, and the azimuth there. */
  #onEdge(edge: number, metres: number): { place: [number, number]; azimuth: number } {
    const from = this.vertices[edge]!;
    const start = this.#azimuths[edge]!;
    const place = direct(from, start, metres);
    // From the start it continues in its direction; from before it, it comes from there.
    if (Math.abs(metres) < 1e-3) return { place, azimuth: start };
    const arc = inverse(from, place);
    return { place, azimuth: metres > 0 ? arc.finalAzimuth : arc.finalAzimuth + 180 };
  }

  /**
   * The foot of the perpendicular: from each guess, the spherical triangle leads to the next. The steps shrink by the
   * flattening of the ellipsoid each time.
   */
  #footOn(edge: number, place: Position): EdgeFoot {
    let along = 0;
    let offset = 0;
    for (let step = 0; step < MAX_STEPS; step++) {
      const on = this.#onEdge(edge, along);
      const arc = inverse(on.place, place);
      const turn = (arc.azimuth - on.azimuth) / DEGREES;
      const far = arc.distance / RADIUS;
      offset = Math.sign(Math.sin(turn)) * arc.distance;
      const ahead = RADIUS * Math.atan2(Math.sin(far) * Math.cos(turn), Math.cos(far));
      along += ahead;
      if (Math.abs(ahead) < FOUND) break;
    }
    return { along, offset };
  }

  *#piecesOf(edge: number): Generator<Piece> {
    const length = this.#lengths[edge]!;
    const count = Math.max(1, Math.ceil(length / PIECE));
    let from: readonly [number, number] = [this.vertices[edge]![0], this.vertices[edge]![1]];
    for (let i = 1; i <= count; i++) {
      const end = this.vertices[edge + 1]!;
      const to = i === count ? ([end[0], end[1]] as const) : this.#onEdge(edge, (length * i) / count).place;
      yield { edge, from, to };
      from = to;
    }
  }

  /** Edges that can be the nearest, by distances on a plane around the place; these are wrong by less than allowed. */
  #edgesNear([longitude, latitude]: Position): number[] {
    const perDegree = RADIUS / DEGREES;
    const shrink = Math.max(0.01, Math.cos(latitude / DEGREES));
    const flat = (place: readonly [number, number]): [number, number] => {
      const across = place[0] - longitude;
      const wrapped = across - 360 * Math.round(across / 360);
      return [wrapped * shrink * perDegree, (place[1] - latitude) * perDegree];
    };
    const distances = this.#pieces.map(({ edge, from, to }) => ({
      edge,
      far: fromOrigin(flat(from), flat(to)),
    }));
    const least = Math.min(...distances.map(({ far }) => far));
    const limit = least * (least > 200_000 ? 2 : 1.1) + 20;
    return [...new Set(distances.filter(({ far }) => far <= limit).map(({ edge }) => edge))];
  }
}

/** Distance of a segment from the origin. */
function fromOrigin([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const part = square === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / square));
  return Math.hypot(ax + part * dx, ay + part * dy);
}
