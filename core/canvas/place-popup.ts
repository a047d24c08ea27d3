import type { Pixel } from '#core/mapview';

/** Distance from the map's edge of a popup that fits on neither side of its position, CSS pixels. */
const EDGE_MARGIN = 8;

/**
 * Returns the top left corner of a popup of `size` on a map of `mapSize`, all in CSS pixels: `offset` from its
 * position; where the map's edge would cut it off, at the same distance on the other side; where neither fits, as
 * near as the map allows.
 */
export function placePopup(place: Pixel, offset: Pixel, size: Pixel, mapSize: Pixel): Pixel {
  const onAxis = (axis: 0 | 1): number => {
    const [at, by, long, all] = [place[axis], offset[axis], size[axis], mapSize[axis]];
    const fitting = [at + by, at - by - long].find((start) => start >= 0 && start + long <= all);
    return fitting ?? Math.max(EDGE_MARGIN, Math.min(at + by, all - long - EDGE_MARGIN));
  };
  return [onAxis(0), onAxis(1)];
}
