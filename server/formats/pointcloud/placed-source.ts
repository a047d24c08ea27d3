import { affine, type Affine, type Placing } from '#core/geodesy';
import { moved } from './moved-source.ts';
import type { CloudNode, PointSource, Vector3 } from './source.ts';

/** A cloud whose coordinates are moved, turned or scaled as they are read. What is only moved keeps its integers. */
export async function placed(source: PointSource, where: Affine): Promise<PointSource> {
  const placing = affine(where);
  if (placing.isUnmoved) return source;
  if (placing.isShift) return shifted(source, placing);
  return moved(source, { move: placing.toMap, factor: factorOf(placing) });
}

function shifted(source: PointSource, { from, to }: Placing): PointSource {
  const by = to.map((value, i) => value - from[i]!);
  const move = (place: Vector3) => place.map((value, i) => value + by[i]!) as Vector3;
  const shift = (node: CloudNode): CloudNode => ({ ...node, min: move(node.min), max: move(node.max) });
  const nodes = new Originals(shift);
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

/** The cube root of the change of volume. */
function factorOf({ matrix: [[a, b, c], [d, e, f], [g, h, i]] }: Placing): number {
  return Math.cbrt(Math.abs(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)));
}
