import type { LabelStyle, Position } from '#core/protocol';
import {
  dimensionPlaces,
  LABEL_SIZE,
  labelPlaces,
  movedLabel,
  type LabelCandidate,
  type Leader,
} from '#core/styles';
import type { ExportFeature } from '../layer-writer.ts';
import { printNumber, runsOf } from '../shapes.ts';

/** A text in the plane of the drawing: its middle, or that of its left or right end. */
export interface DrawnText {
  readonly text: string;
  readonly at: Position;
  /** Of capitals, units of the coordinates. */
  readonly height: number;
  /** Degrees anticlockwise. */
  readonly angle: number;
  readonly align: 'left' | 'center' | 'right';
  /** The line from a label that was moved by hand to its object. */
  readonly leader?: readonly [from: Position, to: Position] | undefined;
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
  { stored, placed, family, labelAt }: ExportFeature,
  whole: string,
  labels: LabelStyle,
  pixel: number,
): Generator<DrawnText> {
  const runs = runsOf(placed);
  const [x0, y0, z] = runs[0]!.positions[0]!;
  const withHeight = (x: number, y: number): Position => (z === undefined ? [x, y] : [x, y, z]);
  const size = labels.size ?? LABEL_SIZE;
  const height = size * CAPITAL * pixel;
  const isPoint = family === 'point' || family === 'multipoint';
  if (isPoint && !labelAt) {
    const at = withHeight(x0 + ASIDE * pixel, y0);
    if (whole !== '') yield { text: whole, at, height, angle: 0, align: 'left' };
    return;
  }
  const toView = (x: number, y: number) =>
    [SIDE / 2 + (x - x0) / pixel, SIDE / 2 - (y - y0) / pixel] as const;
  const toPlane = ([x, y]: readonly [number, number]) =>
    withHeight(x0 + (x - SIDE / 2) * pixel, y0 - (y - SIDE / 2) * pixel);
  const coordinates: number[] = [];
  const ends: number[] = [];
  for (const { positions } of runs) {
    for (const [x, y] of positions) coordinates.push(...toView(x, y));
    ends.push(coordinates.length);
  }
  const kind = isPoint ? 'points' : family === 'polygon' ? 'areas' : 'lines';
  const shape = { kind, coordinates, ends } as const;
  const widthOf = (text: string, letters: number) => [...text].length * letters * MEAN_WIDTH;
  const endsOf = ([fromX, fromY, toX, toY]: Leader) =>
    [toPlane([fromX, fromY]), toPlane([toX, toY])] as const;
  const drawn = ({ text, places, angle = 0, leader }: LabelCandidate, tall: number): DrawnText => ({
    text,
    at: toPlane(places[0]!),
    height: tall,
    angle: 0 - (angle * 180) / Math.PI,
    align: 'center',
    leader: leader && endsOf(leader),
  });
  if (whole !== '') {
    const movedTo = labelAt && toView(labelAt[0], labelAt[1]);
    const label = { text: whole, width: widthOf(whole, size), labels };
    const found = movedTo ? [movedLabel(label, shape, movedTo)] : labelPlaces(label, shape, [SIDE, SIDE]);
    for (const one of found) yield drawn(one, height);
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

/** What follows the head of a LINE. */
export function lineText([from, to]: readonly [Position, Position]): string {
  const place = ([x, y, z = 0]: Position, n: number) =>
    `1${n}\n${printNumber(x)}\n2${n}\n${printNumber(y)}\n3${n}\n${printNumber(z)}\n`;
  return `100\nAcDbLine\n${place(from, 0)}${place(to, 1)}`;
}

const HORIZONTAL = { left: 0, center: 1, right: 2 } as const;

/** What follows the head of a TEXT. */
export function labelText({ text, at: [x, y, z = 0], height, angle, align }: DrawnText): string {
  const place = `${printNumber(x)}\n2X\n${printNumber(y)}\n3X\n${printNumber(z)}\n`;
  const first = `10\n${place.replaceAll('X', '0')}`;
  const second = `11\n${place.replaceAll('X', '1')}`;
  const turned = angle === 0 ? '' : `50\n${printNumber(angle)}\n`;
  return `100\nAcDbText\n${first}40\n${printNumber(height)}\n1\n${text}\n${turned}72\n${HORIZONTAL[align]}\n${second}100\nAcDbText\n73\n2\n`;
}
