import { ScriptPdf } from '../../../formats/pdf/index.ts';

/** Characters that are joined before they are handed on. */
const PIECE = 64 * 1024;

/** A document with very many operators on a page, which pdfkit would keep each in a buffer of its own. */
export class SheetPdf extends ScriptPdf {
  #lines: string[] = [];
  #length = 0;

  override addContent(line: string): this {
    this.#lines.push(line);
    this.#length += line.length;
    if (this.#length > PIECE) this.#handOn();
    return this;
  }

  override addPage(options?: PDFKit.PDFDocumentOptions): this {
    this.#handOn();
    super.addPage(options);
    return this;
  }

  override end(): void {
    this.#handOn();
    super.end();
  }

  #handOn(): void {
    if (this.#lines.length > 0) super.addContent(this.#lines.join('\n'));
    this.#lines = [];
    this.#length = 0;
  }
}
