import { drawMarks } from '#core/canvas';
import type { PictureMark } from '#core/protocol';

/** Most pixels of a copy: not every browser draws a larger canvas. */
const MAX_PIXELS = 100_000_000;
const QUALITY = 0.92;

/** A JPEG of a picture with marks over it. Undefined where the browser cannot decode the picture, or not draw one so large. */
export async function imageCopy(picture: Blob, marks: readonly PictureMark[]): Promise<Blob | undefined> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!bitmap) return undefined;
  if (bitmap.width * bitmap.height > MAX_PIXELS) {
    bitmap.close();
    return undefined;
  }
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
  const context = canvas.getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  drawMarks(context, marks, [canvas.width, canvas.height]);
  return new Promise((resolve) => canvas.toBlob((copy) => resolve(copy ?? undefined), 'image/jpeg', QUALITY));
}
