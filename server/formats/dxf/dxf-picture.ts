import { Findings } from '../../base/problems.ts';
import { ByteFile } from '../byte-file.ts';
import { escapeXml } from '../xml-tree.ts';
import { Drawing, readDrawing } from './reading/drawing.ts';
import { encodingOf } from './reading/encoding-of.ts';
import { DxfFeatures } from './reading/features.ts';
import { readTags } from './reading/tags.ts';

/** Of what is drawn; more would not be seen in a picture. */
const MOST_VERTICES = 2_000_000;
const MOST_TEXTS = 5_000;
/** Pixels: a margin, and the smallest texts that are written. */
const [MARGIN, LEAST_TEXT] = [8, 4];
const INK = '#222222';
/** Width of a letter, parts of its height. */
const LETTER = 0.6;

type Place = readonly number[];
interface Drawn {
  readonly colour: string;
  readonly lines: readonly (readonly Place[])[];
  readonly points: readonly Place[];
  readonly text: { readonly words: string; readonly height: number; readonly angle: number } | undefined;
}

/** A drawing seen from above as SVG, its longer side with `side` pixels: model space, or its sheets where it has nothing else. */
export function dxfPicture(path: string, side: number): Buffer {
  const file = new ByteFile(path);
  try {
    const findings = new Findings();
    const encoding = encodingOf(file, undefined, findings);
    const drawing = new Drawing();
    const answers = { layers: 'together', blocks: 'drawn', closed: 'lines', scale: 1 } as const;
    const features = new DxfFeatures(drawing, answers, 'model', findings);
    const spaces = new Map<string, Drawn[]>();
    let vertices = 0;
    for (const entity of readDrawing(
      readTags(file, encoding, () => {}),
      drawing,
    )) {
      for (const { layer, properties, geometry } of features.of(entity)) {
        if (drawing.layer(String(properties['Layer']))?.hidden) continue;
        const drawn = drawnOf(geometry(), properties);
        const space = spaces.get(layer) ?? [];
        spaces.set(layer, space);
        space.push(drawn);
        vertices += drawn.points.length + drawn.lines.reduce((sum, { length }) => sum + length, 0);
      }
      if (vertices > MOST_VERTICES) break;
    }
    const shown = spaces.get('model') ?? [...spaces.values()][0];
    if (!shown || vertices === 0) throw new Error('The drawing is empty.');
    return Buffer.from(svgOf(shown, side));
  } finally {
    file.close();
  }
}

function drawnOf(geometry: unknown, { Color, Text, TextHeight, TextAngle }: Record<string, unknown>): Drawn {
  const lines: (readonly Place[])[] = [];
  const points: Place[] = [];
  const collect = (shape: { type: string; coordinates?: unknown; geometries?: unknown[] } | null): void => {
    if (!shape) return;
    if (shape.geometries) return shape.geometries.forEach((one) => collect(one as never));
    const deep = { Point: 0, MultiPoint: 1, LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 }[
      shape.type
    ];
    const isPoints = shape.type.endsWith('Point');
    const walk = (value: unknown, levels: number): void => {
      if (levels > (isPoints ? 0 : 1)) for (const inner of value as unknown[]) walk(inner, levels - 1);
      else if (isPoints) points.push(value as Place);
      else lines.push(value as Place[]);
    };
    if (deep !== undefined) walk(shape.coordinates, deep);
  };
  collect(geometry as never);
  const text =
    typeof Text === 'string' && typeof TextHeight === 'number'
      ? { words: Text, height: TextHeight, angle: Number(TextAngle ?? 0) }
      : undefined;
  return { colour: inked(Color), lines, points, text };
}

/** Drawn on white: what is nearly white is dark. */
function inked(colour: unknown): string {
  const hex = /^#[0-9a-f]{6}$/i.exec(String(colour))?.[0];
  if (!hex) return INK;
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ];
  return 0.3 * red + 0.59 * green + 0.11 * blue > 200 ? INK : hex;
}

function svgOf(shown: readonly Drawn[], side: number): string {
  const box = boxOf(shown);
  const [width, height] = [box[2] - box[0], box[3] - box[1]];
  const scale = (side - 2 * MARGIN) / Math.max(width, height);
  const [wide, high] = [width, height].map((one) =>
    Math.max(2 * MARGIN + 1, Math.round(one * scale + 2 * MARGIN)),
  );
  const at = ([x, y]: Place): readonly [number, number] => [
    round((x! - box[0]) * scale + MARGIN),
    round((box[3] - y!) * scale + MARGIN),
  ];
  const paths = new Map<string, string[]>();
  const texts: string[] = [];
  for (const { colour, lines, points, text } of shown) {
    const path = paths.get(colour) ?? [];
    paths.set(colour, path);
    for (const line of lines) path.push(pathOf(line.map(at)));
    for (const place of points) {
      const [x, y] = at(place);
      const size = text ? text.height * scale : 0;
      if (!text) path.push(`M${x - 1} ${y}H${x + 1}M${x} ${y - 1}V${y + 1}`);
      else if (size >= LEAST_TEXT && texts.length < MOST_TEXTS)
        texts.push(
          `<text fill="${colour}" font-size="${round(size)}" transform="translate(${x} ${y}) rotate(${round(-text.angle)})">${escapeXml(text.words.split('\n')[0]!.slice(0, 200))}</text>`,
        );
    }
  }
  const strokes = [...paths].map(([colour, path]) => `<path stroke="${colour}" d="${path.join('')}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}"><rect width="100%" height="100%" fill="#ffffff"/><g fill="none">${strokes.join('')}</g><g font-family="sans-serif">${texts.join('')}</g></svg>`;
}

/** minX, minY, maxX, maxY, with texts about as long as they are. */
function boxOf(shown: readonly Drawn[]): readonly [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  const include = (x: number, y: number) => {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return;
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  };
  for (const { lines, points, text } of shown) {
    for (const line of lines) for (const [x, y] of line) include(x!, y!);
    for (const [x, y] of points) {
      include(x!, y!);
      if (!text) continue;
      const [length, angle] = [text.words.length * text.height * LETTER, (text.angle * Math.PI) / 180];
      include(x! + Math.cos(angle) * length, y! + Math.sin(angle) * length);
      include(x! - Math.sin(angle) * text.height, y! + Math.cos(angle) * text.height);
    }
  }
  // A single point has no extent.
  const isPoint = box[0] === box[2] && box[1] === box[3];
  return isPoint ? [box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1] : box;
}

/** What falls into one pixel is one place. */
function pathOf(places: readonly (readonly [number, number])[]): string {
  let path = '';
  let before: readonly [number, number] | undefined;
  for (const [x, y] of places) {
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    if (before && Math.hypot(x - before[0], y - before[1]) < 0.2) continue;
    path += `${before ? 'L' : 'M'}${x} ${y}`;
    before = [x, y];
  }
  return path;
}

const round = (value: number) => Math.round(value * 10) / 10;
