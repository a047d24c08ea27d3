import { runsOf, type MapObject } from '#core/document';
import type { MapView, Pixel, Sketch } from '#core/mapview';
import type { LabelStyle, Position } from '#core/protocol';
import { LABEL_SIZE, movedLabel, type LabelledShape } from '#core/styles';

/** Width of a letter, as a share of its height. */
const LETTER = 0.6;

/** A label that is being moved, with the line to its object as it will be drawn. */
export function leaderSketch(
  view: MapView,
  object: MapObject,
  { text, labels }: { text: string; labels: LabelStyle },
  at: Pixel,
): Sketch | undefined {
  const position = view.toPosition(at);
  if (!position) return undefined;
  const size = labels.size ?? LABEL_SIZE;
  const box = { text, width: text.length * size * LETTER, labels };
  const shape = shapeIn(view, object);
  const leader = shape && movedLabel(box, shape, at).leader;
  const ends = leader && [view.toPosition([leader[0], leader[1]]), view.toPosition([leader[2], leader[3]])];
  const shapes = ends?.every((end) => end !== undefined)
    ? [{ geometry: { type: 'LineString', coordinates: ends } as const }]
    : [];
  return { shapes, labels: [{ position: flat(position), text }] };
}

function shapeIn(view: MapView, { location }: MapObject): LabelledShape | undefined {
  const coordinates: number[] = [];
  const ends: number[] = [];
  for (const { positions } of runsOf(location)) {
    for (const position of positions) {
      const pixel = view.toPixel(position);
      if (!pixel) return undefined;
      coordinates.push(...pixel);
    }
    ends.push(coordinates.length);
  }
  const { type } = location;
  const kind = type.endsWith('Polygon') ? 'areas' : type.endsWith('LineString') ? 'lines' : 'points';
  return { kind, coordinates, ends };
}

const flat = ([longitude, latitude]: Position): Position => [longitude, latitude];
