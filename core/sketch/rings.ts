import type { Position } from '#core/protocol';

/**
 * Topology of rings in the plane of longitude and latitude. Inside and crossing are the same there as on the ground,
 * except for rings that span a hemisphere. Rings may be open or closed.
 */

/** Returns whether two rings cross. Touching is not crossing. */
export function ringsCross(a: readonly Position[], b: readonly Position[]): boolean {
  for (const [a1, a2] of edges(a))
    for (const [b1, b2] of edges(b)) if (segmentsCross(a1, a2, b1, b2)) return true;
  return false;
}

/** Returns whether a ring crosses itself. */
export function crossesItself(ring: readonly Position[]): boolean {
  const all = [...edges(ring)];
  for (let i = 0; i < all.length; i++)
    for (let j = i + 2; j < all.length; j++) if (segmentsCross(...all[i]!, ...all[j]!)) return true;
  return false;
}

function* edges(ring: readonly Position[]): Generator<[Position, Position]> {
  for (let i = 0; i < ring.length; i++) {
    const from = ring[i]!;
    const to = ring[(i + 1) % ring.length]!;
    if (from[0] !== to[0] || from[1] !== to[1]) yield [from, to];
  }
}

function segmentsCross(a1: Position, a2: Position, b1: Position, b2: Position): boolean {
  return side(a1, a2, b1) * side(a1, a2, b2) < 0 && side(b1, b2, a1) * side(b1, b2, a2) < 0;
}

/** Returns on which side of a → b `place` lies: 1 left, -1 right, 0 on the line. */
function side(a: Position, b: Position, place: Position): number {
  return Math.sign((b[0] - a[0]) * (place[1] - a[1]) - (b[1] - a[1]) * (place[0] - a[0]));
}
