import { createRequire } from 'node:module';
import sharp from 'sharp';
import { escaped, legendSvg, type LegendLayout } from './legend.ts';

/** Servers usually have no fonts: titles use a bundled one. */
const FONT = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
);

/** Taller images cannot be rendered from SVG (32,767 pixels in Cairo). */
const TALLEST = 32_000;

/** Renders the legend on white; `requestedWidth`: pixels per CSS pixel, fewer where it would be too tall. */
export async function legendPng(layout: LegendLayout, requestedWidth: number): Promise<Buffer> {
  const scale = Math.min(requestedWidth, TALLEST / layout.height);
  const signs = sharp(Buffer.from(legendSvg(layout, false)), { density: 72 * scale });
  // Blank titles are skipped.
  const written = layout.rows.filter(({ title }) => escaped(title).trim() !== '');
  const titles = await Promise.all(
    written.map(async ({ sign, title, textX, middle }) => {
      const weight = sign ? '' : ' weight="600"';
      const text = `<span foreground="#15191c"${weight}>${escaped(title)}</span>`;
      // 10 points at 96 dots an inch are 13 pixels.
      const options = { text, font: 'Noto Sans 10', fontfile: FONT, dpi: Math.round(96 * scale), rgba: true };
      const { data, info } = await sharp({ text: options }).png().toBuffer({ resolveWithObject: true });
      return {
        input: data,
        left: Math.round(textX * scale),
        top: Math.round(middle * scale - info.height / 2),
        width: info.width,
      };
    }),
  );
  const width = Math.max(
    Math.ceil(layout.width * scale),
    ...titles.map((title) => title.left + title.width + 8),
  );
  const height = Math.ceil(layout.height * scale);
  const white = { width, height, channels: 4 as const, background: '#ffffff' };
  const layers = [{ input: await signs.png().toBuffer(), left: 0, top: 0 }, ...titles];
  return sharp({ create: white }).composite(layers).png().toBuffer();
}
