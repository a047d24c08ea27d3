import { cornersOf, doubleArea, nearIn, planeOf, type Spot, type Tin } from './triangles.ts';

export interface Volumes {
  /** Of the surface above the base, and below it; cubic metres. */
  cut: number;
  fill: number;
  /** In plan, of what was compared; square metres. */
  area: number;
}

/** Area in plan, area on the slopes, and the heights of a surface. */
export function factsOf(tin: Tin): { plan: number; slope: number; low: number; high: number } {
  const facts = { plan: 0, slope: 0, low: Infinity, high: -Infinity };
  for (const [a, b, c] of cornersOf(tin)) {
    const [u, v] = [minus(b, a), minus(c, a)];
    const plan = (u[0] * v[1] - u[1] * v[0]) / 2;
    const [nx, ny] = [(u[1] * v[2] - u[2] * v[1]) / 2, (u[2] * v[0] - u[0] * v[2]) / 2];
    facts.plan += plan;
    facts.slope += Math.hypot(nx, ny, plan);
    facts.low = Math.min(facts.low, a[2], b[2], c[2]);
    facts.high = Math.max(facts.high, a[2], b[2], c[2]);
  }
  return facts;
}

/** Between a surface and a height. Exact: prisms, divided where a triangle passes the height. */
export function volumesToHeight(tin: Tin, height: number): Volumes {
  const sum = { cut: 0, fill: 0, area: 0 };
  for (const corners of cornersOf(tin))
    addPrism(
      sum,
      corners.map(([x, y, z]): Spot => [x, y, z - height]),
    );
  return sum;
}

/** Between two surfaces, where both are. Exact: each pair of triangles is compared over their common part. */
export function volumesBetween(surface: Tin, base: Tin): Volumes {
  const sum = { cut: 0, fill: 0, area: 0 };
  const under = [...cornersOf(base)];
  if (under.length === 0) return sum;
  const near = nearIn(under);
  for (const corners of cornersOf(surface)) {
    const above = planeOf(corners);
    for (const other of near(corners)) {
      const common = clipped(corners, other);
      if (common.length < 3) continue;
      const below = planeOf(other);
      addPrism(
        sum,
        common.map(([x, y]): Spot => [x, y, above(x, y) - below(x, y)]),
      );
    }
  }
  return sum;
}

/** Adds a convex piece whose third numbers are differences, linear over it. */
function addPrism(sum: Volumes, piece: readonly Spot[]): void {
  for (let i = 2; i < piece.length; i++) {
    const [a, b, c] = [piece[0]!, piece[i - 1]!, piece[i]!];
    const area = Math.abs(doubleArea(a, b, c)) / 2;
    sum.area += area;
    const total = (area * (a[2] + b[2] + c[2])) / 3;
    const cut = above(area, [a[2], b[2], c[2]]);
    sum.cut += cut;
    sum.fill += cut - total;
  }
}

/** The volume of the part above zero: of one corner a pyramid, of two the whole less the pyramid of the third. */
function above(area: number, heights: readonly [number, number, number]): number {
  const [low, middle, high] = heights.toSorted((a, b) => a - b) as [number, number, number];
  if (low >= 0) return (area * (low + middle + high)) / 3;
  if (high <= 0) return 0;
  if (middle <= 0) return (area * high ** 3) / (3 * (high - middle) * (high - low));
  const below = (area * (-low) ** 3) / (3 * (middle - low) * (high - low));
  return (area * (low + middle + high)) / 3 + below;
}

/** The common part of two triangles, by Sutherland and Hodgman; both against the clock. */
function clipped(subject: readonly Spot[], clip: readonly Spot[]): readonly Spot[] {
  let piece = subject;
  for (let i = 0; i < 3 && piece.length > 0; i++) piece = leftOf(piece, clip[i]!, clip[(i + 1) % 3]!);
  return piece;
}

/** The part of a convex piece that is left of an edge. */
function leftOf(piece: readonly Spot[], from: Spot, to: Spot): readonly Spot[] {
  const sides = piece.map((at) => doubleArea(from, to, at));
  if (sides.every((side) => side >= 0)) return piece;
  const left: Spot[] = [];
  for (const [i, at] of piece.entries()) {
    const [before, now, then] = [piece.at(i - 1)!, sides[i]!, sides.at(i - 1)!];
    const share = then / (then - now);
    if (now >= 0 !== then >= 0)
      left.push([before[0] + share * (at[0] - before[0]), before[1] + share * (at[1] - before[1]), 0]);
    if (now >= 0) left.push(at);
  }
  return left;
}

function minus(a: Spot, b: Spot): Spot {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}
