import type { Coordinates } from '../../../formats/instruments/model.ts';

/** Largest distance between an arc and the edges stored for it, metres; and the most edges of one arc. */
const [SAGITTA, MOST_EDGES] = [0.005, 360];

/**
 * Points of the arc from `a` through `b` to `c`, without `a`. Heights are as steep as between the three. Points that
 * are on a straight line are joined as they are.
 */
export function arcThrough(a: Coordinates, b: Coordinates, c: Coordinates): Coordinates[] {
  const center = centerOf(a, b, c);
  if (!center) return [b, c];
  const angle = (at: Coordinates) => Math.atan2(at.north - center.north, at.east - center.east);
  const radius = Math.hypot(a.east - center.east, a.north - center.north);
  const isLeft = cross(a, b, c) > 0;
  const turn = (from: number, to: number) => {
    const left = (((to - from) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
    return isLeft ? left : left - 2 * Math.PI;
  };
  const start = angle(a);
  const halves: [Coordinates, Coordinates, number, number][] = [
    [a, b, start, turn(start, angle(b))],
    [b, c, angle(b), turn(angle(b), angle(c))],
  ];
  return halves.flatMap(([from, to, begin, way]) => {
    const step = radius > SAGITTA ? 2 * Math.acos(1 - SAGITTA / radius) : Math.PI / 2;
    const edges = Math.min(MOST_EDGES, Math.max(1, Math.ceil(Math.abs(way) / step)));
    const between = Array.from({ length: edges - 1 }, (_, i): Coordinates => {
      const share = (i + 1) / edges;
      const at = begin + way * share;
      const place = {
        east: center.east + radius * Math.cos(at),
        north: center.north + radius * Math.sin(at),
      };
      return from.height === undefined || to.height === undefined
        ? place
        : { ...place, height: from.height + (to.height - from.height) * share };
    });
    return [...between, to];
  });
}

/** Undefined for points on a line. */
function centerOf(a: Coordinates, b: Coordinates, c: Coordinates): Coordinates | undefined {
  const [bx, by, cx, cy] = [b.east - a.east, b.north - a.north, c.east - a.east, c.north - a.north];
  const double = 2 * (bx * cy - by * cx);
  // A radius of more than a thousand times the chord is a straight line.
  if (Math.abs(double) < 1e-3 * (bx * bx + by * by + cx * cx + cy * cy)) return undefined;
  const [bb, cc] = [bx * bx + by * by, cx * cx + cy * cy];
  return { east: a.east + (cy * bb - by * cc) / double, north: a.north + (bx * cc - cx * bb) / double };
}

/** Twice the area of the triangle; positive to the left. */
function cross(a: Coordinates, b: Coordinates, c: Coordinates): number {
  return (b.east - a.east) * (c.north - a.north) - (b.north - a.north) * (c.east - a.east);
}
