import type { SourceOf } from '#core/protocol';

type Points = SourceOf<'picture'>['points'];

/**
 * Control points of a world file (.jgw, .pgw, .tfw): its six numbers place the centre of the upper left pixel. `scale`: pixels
 * of the original for one of the picture, which has `width` by `height`. Undefined where the text has no six numbers.
 */
export function worldFilePoints(
  text: string,
  { width, height, scale }: { width: number; height: number; scale: number },
): Points | undefined {
  const numbers = text
    .trim()
    .split(/\s+/)
    .map((word) => Number(word.replace(',', '.')));
  if (numbers.length !== 6 || !numbers.every(Number.isFinite)) return undefined;
  const [a, d, b, e, c, f] = numbers as [number, number, number, number, number, number];
  if (a * e - b * d === 0) return undefined;
  return [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ].map(([x, y]) => {
    // From corners of pixels of the picture to centres of those of the original.
    const [column, row] = [x! * scale - 0.5, y! * scale - 0.5];
    return { pixel: [x!, -y!], place: [a * column + b * row + c, d * column + e * row + f] };
  });
}
