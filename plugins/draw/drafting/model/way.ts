import FlatQueue from 'flatqueue';
import type { Position } from '#core/protocol';
import type { Network, Node } from './network.ts';

/** Limits of nodes visited: for one path, beyond which it counts as too long, and for all paths from one start. */
const MAX_NODES = 1_000;
const MAX_IN_ALL = 4_000;

interface Reached {
  readonly node: Node;
  readonly cost: number;
  readonly from: Reached | undefined;
}

/**
 * The shortest paths along edges from one start (A*). Nodes reached stay valid for any target, so the search
 * continues from where it stopped as the pointer moves.
 */
export class Ways {
  readonly #reached = new Map<Node, Reached>();
  readonly #frontier = new Map<Node, Reached>();

  constructor(
    readonly network: Network,
    readonly start: Position,
  ) {
    const node = network.nodeAt(start);
    this.#frontier.set(node, { node, cost: 0, from: undefined });
  }

  /**
   * The nodes between, without both ends. `nowhere`: there is no path; `far`: not found within the limit of nodes.
   */
  to(end: Position): readonly Position[] | 'nowhere' | 'far' {
    const { network } = this;
    if (network.isStep(this.start, end)) return [];
    // The nodes next to the end, with the last distance; the end itself may be no node.
    const last = new Map(network.from(end).map(({ to, length }) => [to, length]));
    if (last.size === 0) return 'nowhere';
    let [best, length]: [Reached | undefined, number] = [undefined, Infinity];
    const arrive = (at: Reached | undefined) => {
      const home = at && last.get(at.node);
      if (home !== undefined && at!.cost + home < length) [best, length] = [at, at!.cost + home];
    };
    for (const node of last.keys()) arrive(this.#reached.get(node));
    const queue = new FlatQueue<Reached>();
    const ask = (at: Reached) => queue.push(at, at.cost + network.distance(at.node.place, end));
    for (const at of this.#frontier.values()) ask(at);
    let left = Math.min(MAX_NODES, MAX_IN_ALL - this.#reached.size);
    while (queue.length > 0 && queue.peekValue()! < length) {
      const at = queue.pop()!;
      // A shorter path to it was found meanwhile.
      if (this.#frontier.get(at.node) !== at) continue;
      if (left-- <= 0) return 'far';
      this.#frontier.delete(at.node);
      this.#reached.set(at.node, at);
      arrive(at);
      for (const step of network.stepsFrom(at.node)) {
        const cost = at.cost + step.length;
        if (this.#reached.has(step.to) || (this.#frontier.get(step.to)?.cost ?? Infinity) <= cost) continue;
        const next = { node: step.to, cost, from: at };
        this.#frontier.set(step.to, next);
        ask(next);
      }
    }
    return best ? nodesTo(best) : 'nowhere';
  }
}

function nodesTo(last: Reached): readonly Position[] {
  const places: Position[] = [];
  for (let at = last; at.from; at = at.from) places.push(at.node.place);
  return places.reverse();
}
