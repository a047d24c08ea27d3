import {
  UnreadableCloud,
  type CloudNode,
  type CloudRest,
  type NodePoints,
  type PointSource,
  type Vector3,
} from './source.ts';

/** Where a point of a cloud comes to lie. */
export type Move = (place: Vector3) => Vector3;

/** Steps of moved coordinates, metres or feet: the finest whose integers reach across the cloud. */
const STEPS = [1e-5, 1e-4, 1e-3, 1e-2];
/** Of the numbers that an integer holds, on each side of the middle. */
const REACH = 2 ** 31 * 0.98;
/** How far a box is widened beyond what its bent sides show at their middles. */
const WIDER = 4;

export interface MovedOptions {
  readonly move: Move;
  /** Lengths become so many times as long. */
  readonly factor: number;
}

/** A cloud of which every point lies elsewhere as it is read; its integers are others. */
export async function moved(source: PointSource, options: MovedOptions): Promise<PointSource> {
  return new MovedSource(source, options, await source.root());
}

class MovedSource implements PointSource {
  readonly scale: Vector3;
  readonly offset: Vector3;
  readonly spacing: number;
  readonly hasColour: boolean;
  readonly rest: CloudRest;
  readonly #source: PointSource;
  readonly #move: Move;
  readonly #originals = new WeakMap<CloudNode, CloudNode>();

  constructor(source: PointSource, { move, factor }: MovedOptions, root: CloudNode | undefined) {
    this.#source = source;
    this.#move = move;
    const { min, max } = root ? boundsOf(root, move) : { min: [0, 0, 0], max: [0, 0, 0] };
    const reach = Math.max(...max.map((value, i) => value - min[i]!)) / 2;
    const step = STEPS.find((one) => reach / one < REACH);
    if (step === undefined) throw new UnreadableCloud(`${Math.round(reach / 500)} km`);
    this.scale = [step, step, step];
    this.offset = min.map((value, i) => Math.round((value + max[i]!) / 2)) as Vector3;
    this.spacing = source.spacing * factor;
    this.hasColour = source.hasColour;
    this.rest = source.rest;
  }

  async root(): Promise<CloudNode | undefined> {
    const root = await this.#source.root();
    return root && this.#of(root);
  }

  async children(node: CloudNode): Promise<CloudNode[]> {
    return (await this.#source.children(this.#originals.get(node) ?? node)).map((each) => this.#of(each));
  }

  async load(node: CloudNode, whole = false): Promise<NodePoints> {
    const points = await this.#source.load(this.#originals.get(node) ?? node, whole);
    const { scale, offset } = this.#source;
    const positions = new Int32Array(points.positions.length);
    const place: Vector3 = [0, 0, 0];
    for (let at = 0; at < positions.length; at += 3) {
      for (let axis = 0; axis < 3; axis++)
        place[axis] = points.positions[at + axis]! * scale[axis]! + offset[axis]!;
      const there = this.#move(place);
      for (let axis = 0; axis < 3; axis++)
        positions[at + axis] = Math.round((there[axis]! - this.offset[axis]!) / this.scale[axis]!);
    }
    return { ...points, positions };
  }

  #of(node: CloudNode): CloudNode {
    const made = { ...node, ...boundsOf(node, this.#move) };
    this.#originals.set(made, node);
    return made;
  }
}

/** A box around a box whose sides are bent. */
function boundsOf({ min, max }: CloudNode, move: Move): { min: Vector3; max: Vector3 } {
  const steps = [0, 0.5, 1];
  const at = (x: number, y: number, z: number) =>
    move([min[0] + x * (max[0] - min[0]), min[1] + y * (max[1] - min[1]), min[2] + z * (max[2] - min[2])]);
  const places = steps.flatMap((x) => steps.flatMap((y) => steps.map((z) => at(x, y, z))));
  const [low, middle, high] = [at(0, 0, 0), at(0.5, 0.5, 0.5), at(1, 1, 1)];
  const [across, along, aside] = [at(1, 0, 0), at(0, 1, 1), at(0, 1, 0)];
  const bent = [0, 1, 2].map((axis) =>
    Math.max(
      Math.abs((low[axis]! + high[axis]!) / 2 - middle[axis]!),
      Math.abs((across[axis]! + along[axis]!) / 2 - middle[axis]!),
      Math.abs((across[axis]! + aside[axis]!) / 2 - at(0.5, 0.5, 0)[axis]!),
    ),
  );
  const side = (of: (...values: number[]) => number, sign: number) =>
    [0, 1, 2].map(
      (axis) => of(...places.map((place) => place[axis]!)) + sign * (WIDER * bent[axis]! + 1e-9),
    ) as Vector3;
  return { min: side(Math.min, -1), max: side(Math.max, 1) };
}
