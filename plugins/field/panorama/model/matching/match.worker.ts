import type { GreyPiece } from './grey-picture.ts';
import { correlateAround, type CodedPiece, type CodedStandpoint, type MatchTask } from './match-task.ts';

/** Decodes the pictures and compares them, so that the page stays smooth. */
self.onmessage = async ({ data }: MessageEvent<MatchTask>) => {
  try {
    const [first, second] = await Promise.all([decoded(data.first), decoded(data.second)]);
    self.postMessage({ correlated: correlateAround({ ...data.comparison, first, second }, data.rough) });
  } catch (thrown) {
    self.postMessage({ failed: String(thrown) });
  }
};

async function decoded({ pieces, ...standpoint }: CodedStandpoint) {
  return { ...standpoint, pieces: await Promise.all(pieces.map(greyOf)) };
}

async function greyOf({ picture, ...place }: CodedPiece): Promise<GreyPiece> {
  const bitmap = await createImageBitmap(picture);
  const { width: columns, height: rows } = bitmap;
  const context = new OffscreenCanvas(columns, rows).getContext('2d', { willReadFrequently: true })!;
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data: colours } = context.getImageData(0, 0, columns, rows);
  const data = new Uint8Array(columns * rows);
  // Luma of ITU-R BT.601.
  for (let i = 0; i < data.length; i++)
    data[i] = 0.299 * colours[4 * i]! + 0.587 * colours[4 * i + 1]! + 0.114 * colours[4 * i + 2]!;
  return { ...place, columns, rows, data };
}
