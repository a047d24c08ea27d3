import type { ScriptPdf } from './script-pdf.ts';
import { CONTENT_WIDTH, INK, PAGE, SIZE } from './look.ts';
import { plain } from './text.ts';

export interface TableOf {
  columns: readonly {
    title: string;
    align?: 'left' | 'right';
    /** Its share of the width; usual 1. */ weight?: number;
  }[];
  rows: Iterable<readonly string[]>;
  /** Without a header: names and values. */
  bare?: boolean;
}

/** The pages a table is drawn on. */
interface TablePages {
  pdf: ScriptPdf;
  /** Remaining height of this page. */
  readonly left: number;
  layout: {
    y(): number;
    moveTo(y: number): void;
    /** Starts a new page if `height` does not fit. */
    room(height: number): void;
    root(): PDFKit.PDFStructureElement;
  };
}

const PAD = { x: 5, y: 3.2 };
const MAX_CELL_LENGTH = 600;

interface PdfColumn {
  x: number;
  width: number;
  align: 'left' | 'right';
}

/** Draws rows that break between pages, never within one; the header is repeated on each page. */
export function drawTable(paper: TablePages, of: TableOf): void {
  const { pdf, layout } = paper;
  const columns = columnsOf(of);
  const table = pdf.struct('Table');
  layout.root().add(table);

  const row = (cells: readonly string[], kind: 'TH' | 'TD', shown = true) => {
    const texts = columns.map((_, n) => plain(cells[n] ?? '', MAX_CELL_LENGTH));
    const face = (n: number) => (kind === 'TH' || (of.bare && n === 0) ? 'strong' : 'text');
    const colour = kind === 'TH' || (of.bare && columns.length > 1) ? INK.muted : INK.text;
    pdf.fontSize(SIZE.table);
    const max = PAGE.height - PAGE.top - PAGE.bottom - 40;
    const heights = texts.map((text, n) =>
      pdf.font(face(n)).heightOfString(text, { width: columns[n]!.width - 2 * PAD.x }),
    );
    const height = Math.min(Math.max(...heights, SIZE.table * 1.36), max) + 2 * PAD.y;
    if (kind === 'TD' && height > paper.left) {
      layout.room(PAGE.height);
      if (!of.bare)
        row(
          of.columns.map(({ title }) => title),
          'TH',
          false,
        );
    }
    const y = layout.y();
    const line = () => {
      if (kind === 'TH') pdf.rect(PAGE.side, y, CONTENT_WIDTH, height).fill(INK.band);
      pdf
        .moveTo(PAGE.side, y + height)
        .lineTo(PAGE.side + CONTENT_WIDTH, y + height)
        .lineWidth(kind === 'TH' ? 0.8 : 0.4)
        .stroke(kind === 'TH' ? INK.strong : INK.line);
    };
    pdf.markContent('Artifact', { type: 'Layout' });
    line();
    pdf.endMarkedContent();
    const draw = (n: number) => () => {
      const { x, width, align } = columns[n]!;
      pdf
        .font(face(n))
        .fontSize(SIZE.table)
        .fillColor(of.bare && n > 0 ? INK.text : colour)
        .text(texts[n]!, x + PAD.x, y + PAD.y, {
          width: width - 2 * PAD.x,
          height: height - 2 * PAD.y,
          align,
          ellipsis: true,
        });
    };
    if (shown) {
      const element = pdf.struct('TR');
      table.add(element);
      columns.forEach((_, n) => element.add(pdf.struct(of.bare && n === 0 ? 'TH' : kind, {}, draw(n))));
      element.end();
    } else {
      // The repeated header is visible, but not read out again.
      pdf.markContent('Artifact', { type: 'Layout' });
      columns.forEach((_, n) => draw(n)());
      pdf.endMarkedContent();
    }
    layout.moveTo(y + height);
  };

  layout.room(60);
  if (!of.bare)
    row(
      of.columns.map(({ title }) => title),
      'TH',
    );
  for (const cells of of.rows) row(cells, 'TD');
  table.end();
}

function columnsOf({ columns }: TableOf): PdfColumn[] {
  const shares = columns.reduce((sum, { weight = 1 }) => sum + weight, 0);
  let x: number = PAGE.side;
  return columns.map(({ weight = 1, align = 'left' }) => {
    const width = (CONTENT_WIDTH * weight) / shares;
    const column = { x, width, align };
    x += width;
    return column;
  });
}
