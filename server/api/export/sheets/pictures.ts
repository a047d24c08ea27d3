import sharp from 'sharp';
import type { SheetRequest } from '#core/protocol';
import { symbolsIn } from '#core/styles';
import type { SpoolType } from '../../../formats/layer-writer.ts';
import type { MarkerPictures } from '../../../formats/pdf/map/objects.ts';
import { WriteFailure } from '../../../formats/write-failure.ts';
import type { FramePicture } from './drawings/paper-drawing.ts';

/** Side of a marker, pixels: 300 dpi for the largest radius. */
const MARKER = 256;
/** Largest side of a logo, pixels. */
const LOGO = 1_200;
/** Largest side of a picture in a frame, pixels. */
const LARGEST = 4_000;
/** Others could refer to further files. */
const LOGO_FORMATS: ReadonlySet<string> = new Set(['png', 'jpeg']);
const MOST_PIXELS = 25_000_000;

/** The pictures of markers in the styles of types; what cannot be drawn is left out, and a plain marker drawn. */
export async function readMarkerPictures(types: readonly SpoolType[]): Promise<MarkerPictures> {
  const pictures = new Map<string, Buffer>();
  for (const { style } of types)
    for (const { svg } of style ? symbolsIn(style) : []) {
      if (svg === undefined || pictures.has(svg)) continue;
      const fit = { width: MARKER, height: MARKER, fit: 'contain' as const, background: '#00000000' };
      const png = await sharp(Buffer.from(svg), { limitInputPixels: MOST_PIXELS, density: 300 })
        .resize(fit)
        .png()
        .toBuffer()
        .catch(() => undefined);
      if (png) pictures.set(svg, png);
    }
  return pictures;
}

/** A logo as PNG. Throws WriteFailure when it is no picture. */
export function readLogo(base64: string): Promise<FramePicture> {
  return readPicture(base64, LOGO, new WriteFailure('export.sheet.logo'));
}

/** The pictures of frames as PNG, by the number of the frame. Throws WriteFailure for what is no picture. */
export async function readFramePictures(frames: SheetRequest['frames']): Promise<Map<number, FramePicture>> {
  const pictures = new Map<number, FramePicture>();
  for (const [n, { content }] of frames.entries()) {
    if (content?.kind !== 'picture') continue;
    const failure = new WriteFailure('export.sheet.picture', { frame: n + 1 });
    pictures.set(n, await readPicture(content.image, LARGEST, failure));
  }
  return pictures;
}

async function readPicture(base64: string, side: number, failure: WriteFailure): Promise<FramePicture> {
  try {
    const image = sharp(Buffer.from(base64, 'base64'), { limitInputPixels: MOST_PIXELS });
    const { format } = await image.metadata();
    if (!LOGO_FORMATS.has(format)) throw new Error(`${format} is no format of pictures.`);
    const { data, info } = await image
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer({ resolveWithObject: true });
    return { image: data, width: info.width, height: info.height };
  } catch {
    throw failure;
  }
}
