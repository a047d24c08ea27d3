import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Language } from '#core/protocol';
import { sentence } from '../../base/language.ts';
import type { FontFace } from './fonts.ts';
import { CONTENT_WIDTH, INK, PAGE, SIZE } from './look.ts';
import { ScriptPdf } from './script-pdf.ts';
import { drawTable, type TableOf } from './table.ts';
import { plain } from './text.ts';

/** Most characters that are listed as not printed. */
const MAX_CODES = 60;

export interface PaperOf {
  title: string;
  /** Below the title: subject and author. */
  subtitle?: string;
  /** At the bottom of each page, before its number. */
  foot: string;
  author?: string;
  language: Language;
  at: Date;
}

export interface PageRectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * A document on A4 pages, written sequentially: tagged for screen readers, with title, language and page numbers.
 * Call its methods in reading order, then `end`.
 */
export class Paper {
  readonly pdf: ScriptPdf;
  readonly #root: PDFKit.PDFStructureElement;
  readonly #of: PaperOf;
  readonly #written: Promise<void>;
  #y: number = PAGE.top;

  constructor(of: PaperOf, out: Writable) {
    this.#of = of;
    this.pdf = new ScriptPdf({
      size: [PAGE.width, PAGE.height],
      margins: { left: PAGE.side, right: PAGE.side, top: PAGE.top, bottom: 0 },
      // Page numbers include the total.
      bufferPages: true,
      autoFirstPage: false,
      pdfVersion: '1.7',
      tagged: true,
      lang: of.language,
      displayTitle: true,
      info: {
        Title: plain(of.title, 300),
        Author: plain(of.author ?? '', 300),
        Creator: 'Groma',
        Producer: 'Groma',
        CreationDate: of.at,
      },
    });
    this.#written = pipeline(this.pdf, out);
    // The error is thrown by `end`.
    this.#written.catch(() => {});
    this.#root = this.pdf.struct('Document');
    this.pdf.addStructure(this.#root);
    this.#addPage();
    this.#opening();
  }

  /** Remaining height of this page below the cursor. */
  get left(): number {
    return PAGE.height - PAGE.bottom - this.#y;
  }

  heading(text: string, level: 1 | 2 = 1): void {
    const size = level === 1 ? SIZE.heading : SIZE.text + 1;
    this.space(level === 1 ? 16 : 9);
    // Never alone at the bottom of a page.
    this.#room(size * 1.5 + 110);
    this.#tag(`H${level + 1}`, () => this.#line('strong', size, INK.text, text));
    this.space(level === 1 ? 5 : 3);
  }

  paragraph(text: string, { muted = false } = {}): void {
    this.#tag('P', () =>
      this.#line('text', muted ? SIZE.small : SIZE.text, muted ? INK.muted : INK.text, text),
    );
    this.space(4);
  }

  /** Names and values, one below the other. */
  facts(rows: readonly (readonly [name: string, value: string])[]): void {
    this.table({
      columns: [
        { title: '', weight: 1.1 },
        { title: '', weight: 3 },
      ],
      rows: rows.map(([name, value]) => [name, value]),
      bare: true,
    });
  }

  table(of: TableOf): void {
    drawTable(this, of);
    this.space(4);
  }

  /** A drawing of the given height at full width, with a text alternative. */
  figure(
    height: number,
    alternative: string,
    draw: (pdf: ScriptPdf, box: PageRectangle) => void,
    width = CONTENT_WIDTH,
  ): void {
    this.#room(height);
    const box = { x: PAGE.side, y: this.#y, width, height };
    this.#tag(
      'Figure',
      () => {
        this.pdf.save();
        draw(this.pdf, box);
        this.pdf.restore();
      },
      { alt: plain(alternative, 500) },
    );
    this.#y += height;
  }

  space(height: number): void {
    if (this.#y > PAGE.top) this.#y = Math.min(this.#y + height, PAGE.height - PAGE.bottom);
  }

  /** Numbers the pages and resolves when the last byte is written. */
  async end(): Promise<void> {
    this.#sayUnprinted();
    const { start, count } = this.pdf.bufferedPageRange();
    for (let page = start; page < start + count; page++) {
      this.pdf.switchToPage(page);
      this.#footer(page - start + 1, count);
    }
    this.#root.end();
    this.pdf.end();
    await this.#written;
  }

  /** For parts of a document with their own layout: see table.ts. */
  readonly layout = {
    y: () => this.#y,
    moveTo: (y: number) => (this.#y = y),
    room: (height: number) => this.#room(height),
    root: () => this.#root,
  };

  /** A box is printed instead of each of these characters. */
  #sayUnprinted(): void {
    const { unprinted } = this.pdf;
    if (unprinted.size === 0) return;
    const codes = [...unprinted].map(
      (sign) => `U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`,
    );
    const more = codes.length > MAX_CODES ? ' …' : '';
    const characters = codes.slice(0, MAX_CODES).join(' ') + more;
    this.paragraph(sentence(this.#of.language, 'export.pdf.unprinted', { count: codes.length, characters }), {
      muted: true,
    });
  }

  #opening(): void {
    const { title, subtitle } = this.#of;
    this.#artifact(() => this.pdf.rect(PAGE.side, this.#y, 26, 3).fill(INK.accent));
    this.#y += 12;
    this.#tag('H1', () => this.#line('strong', SIZE.title, INK.text, plain(title, 300)));
    if (subtitle) {
      this.#y += 2;
      this.#tag('P', () => this.#line('text', SIZE.subtitle, INK.muted, plain(subtitle, 600)));
    }
    this.#y += 8;
  }

  #footer(page: number, pages: number): void {
    const y = PAGE.height - PAGE.bottom + 24;
    this.#artifact(() => {
      this.pdf
        .moveTo(PAGE.side, y - 7)
        .lineTo(PAGE.width - PAGE.side, y - 7)
        .lineWidth(0.5)
        .stroke(INK.line);
      this.pdf.font('text').fontSize(SIZE.small).fillColor(INK.muted);
      const number = sentence(this.#of.language, 'export.pdf.page', { page, pages });
      const wide = this.pdf.widthOfString(number) + 2;
      this.pdf.text(plain(this.#of.foot, 200), PAGE.side, y, {
        width: CONTENT_WIDTH - wide - 12,
        height: SIZE.small * 1.4,
        ellipsis: true,
      });
      this.pdf.text(number, PAGE.width - PAGE.side - wide, y, { lineBreak: false });
    });
  }

  #line(face: FontFace, size: number, colour: string, text: string): void {
    this.pdf.font(face).fontSize(size).fillColor(colour);
    const options = { width: CONTENT_WIDTH, lineGap: size * 0.12 };
    const clean = plain(text);
    this.#room(Math.min(this.pdf.heightOfString(clean, options), PAGE.height - PAGE.top - PAGE.bottom));
    this.pdf.text(clean, PAGE.side, this.#y, options);
    this.#y = this.pdf.y;
  }

  /** Starts a new page if `height` does not fit. */
  #room(height: number): void {
    if (height > this.left && this.#y > PAGE.top) this.#addPage();
  }

  #addPage(): void {
    this.pdf.addPage();
    this.#y = PAGE.top;
  }

  #tag(tag: string, draw: () => void, options: PDFKit.Mixins.StructureElementOptions = {}): void {
    this.#root.add(this.pdf.struct(tag, options, draw));
  }

  #artifact(draw: () => void): void {
    this.pdf.markContent('Artifact', { type: 'Pagination' });
    draw();
    this.pdf.endMarkedContent();
  }
}
