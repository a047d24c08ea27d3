import { direct } from '#core/geodesy';
import { pixelDistance, type MapView, type Pixel, type Sketch } from '#core/mapview';
import type { Position } from '#core/protocol';
import { nearestOnEdge } from '#core/shapes';

/** CSS pixels: length of an arrow seen from the side, and the minimum length at which it is shown. */
const LENGTH = 64;
const SHORTEST = 24;
/** CSS pixels around the vertex where it is hit instead of an arrow. */
const VERTEX_RADIUS = 10;

/** Cosine of the minimum angle between two arrows on the screen: 20°. */
const MAX_COSINE = Math.cos(Math.PI / 9);

const LEVEL = { E: 90, N: 0, W: 270, S: 180 } as const;
const OPPOSITE = { E: 'W', N: 'S', W: 'E', S: 'N' } as const;
type AxisSign = keyof typeof LEVEL | 'H';
const COLOURS: Readonly<Record<AxisSign, string>> = {
  E: '#d1242f',
  W: '#d1242f',
  N: '#1a7f37',
  S: '#1a7f37',
  H: '#0969da',
};

type View = Pick<MapView, 'camera' | 'heightAt' | 'toPixel'>;

/** New position of a vertex moved along an axis; `ground` is the height of the ground if the vertex had no height. */
export interface MovedVertex {
  readonly position: Position;
  readonly ground: number | undefined;
}

/** An arrow at a vertex; dragging it moves the vertex along one axis only. */
export interface Arrow {
  readonly sign: AxisSign;
  readonly tip: Position;
  readonly from: Pixel;
  readonly to: Pixel;
  /** Returns the position after a move by metres. */
  moved(metres: number): MovedVertex;
}

/**
 * Returns the arrows up, east and north that are visible: no up arrow seen from straight above. A horizontal arrow
 * that would cover the up arrow points the other way.
 */
export function arrowsAt(view: View, place: Position): Arrow[] {
  const from = view.toPixel(place);
  if (!view.heightAt || !from) return [];
  const metres = LENGTH * view.camera.resolution;
  const arrow = (sign: AxisSign, moved: Arrow['moved']): Arrow | undefined => {
    const tip = moved(metres).position;
    const to = view.toPixel(tip);
    const seen = to && pixelDistance(from, to) >= SHORTEST;
    return seen ? { sign, tip, from, to, moved } : undefined;
  };
  const level = (sign: keyof typeof LEVEL): Arrow | undefined =>
    arrow(sign, (by) => {
      const [x, y] = direct(place, LEVEL[sign], by);
      return { position: place[2] === undefined ? [x, y] : [x, y, place[2]], ground: undefined };
    });
  const start = place[2] ?? view.heightAt(from, place);
  const up =
    start === undefined
      ? undefined
      : arrow('H', (by) => ({ position: [place[0], place[1], start + by], ground: start }));
  const clear = (sign: 'E' | 'N'): Arrow | undefined => {
    const one = level(sign);
    return one && up && isAlong(one, up) ? level(OPPOSITE[sign]) : one;
  };
  return [up, clear('E'), clear('N')].filter((one) => one !== undefined);
}

function isAlong(one: Arrow, other: Arrow): boolean {
  const [a, b] = [one, other].map(({ from, to }) => [to[0] - from[0], to[1] - from[1]] as const) as [
    Pixel,
    Pixel,
  ];
  return a[0] * b[0] + a[1] * b[1] > MAX_COSINE * Math.hypot(...a) * Math.hypot(...b);
}

/** Returns the arrow at a pixel, outside the area where the vertex itself is hit. */
export function arrowUnder(arrows: readonly Arrow[], pixel: Pixel, reach: number): Arrow | undefined {
  const [nearest] = arrows
    .map((arrow) => ({ arrow, ...nearestOnEdge(pixel, arrow.from, arrow.to) }))
    .filter(({ distance }) => distance <= reach)
    .sort((one, other) => one.distance - other.distance);
  if (!nearest) return undefined;
  const { from } = nearest.arrow;
  return pixelDistance(from, pixel) > VERTEX_RADIUS ? nearest.arrow : undefined;
}

/** Returns the position of the vertex after its arrow was dragged from one pixel to another. */
export function movedAlong(view: View, { from, to, moved }: Arrow, grabbed: Pixel, now: Pixel): MovedVertex {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const share = ((now[0] - grabbed[0]) * x + (now[1] - grabbed[1]) * y) / (x * x + y * y);
  return moved(share * LENGTH * view.camera.resolution);
}

/** Returns the sketch of the arrows. */
export function arrowSketch(arrows: readonly Arrow[], place: Position): Pick<Sketch, 'shapes' | 'labels'> {
  return {
    shapes: arrows.map(({ sign, tip }) => ({
      geometry: { type: 'LineString', coordinates: [place, tip] },
      style: { stroke: COLOURS[sign], width: 4 },
    })),
    labels: arrows.map(({ sign, tip }) => ({ position: tip, text: sign })),
  };
}
