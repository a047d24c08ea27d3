import type { MapView, Pixel, Sketch, SketchShape } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { GlobeMap } from '#plugins/globe/map-3d/api';

/** The arrow leaves the centre free: its start, its end, and its head, in pixels. */
const [BEGIN, END, HEAD] = [24, 56, 10];
/** Degrees from north that count as north. */
const STRAIGHT = 0.5;
/** Bisections towards the horizon: to a pixel of the largest screen. */
const HALVES = 12;

/** The ground visible on the globe, as on a plain at the height of its centre; undefined where there is only sky. */
export function groundSeen(globe: Pick<GlobeMap, 'size' | 'toPosition'>): readonly Position[] | undefined {
  const [right, bottom] = globe.size;
  const height = globe.toPosition([right / 2, bottom / 2])?.[2] ?? 0;
  const placeAt = (pixel: Pixel): Position | undefined => {
    const place = globe.toPosition(pixel, height);
    return place && [place[0], place[1]];
  };
  /** The farthest ground along the left or right edge: at its top, or below the horizon. */
  const farthest = (x: number): Position | undefined => {
    let seen = placeAt([x, 0]);
    let [sky, ground] = seen ? [0, 0] : [0, bottom];
    for (let halves = 0; halves < HALVES && sky < ground; halves++) {
      const middle = (sky + ground) / 2;
      const place = placeAt([x, middle]);
      if (place) [seen, ground] = [place, middle];
      else sky = middle;
    }
    return seen;
  };
  const corners = [farthest(0), farthest(right), placeAt([right, bottom]), placeAt([0, bottom])];
  const ring = corners.filter((corner) => corner !== undefined);
  return ring.length === corners.length ? [...ring, ring[0]!] : undefined;
}

/**
 * Sketch for the flat map, north up: the outline of what the globe shows, and an arrow in its direction, unless that
 * is north.
 */
export function signOn(
  flat: Pick<MapView, 'camera' | 'toPixel' | 'toPosition'>,
  seen: readonly Position[] | undefined,
  heading: number,
): Sketch {
  const outline: readonly SketchShape[] = seen
    ? [{ geometry: { type: 'LineString', coordinates: [...seen] }, dashed: true }]
    : [];
  const isTurned = Math.min(heading, 360 - heading) > STRAIGHT;
  return { shapes: [...outline, ...(isTurned ? arrow(flat, heading) : [])] };
}

function arrow(
  flat: Pick<MapView, 'camera' | 'toPixel' | 'toPosition'>,
  heading: number,
): readonly SketchShape[] {
  const turn = (heading * Math.PI) / 180;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const [x, y] = flat.toPixel(flat.camera.center) ?? [0, 0];
  const line = (...points: readonly (readonly [right: number, ahead: number])[]): readonly SketchShape[] => {
    const coordinates = points.flatMap(([right, ahead]) => {
      const place = flat.toPosition([x + right * cos + ahead * sin, y + right * sin - ahead * cos]);
      return place ? [place] : [];
    });
    return coordinates.length < points.length ? [] : [{ geometry: { type: 'LineString', coordinates } }];
  };
  return [...line([0, BEGIN], [0, END]), ...line([-HEAD, END - HEAD], [0, END], [HEAD, END - HEAD])];
}
