import FlatQueue from 'flatqueue';
import type { Position } from '#core/protocol';
import type { Network, Node } from './network.ts';

/** Nodes looked at for one way before it counts as too long to be meant; and for all ways from one place. */
const MOST_NODES = 1_000;
const MOST_IN_ALL = 4_000;

interface Reached {
  readonly node: Node;
  readonly cost: number;
  readonly from: Reached | undefined;
}

/**
 * The shortest ways along the edges from one place to others on them (A*). What has been reached by the shortest way stays
 * so, wherever one wants to go next: to a pointer that moves on the search goes on from where it stopped.
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

  /** The nodes between, both ends left out. `nowhere`: there is no way; `far`: it was not found among so many nodes. */
  to(end: Position): readonly Position[] | 'nowhere' | 'far' {
    const { network } = this;
    if (network.isStep(this.start, end)) return [];
    // From the nodes beside the end it is one step more; the end itself may be no node.
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
    let left = Math.min(MOST_NODES, MOST_IN_ALL - this.#reached.size);
    while (queue.length > 0 && queue.peekValue()! < length) {
      const at = queue.pop()!;
      // Reached by a shorter way meanwhile.
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
