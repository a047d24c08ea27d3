import sharp from 'sharp';
import type { Paper } from '../../../formats/pdf/index.ts';
import { INK, SIZE } from '../../../formats/pdf/look.ts';
import { plain } from '../../../formats/pdf/text.ts';
import type { ExportPhoto } from '../content/task.ts';
import { drawMarks } from './marks.ts';

const HEIGHT = 168;
const GAP = 12;
const CAPTION = 16;

/** Draws photos in two columns with their names. The server has re-encoded each of them. */
export async function photosPart(paper: Paper, photos: readonly ExportPhoto[]): Promise<void> {
  for (let n = 0; n < photos.length; n += 2) {
    const pair = await Promise.all(
      photos.slice(n, n + 2).map(async ({ file, ...photo }) => {
        const { data, info } = await sharp(file).jpeg({ quality: 82 }).toBuffer({ resolveWithObject: true });
        return { ...photo, jpeg: data, size: [info.width, info.height] as const };
      }),
    );
    const names = pair.map(({ name }) => plain(name, 120)).join(', ');
    paper.figure(HEIGHT + CAPTION, names, (pdf, { x, y, width }) => {
      const half = (width - GAP) / 2;
      pair.forEach(({ name, jpeg, size, marks }, side) => {
        const left = x + side * (half + GAP);
        pdf.rect(left, y, half, HEIGHT).fillColor(INK.band, 1).fill();
        const part = Math.min(half / size[0], HEIGHT / size[1]);
        const [wide, high] = [size[0] * part, size[1] * part];
        const corner = [left + (half - wide) / 2, y + (HEIGHT - high) / 2] as const;
        pdf.image(jpeg, ...corner, { width: wide, height: high });
        drawMarks(pdf, marks, corner, [wide, high]);
        pdf
          .font('text')
          .fontSize(SIZE.small)
          .fillColor(INK.muted, 1)
          .text(plain(name, 120), left, y + HEIGHT + 3, {
            width: half,
            height: SIZE.small * 1.4,
            ellipsis: true,
          });
      });
    });
    paper.space(6);
  }
}
