import type { Pixel } from '#core/mapview';

/** CSS pixels left free at the edge by what has no room on either side of its place. */
const EDGE = 8;

/**
 * The corner at which a box of `size` stands beside a place of a map of `room`, all CSS pixels: `offset` from it; where it
 * would be cut off, as far on the other side; where neither has room, as near as the map allows.
 */
export function beside(place: Pixel, offset: Pixel, size: Pixel, room: Pixel): Pixel {
  const along = (axis: 0 | 1): number => {
    const [at, by, long, all] = [place[axis], offset[axis], size[axis], room[axis]];
    const fitting = [at + by, at - by - long].find((start) => start >= 0 && start + long <= all);
    return fitting ?? Math.max(EDGE, Math.min(at + by, all - long - EDGE));
  };
  return [along(0), along(1)];
}
