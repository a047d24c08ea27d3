import type { Style } from '#core/protocol';
import type { Paper } from '../../../formats/pdf/index.ts';
import { INK, SIZE } from '../../../formats/pdf/look.ts';
import { DEFAULT_STYLE, drawSample, drawSign } from '../../../formats/pdf/map/objects.ts';
import { setStroke } from '../../../formats/pdf/map/strokes.ts';
import { plain } from '../../../formats/pdf/text.ts';
import type { GeometryFamily } from '../../../formats/shapes.ts';

export interface DocumentLegendEntry {
  label: string;
  style: Style | undefined;
  families: ReadonlySet<GeometryFamily>;
}

const ROW = 15;
const COLUMNS = 3;
const MAX_ENTRIES = 60;

/** Draws the legend in three columns. */
export function drawLegend(paper: Paper, entries: readonly DocumentLegendEntry[], title: string): void {
  const shown = entries.slice(0, MAX_ENTRIES);
  const rows = Math.ceil(shown.length / COLUMNS);
  const words = `${title}: ${shown.map(({ label }) => label).join(', ')}`;
  paper.figure(rows * ROW + 8, words, (pdf, { x, y, width }) => {
    shown.forEach(({ label, style = DEFAULT_STYLE, families }, n) => {
      const left = x + (width / COLUMNS) * Math.floor(n / rows);
      const middle = y + 8 + ROW * (n % rows) + ROW / 2;
      pdf.save();
      if (families.has('polygon')) {
        drawSample(pdf, { x: left + 2, y: middle - 4.5, width: 18, height: 9 }, style);
      } else if (families.has('line')) {
        setStroke(pdf, style);
        pdf
          .moveTo(left + 2, middle)
          .lineTo(left + 20, middle)
          .stroke();
      } else drawSign(pdf, left + 11, middle, { ...style, radius: Math.min(style.radius ?? 5, 7) });
      pdf.undash();
      pdf.restore();
      pdf
        .font('text')
        .fontSize(SIZE.small)
        .fillColor(INK.text, 1)
        .text(plain(label, 80), left + 27, middle - SIZE.small * 0.68, {
          width: width / COLUMNS - 32,
          height: SIZE.small * 1.4,
          ellipsis: true,
        });
    });
  });
}
