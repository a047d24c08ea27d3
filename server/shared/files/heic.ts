import { readFile, stat } from 'node:fs/promises';

/** The format of phone cameras. */
export const HEIC = ['image/heic', 'image/heif'];

/**
 * Photos of phones with 48 million pixels are accepted; each pixel takes four bytes here, and again as many in the
 * decoder.
 */
const MAX_PIXELS = 50_000_000;
const MAX_BYTES = 100 * 1024 * 1024;

export interface Pixels {
  data: Buffer;
  raw: { width: number; height: number; channels: 4 };
}

/**
 * The pixels of a HEIC picture, rotated upright; sharp decodes all other formats, but not this one. Throws an error
 * when there are none.
 */
export async function heicPixels(file: string): Promise<Pixels> {
  if ((await stat(file)).size > MAX_BYTES) throw new Error('The file is too large.');
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');
  const content = await readFile(file);
  const images = new libheif.HeifDecoder().decode(content);
  try {
    const image = images.find((each) => each.is_primary()) ?? images[0];
    if (!image) throw new Error('There is no picture in it.');
    const [width, height] = [image.get_width(), image.get_height()];
    if (width * height > MAX_PIXELS) throw new Error('The picture has too many pixels.');
    const data = new Uint8ClampedArray(width * height * 4);
    const decoded = await new Promise((resolve) => image.display({ data, width, height }, resolve));
    if (decoded === null) throw new Error('The picture cannot be decoded.');
    return { data: Buffer.from(data.buffer), raw: { width, height, channels: 4 } };
  } finally {
    for (const image of images) image.free();
  }
}
