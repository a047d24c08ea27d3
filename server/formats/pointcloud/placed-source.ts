import { affine, type Affine, type Placing } from '#core/geodesy';
import {
  UnreadableCloud,
  type CloudNode,
  type CloudRest,
  type NodePoints,
  type PointSource,
  type Vector3,
} from './source.ts';

/** Steps of turned coordinates, metres or feet: the finest whose integers reach across the cloud. */
const STEPS = [1e-5, 1e-4, 1e-3, 1e-2];
/** Of the numbers that an integer holds, on each side of the middle. */
const REACH = 2 ** 31 * 0.98;

/** A cloud whose coordinates are moved, turned or scaled as they are read. What is only moved keeps its integers. */
export async function placed(source: PointSource, where: Affine): Promise<PointSource> {
  const placing = affine(where);
  if (placing.isUnmoved) return source;
  if (placing.isShift) return shifted(source, placing);
  const root = await source.root();
  return new TurnedSource(source, placing, root);
}

function shifted(source: PointSource, { from, to }: Placing): PointSource {
  const by = to.map((value, i) => value - from[i]!);
  const move = (place: Vector3) => place.map((value, i) => value + by[i]!) as Vector3;
  const moved = (node: CloudNode): CloudNode => ({ ...node, min: move(node.min), max: move(node.max) });
  const nodes = new Originals(moved);
  return {
    scale: source.scale,
    offset: move(source.offset),
    spacing: source.spacing,
    hasColour: source.hasColour,
    rest: source.rest,
    root: async () => nodes.of(await source.root()),
    children: async (node) => (await source.children(nodes.original(node))).map((each) => nodes.of(each)),
    load: (node, whole) => source.load(nodes.original(node), whole),
  };
}

/** Nodes by those that they are made from: sources know their own. */
class Originals {
  readonly #originals = new WeakMap<CloudNode, CloudNode>();
  readonly #make: (node: CloudNode) => CloudNode;

  constructor(make: (node: CloudNode) => CloudNode) {
    this.#make = make;
  }

  of<Node extends CloudNode | undefined>(node: Node): Node {
    if (!node) return node;
    const made = this.#make(node);
    this.#originals.set(made, node);
    return made as Node;
  }

  original(node: CloudNode): CloudNode {
    return this.#originals.get(node) ?? node;
  }
}

class TurnedSource implements PointSource {
  readonly scale: Vector3;
  readonly offset: Vector3;
  readonly spacing: number;
  readonly hasColour: boolean;
  readonly rest: CloudRest;
  readonly #nodes: Originals;
  readonly #source: PointSource;
  readonly #placing: Placing;

  constructor(source: PointSource, placing: Placing, root: CloudNode | undefined) {
    this.#source = source;
    this.#placing = placing;
    this.#nodes = new Originals((node) => ({ ...node, ...boundsOf(node, placing) }));
    const { min, max } = root ? boundsOf(root, placing) : { min: [0, 0, 0], max: [0, 0, 0] };
    const reach = Math.max(...max.map((value, i) => value - min[i]!)) / 2;
    const step = STEPS.find((one) => reach / one < REACH);
    if (step === undefined) throw new UnreadableCloud(`${Math.round(reach / 500)} km`);
    this.scale = [step, step, step];
    this.offset = min.map((value, i) => Math.round((value + max[i]!) / 2)) as Vector3;
    this.spacing = source.spacing * factorOf(placing);
    this.hasColour = source.hasColour;
    this.rest = source.rest;
  }

  async root(): Promise<CloudNode | undefined> {
    return this.#nodes.of(await this.#source.root());
  }

  async children(node: CloudNode): Promise<CloudNode[]> {
    return (await this.#source.children(this.#nodes.original(node))).map((each) => this.#nodes.of(each));
  }

  async load(node: CloudNode, whole = false): Promise<NodePoints> {
    const points = await this.#source.load(this.#nodes.original(node), whole);
    const { scale, offset } = this.#source;
    const { from, to, matrix } = this.#placing;
    const [[a, b, c], [d, e, f], [g, h, i]] = matrix;
    // Near zero, so that no digit is lost: both are far from the origin.
    const near = offset.map((value, axis) => value - from[axis]!) as Vector3;
    const shift = to.map((value, axis) => value - this.offset[axis]!) as Vector3;
    const positions = new Int32Array(points.positions.length);
    const step = this.scale[0];
    for (let at = 0; at < positions.length; at += 3) {
      const x = points.positions[at]! * scale[0] + near[0];
      const y = points.positions[at + 1]! * scale[1] + near[1];
      const z = points.positions[at + 2]! * scale[2] + near[2];
      positions[at] = Math.round((a * x + b * y + c * z + shift[0]) / step);
      positions[at + 1] = Math.round((d * x + e * y + f * z + shift[1]) / step);
      positions[at + 2] = Math.round((g * x + h * y + i * z + shift[2]) / step);
    }
    return { ...points, positions };
  }
}

/** The upright box around a turned one. */
function boundsOf({ min, max }: CloudNode, { toMap }: Placing): { min: Vector3; max: Vector3 } {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) =>
    toMap([i & 1 ? max[0] : min[0], i & 2 ? max[1] : min[1], i & 4 ? max[2] : min[2]]),
  );
  const along = (axis: 0 | 1 | 2) => corners.map((corner) => corner[axis]);
  return {
    min: [Math.min(...along(0)), Math.min(...along(1)), Math.min(...along(2))],
    max: [Math.max(...along(0)), Math.max(...along(1)), Math.max(...along(2))],
  };
}

/** The cube root of the change of volume. */
function factorOf({ matrix: [[a, b, c], [d, e, f], [g, h, i]] }: Placing): number {
  return Math.cbrt(Math.abs(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)));
}
