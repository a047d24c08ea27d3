/** Degrees between two positions of a curve that is drawn as a line: at most this. */
const STEP = 4;

type Place = readonly number[];

/**
 * The positions of an arc through three points (OGC SF: CIRCULARSTRING), without its first one. A straight or
 * undefined arc is its end points; one that ends where it begins is a whole circle.
 */
export function arcThrough(from: Place, over: Place, to: Place): number[][] {
  const [x1, y1, x2, y2, x3, y3] = [from[0]!, from[1]!, over[0]!, over[1]!, to[0]!, to[1]!];
  const whole = x1 === x3 && y1 === y3;
  const d = 2 * (x1 * (y2 - y3) + x2 * (y3 - y1) + x3 * (y1 - y2));
  let [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
  if (!whole) {
    if (d === 0 || !Number.isFinite(d)) return [[...over], [...to]];
    // Relative to the first point, so that large coordinates keep their digits.
    const [bx, by, cx, cy] = [x2 - x1, y2 - y1, x3 - x1, y3 - y1];
    const twice = 2 * (bx * cy - by * cx);
    const [b, c] = [bx * bx + by * by, cx * cx + cy * cy];
    [x, y] = [x1 + (cy * b - by * c) / twice, y1 + (bx * c - cx * b) / twice];
  }
  const radius = Math.hypot(x1 - x, y1 - y);
  const start = Math.atan2(y1 - y, x1 - x);
  const turn = 2 * Math.PI;
  const after = (angle: number) => (((angle - start) % turn) + turn) % turn;
  const [mid, end] = [after(Math.atan2(y2 - y, x2 - x)), after(Math.atan2(y3 - y, x3 - x))];
  const sweep = whole ? turn : mid <= end ? end : end - turn;
  return arc([x, y], radius, start, sweep, from, to);
}

/** Positions of an arc around a centre, without the first one; heights go evenly from one end to the other. */
export function arc(
  [x, y]: Place,
  radius: number,
  start: number,
  sweep: number,
  from: Place,
  to: Place,
): number[][] {
  const steps = Math.max(1, Math.ceil(Math.abs(sweep) / ((STEP * Math.PI) / 180) - 1e-9));
  const found: number[][] = [];
  for (let i = 1; i < steps; i++) {
    const angle = start + (sweep * i) / steps;
    const place = [x! + radius * Math.cos(angle), y! + radius * Math.sin(angle)];
    if (from[2] !== undefined && to[2] !== undefined) place.push(from[2] + ((to[2] - from[2]) * i) / steps);
    found.push(place);
  }
  found.push([...to]);
  return found;
}

/** A string of arcs, as a line. Undefined: it has not an odd number of positions. */
export function linearArcs(positions: readonly number[][]): number[][] {
  const line = positions.slice(0, 1).map((place) => [...place]);
  let i = 0;
  for (; i + 2 < positions.length; i += 2)
    line.push(...arcThrough(positions[i]!, positions[i + 1]!, positions[i + 2]!));
  if (i + 1 < positions.length) line.push([...positions[i + 1]!]);
  return line;
}
