import { drawMarks } from '#core/canvas';
import { levelsOf, tileInCrop, type PanoramicPlace, type PictureMark } from '#core/protocol';
import { directionInPicture, placeInPicture } from '../model/pose.ts';
import type { Pictures } from '../model/pictures.ts';

/** Most pixels of the width of a copy: not every browser draws a larger canvas. */
const MAX_WIDTH = 8192;
/** Between two points of a mark its line has so many, since straight lines are curves in the picture. */
const PARTS = 24;
const QUALITY = 0.9;
/** Lines and letters, of those over a photo. */
const SMALLER = 0.35;

/** A JPEG of the whole sphere with marks over it, from the pyramid: what is blurred stays so. Undefined where there is none, or the browser cannot write it. */
export async function sphereCopy(
  { id, pyramid }: PanoramicPlace,
  marks: readonly PictureMark[],
  pictures: Pick<Pictures, 'load'>,
): Promise<{ copy: Blob; width: number } | undefined> {
  if (!pyramid) return undefined;
  const levels = levelsOf(pyramid);
  const { cols, rows, width } = levels.findLast((level) => level.width <= MAX_WIDTH) ?? levels[0]!;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, width / 2];
  const context = canvas.getContext('2d')!;
  const size = width / cols;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < cols; column++) {
      if (!tileInCrop(pyramid, { cols }, column, row)) continue;
      const bitmap = await createImageBitmap(
        await pictures.load(`${id}/${pyramid.version}/${cols}/${column}/${row}`),
      );
      context.drawImage(bitmap, column * size, row * size, size, size);
      bitmap.close();
    }
  // What crosses the edge of the picture is drawn at both of its sides.
  for (const shift of [-1, 0, 1])
    drawMarks(
      context,
      marks.map((mark) => shifted(curved(mark), shift)),
      [canvas.width, canvas.height],
      SMALLER,
    );
  const copy = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  return copy ? { copy, width } : undefined;
}

/** A line as it is seen in the picture: along great circles. */
function curved(mark: PictureMark): PictureMark {
  if (mark.kind !== 'line') return mark;
  const points = mark.points.flatMap(([across, down], i): [number, number][] => {
    const before = mark.points[i - 1];
    if (!before) return [[across, down]];
    const [from, to] = [directionInPicture(...before), directionInPicture(across, down)];
    return Array.from({ length: PARTS }, (_, n) => {
      const part = (n + 1) / PARTS;
      const [x, y] = placeInPicture([0, 1, 2].map((k) => from[k]! * (1 - part) + to[k]! * part) as never);
      const near = before[0] + (across - before[0]) * part;
      return [x + Math.round(near - x), y];
    });
  });
  return { ...mark, points };
}

function shifted(mark: PictureMark, by: number): PictureMark {
  return { ...mark, points: mark.points.map(([across, down]) => [across + by, down]) } as PictureMark;
}
