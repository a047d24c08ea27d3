import { CLIP_LIMITS, type Clip, type ClipBox, type ClipMode } from '../api.ts';

/** The most that are drawn at once. */
export const MAX_BOXES = CLIP_LIMITS.boxes;
export const MAX_RINGS = CLIP_LIMITS.rings;
export const MAX_RING_VERTICES = CLIP_LIMITS.vertices;

type Vector = readonly [number, number, number];

/** A box by its middle, its unit axes and its half lengths. */
export interface TurnedBox {
  readonly center: Vector;
  readonly axes: readonly [Vector, Vector, Vector];
  readonly half: Vector;
}
interface Ring {
  readonly ring: readonly (readonly [number, number])[];
  readonly heights: readonly [number, number];
}
type Solid = TurnedBox | Ring;

/** What is kept of a cloud: everything, or what is inside or outside of the clips. Coordinates in the CRS of the view. */
export class ClipTest {
  readonly boxes: readonly TurnedBox[];
  readonly rings: readonly Ring[];
  readonly mode: ClipMode;
  readonly #solids: readonly Solid[];

  constructor(clips: readonly Clip[], mode: ClipMode) {
    this.#solids = clips.map(solidOf);
    this.boxes = this.#solids.filter((solid) => 'axes' in solid).slice(0, MAX_BOXES);
    this.rings = withinLimits(this.#solids.filter((solid) => 'ring' in solid));
    this.mode = clips.length === 0 ? 'off' : mode;
  }

  /** Whether a point is drawn and can be picked. */
  keeps(x: number, y: number, z: number): boolean {
    if (this.mode === 'off' || this.mode === 'highlight') return true;
    return this.contains(x, y, z) === (this.mode === 'inside');
  }

  contains(x: number, y: number, z: number): boolean {
    return this.boxes.some((box) => inBox(box, x, y, z)) || this.rings.some((ring) => inRing(ring, x, y, z));
  }

  /** Whether none of a box (least and greatest corner) can be seen. */
  hides(min: Vector, max: Vector): boolean {
    if (this.mode !== 'inside') return false;
    return ![...this.boxes.map(boundsOfBox), ...this.rings.map(boundsOfRing)].some(([least, greatest]) =>
      least.every((value, axis) => value <= max[axis]! && greatest[axis]! >= min[axis]!),
    );
  }
}

/** A box that is turned, as its middle, axes and half lengths. */
export function turnedBox({ center, size, turn }: Pick<ClipBox, 'center' | 'size' | 'turn'>): TurnedBox {
  const [z, x, y] = turn.map((degrees) => (degrees * Math.PI) / 180) as [number, number, number];
  const about = (axis: 0 | 1 | 2, angle: number, [a, b, c]: Vector): Vector => {
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    if (axis === 0) return [a, b * cos - c * sin, b * sin + c * cos];
    if (axis === 1) return [a * cos + c * sin, b, c * cos - a * sin];
    return [a * cos - b * sin, a * sin + b * cos, c];
  };
  const turned = (axis: Vector) => about(2, z, about(0, x, about(1, y, axis)));
  return {
    center,
    axes: [turned([1, 0, 0]), turned([0, 1, 0]), turned([0, 0, 1])],
    half: [size[0] / 2, size[1] / 2, size[2] / 2],
  };
}

function solidOf(clip: Clip): Solid {
  if (clip.kind === 'box') return turnedBox(clip);
  if (clip.kind === 'polygon') return { ring: clip.ring, heights: clip.heights ?? [-1e9, 1e9] };
  const { from, to, width } = clip;
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [right, ahead] = [(-dy / length) * (width / 2), (dx / length) * (width / 2)];
  const ring: [number, number][] = [
    [from[0] + right, from[1] + ahead],
    [to[0] + right, to[1] + ahead],
    [to[0] - right, to[1] - ahead],
    [from[0] - right, from[1] - ahead],
  ];
  return { ring, heights: [-1e9, 1e9] };
}

function withinLimits(rings: readonly Ring[]): Ring[] {
  let vertices = 0;
  return rings.slice(0, MAX_RINGS).filter(({ ring }) => (vertices += ring.length) <= MAX_RING_VERTICES);
}

function inBox({ center, axes, half }: TurnedBox, x: number, y: number, z: number): boolean {
  const [dx, dy, dz] = [x - center[0], y - center[1], z - center[2]];
  return axes.every((axis, i) => Math.abs(dx * axis[0] + dy * axis[1] + dz * axis[2]) <= half[i]!);
}

function inRing({ ring, heights }: Ring, x: number, y: number, z: number): boolean {
  if (z < heights[0] || z > heights[1]) return false;
  let within = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [[ax, ay], [bx, by]] = [ring[i]!, ring[j]!];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
}

function boundsOfBox({ center, axes, half }: TurnedBox): [Vector, Vector] {
  const reach = [0, 1, 2].map((i) =>
    axes.reduce((sum, axis, a) => sum + Math.abs(axis[i as 0]) * half[a as 0], 0),
  );
  return [
    center.map((value, i) => value - reach[i]!) as unknown as Vector,
    center.map((value, i) => value + reach[i]!) as unknown as Vector,
  ];
}

function boundsOfRing({ ring, heights }: Ring): [Vector, Vector] {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  return [
    [Math.min(...xs), Math.min(...ys), heights[0]],
    [Math.max(...xs), Math.max(...ys), heights[1]],
  ];
}
