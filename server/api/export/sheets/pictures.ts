import sharp from 'sharp';
import { symbolsIn } from '#core/styles';
import type { SpoolType } from '../../../formats/layer-writer.ts';
import type { MarkerPictures } from '../../../formats/pdf/map/objects.ts';
import { WriteFailure } from '../../../formats/write-failure.ts';
import type { SheetContext } from './sheet-context.ts';

/** Side of a marker, pixels: 300 dpi for the largest radius. */
const MARKER = 256;
/** Largest side of a logo, pixels. */
const LOGO = 1_200;
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
export async function readLogo(base64: string): Promise<NonNullable<SheetContext['logo']>> {
  try {
    const image = sharp(Buffer.from(base64, 'base64'), { limitInputPixels: MOST_PIXELS });
    const { format } = await image.metadata();
    if (!LOGO_FORMATS.has(format)) throw new Error(`${format} is no format of logos.`);
    const { data, info } = await image
      .resize({ width: LOGO, height: LOGO, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer({ resolveWithObject: true });
    return { image: data, width: info.width, height: info.height };
  } catch {
    throw new WriteFailure('export.sheet.logo');
  }
}
