import type { PaperBox, SheetDrawing } from '#core/protocol';
import { clipLine } from '#core/shapes';
import { INK } from '../../../../formats/pdf/look.ts';
import type { PaperDrawing, PaperLine, PaperPoint } from './paper-drawing.ts';

/** Height of the title above the drawing, millimetres. */
const HEAD = 7;
const TITLE = 9;
const TEXT = 6.5;
const WIDTH = 0.5;

/** Lines about the middle of a frame, to scale, below their title with the scale. `size`: of the drawing, metres. */
export function drawLines(
  { title, lines, texts = [] }: Omit<SheetDrawing, 'kind'>,
  box: PaperBox,
  scale: number,
  ratio: string,
): { drawing: PaperDrawing; isCut: boolean; size: readonly [number, number] } {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { points } of lines)
    for (let i = 0; i < points.length; i += 2) {
      [west, east] = [Math.min(west, points[i]!), Math.max(east, points[i]!)];
      [south, north] = [Math.min(south, points[i + 1]!), Math.max(north, points[i + 1]!)];
    }
  const inner = { ...box, y: box.y + HEAD, height: box.height - HEAD };
  const millimetre = 1000 / scale;
  const x = (at: number) => inner.x + inner.width / 2 + (at - (west + east) / 2) * millimetre;
  const y = (at: number) => inner.y + inner.height / 2 - (at - (south + north) / 2) * millimetre;
  const frame = [inner.x, inner.y, inner.x + inner.width, inner.y + inner.height] as const;
  const drawn = lines.flatMap(({ points, colour = INK.text, width = WIDTH }): PaperLine[] => {
    const flat = points.map((value, i) => (i % 2 === 0 ? x(value) : y(value)));
    return clipLine(flat, frame).map((part) => ({ points: pairs(part), width, colour }));
  });
  const seen = texts
    .map(({ text, x: east, y: north }) => ({ text, at: [x(east), y(north)] as const }))
    .filter(({ at: [px, py] }) => px > frame[0] && px < frame[2] && py > frame[1] && py < frame[3]);
  const size = [east - west, north - south] as const;
  const heading = [title, ratio].filter((part) => part !== '').join(' – ');
  return {
    drawing: {
      box,
      lines: drawn,
      texts: [
        { text: heading, at: [box.x + 2, box.y + 3.6], size: TITLE, align: 'left', isStrong: true },
        ...seen.map(({ text, at }) => ({ text, at, size: TEXT, align: 'center' as const })),
      ],
    },
    isCut: size[0] * millimetre > inner.width + 1e-6 || size[1] * millimetre > inner.height + 1e-6,
    size,
  };
}

const pairs = (flat: readonly number[]): PaperPoint[] =>
  Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i]!, flat[2 * i + 1]!] as const);
