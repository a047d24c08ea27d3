import FlatQueue from 'flatqueue';
import type { Position } from '#core/protocol';
import { keyOf, type Network } from './network.ts';

/** Nodes looked at before a way counts as too long to be meant. */
const MOST_NODES = 1_000;

interface Node {
  readonly place: Position;
  readonly cost: number;
  readonly from: Node | undefined;
}

/**
 * The nodes on the shortest way along the edges between two places on them (A*), both ends left out. `nowhere`: there is
 * none; `far`: it was not found among so many nodes.
 */
export function wayBetween(
  network: Network,
  start: Position,
  end: Position,
): readonly Position[] | 'nowhere' | 'far' {
  if (network.isStep(start, end)) return [];
  // From the nodes beside the end it is one step more; the end itself may be no node.
  const last = new Map(network.from(end).map(({ to, length }) => [keyOf(to), length]));
  const arrival = keyOf(end);
  const queue = new FlatQueue<Node>();
  const done = new Set<string>();
  const reach = (place: Position, cost: number, from: Node | undefined) =>
    queue.push({ place, cost, from }, cost + network.distance(place, end));
  reach(start, 0, undefined);
  while (queue.length > 0) {
    const node = queue.pop()!;
    const key = keyOf(node.place);
    if (key === arrival) return nodesTo(node);
    if (done.has(key)) continue;
    done.add(key);
    if (done.size > MOST_NODES) return 'far';
    const home = last.get(key);
    if (home !== undefined) reach(end, node.cost + home, node);
    for (const { to, length } of network.from(node.place))
      if (!done.has(keyOf(to))) reach(to, node.cost + length, node);
  }
  return 'nowhere';
}

function nodesTo(end: Node): readonly Position[] {
  const places: Position[] = [];
  for (let node = end.from; node?.from; node = node.from) places.push(node.place);
  return places.reverse();
}
