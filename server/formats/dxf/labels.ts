import type { LabelStyle, Position } from '#core/protocol';
import { dimensionPlaces, LABEL_SIZE, labelPlaces, type LabelCandidate } from '#core/styles';
import type { ExportFeature } from '../layer-writer.ts';
import { printNumber, runsOf } from '../shapes.ts';

/** A text in the plane of the drawing: its middle, or that of its left end. */
export interface DrawnText {
  readonly text: string;
  readonly at: Position;
  /** Of capitals, units of the coordinates. */
  readonly height: number;
  /** Degrees anticlockwise. */
  readonly angle: number;
  readonly isLeft: boolean;
}

/** Of the size of letters: of capitals, and of a mean letter’s width. */
const [CAPITAL, MEAN_WIDTH] = [0.7, 0.55];
const DIMENSION_SIZE = 0.85;
/** Between a point and its label, CSS pixels. */
const ASIDE = 9;
/** A view so large that everything is inside, with the object in its middle. */
const SIDE = 1e9;

/**
 * The label of an object, beside a point, along a line or inside an area, and the lengths of its edges where the labels
 * have them; `pixel`: units of the coordinates of a CSS pixel. Without room for it there is no label.
 */
export function* textsOf(
  { stored, placed, family }: ExportFeature,
  whole: string,
  labels: LabelStyle,
  pixel: number,
): Generator<DrawnText> {
  const runs = runsOf(placed);
  const [x0, y0, z] = runs[0]!.positions[0]!;
  const withHeight = (x: number, y: number): Position => (z === undefined ? [x, y] : [x, y, z]);
  const size = labels.size ?? LABEL_SIZE;
  const height = size * CAPITAL * pixel;
  if (family === 'point' || family === 'multipoint') {
    const at = withHeight(x0 + ASIDE * pixel, y0);
    if (whole !== '') yield { text: whole, at, height, angle: 0, isLeft: true };
    return;
  }
  const coordinates: number[] = [];
  const ends: number[] = [];
  for (const { positions } of runs) {
    for (const [x, y] of positions)
      coordinates.push(SIDE / 2 + (x - x0) / pixel, SIDE / 2 - (y - y0) / pixel);
    ends.push(coordinates.length);
  }
  const shape = { kind: family === 'polygon' ? 'areas' : 'lines', coordinates, ends } as const;
  const widthOf = (text: string, letters: number) => [...text].length * letters * MEAN_WIDTH;
  const drawn = ({ text, places, angle = 0 }: LabelCandidate, tall: number): DrawnText => {
    const [x, y] = places[0]!;
    const at = withHeight(x0 + (x - SIDE / 2) * pixel, y0 - (y - SIDE / 2) * pixel);
    return { text, at, height: tall, angle: 0 - (angle * 180) / Math.PI, isLeft: false };
  };
  if (whole !== '') {
    const found = labelPlaces({ text: whole, width: widthOf(whole, size), labels }, shape, [SIDE, SIDE]);
    for (const label of found) yield drawn(label, height);
  }
  if (!labels.dimensions) return;
  const lengths = dimensionPlaces(
    runsOf(stored).flatMap(({ positions }) => positions),
    shape,
    {
      widthOf: (text) => widthOf(text, size * DIMENSION_SIZE),
      print: (metres) => metres.toFixed(2),
      size: [SIDE, SIDE],
    },
  );
  for (const length of lengths) yield drawn(length, height * DIMENSION_SIZE);
}

/** What follows the head of a TEXT. */
export function labelText({ text, at: [x, y, z = 0], height, angle, isLeft }: DrawnText): string {
  const place = `${printNumber(x)}\n2X\n${printNumber(y)}\n3X\n${printNumber(z)}\n`;
  const first = `10\n${place.replaceAll('X', '0')}`;
  const second = `11\n${place.replaceAll('X', '1')}`;
  const turned = angle === 0 ? '' : `50\n${printNumber(angle)}\n`;
  return `100\nAcDbText\n${first}40\n${printNumber(height)}\n1\n${text}\n${turned}72\n${isLeft ? 0 : 1}\n${second}100\nAcDbText\n73\n2\n`;
}
