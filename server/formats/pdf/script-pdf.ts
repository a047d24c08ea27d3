import PDFDocument from 'pdfkit';
import { baseFont, fontsFor, type FontFace } from './fonts.ts';
import { runsOfLine, type ScriptRun } from './script-runs.ts';

/** What pdfkit's text layout uses of itself. */
interface LaidOut {
  _font: { ascender: number; font: { hasGlyphForCodePoint(code: number): boolean } };
  _fontSize: number;
}
interface TextLayout extends LaidOut {
  widthOfString(text: string, options?: PDFKit.Mixins.TextOptions): number;
  _fragment(text: string, x: number, y: number, options: LineOptions): void;
}
/** Of pdfkit, which its types do not have. */
interface Pictures {
  openImage(content: Buffer): PDFKit.Mixins.ImageSrc;
}
type LineOptions = PDFKit.Mixins.TextOptions & { lineWidth?: number; textWidth?: number };

const base = PDFDocument.prototype as unknown as TextLayout;

/** Latin, Greek, Cyrillic and common signs: drawn at once, as pdfkit does. */
const PLAIN = /^[\u0000-\u052f\u1e00-\u206f\u20ac]*$/;
/** Signs that belong to the letter before them. */
const ATTACHED = /[\p{M}\u200c\u200d]/u;

/** A document whose texts may have letters of several scripts: each is drawn with a font that has it. */
export class ScriptPdf extends PDFDocument {
  /** Characters that no font has. */
  readonly unprinted = new Set<string>();
  #face: FontFace = 'text';
  readonly #fonts = new Map<string, string>();
  /** Pictures of the document: each is in it once, however often it is drawn. */
  readonly #pictures = new WeakMap<Buffer, PDFKit.Mixins.ImageSrc>();

  constructor(options: PDFKit.PDFDocumentOptions) {
    super(options);
    for (const face of ['text', 'strong'] as const) this.registerFont(face, baseFont(face));
  }

  override font(source: PDFKit.Mixins.PDFFontSource, family?: string | number, size?: number): this {
    if (source === 'text' || source === 'strong') this.#face = source;
    return super.font(source, family as string, size);
  }

  override image(
    source: PDFKit.Mixins.ImageSrc,
    x?: number | PDFKit.Mixins.ImageOption,
    y?: number,
    options?: PDFKit.Mixins.ImageOption,
  ): this {
    return super.image(Buffer.isBuffer(source) ? this.#opened(source) : source, x as number, y, options);
  }

  #opened(content: Buffer): PDFKit.Mixins.ImageSrc {
    const known = this.#pictures.get(content) ?? (this as unknown as Pictures).openImage(content);
    this.#pictures.set(content, known);
    return known;
  }

  override widthOfString(text: string, options: PDFKit.Mixins.TextOptions = {}): number {
    const runs = this.#runs(text);
    if (!runs) return super.widthOfString(text, options);
    return this.#inEach(runs, (run) => super.widthOfString(run, options)).reduce(
      (sum, wide) => sum + wide,
      0,
    );
  }

  /** Draws a line; pdfkit calls it for each line of a text. */
  _fragment(text: string, x: number, y: number, options: LineOptions): void {
    const runs = this.#runs(text);
    if (!runs) return base._fragment.call(this as never, text, x, y, options);
    const { align, width, lineWidth = width ?? 0, ...rest } = options;
    const wide = this.widthOfString(text.trimEnd());
    let at = x + (align === 'right' ? lineWidth - wide : align === 'center' ? (lineWidth - wide) / 2 : 0);
    const { _font: font, _fontSize: size } = this.#layout;
    const one = {
      ...rest,
      baseline: (-font.ascender / 1000) * size,
      textWidth: undefined,
      wordCount: undefined,
    };
    this.#inEach(runs, (run) => {
      base._fragment.call(this as never, run, at, y, one);
      at += super.widthOfString(run);
    });
  }

  get #layout(): LaidOut {
    return this as unknown as LaidOut;
  }

  /** Undefined: the text needs only the font that is set. */
  #runs(text: string): ScriptRun[] | undefined {
    if (PLAIN.test(text)) return undefined;
    return runsOfLine(text, (character, before) => this.#fontOf(character, before));
  }

  #fontOf(character: string, before: string | undefined): string {
    if (before !== undefined && ATTACHED.test(character) && this.#has(before, character)) return before;
    const key = `${this.#face} ${character}`;
    let font = this.#fonts.get(key);
    if (font === undefined) {
      const fonts = [this.#face as string, ...fontsFor(character, this.#face)];
      font = fonts.find((one) => this.#has(one, character));
      if (font === undefined) this.unprinted.add(character);
      font ??= this.#face;
      this.#fonts.set(key, font);
    }
    return font;
  }

  #has(font: string, character: string): boolean {
    const { _font: before } = this.#layout;
    this.font(font);
    const has = this.#layout._font.font.hasGlyphForCodePoint(character.codePointAt(0)!);
    this.#layout._font = before;
    return has || character === '\n';
  }

  #inEach<T>(runs: readonly ScriptRun[], use: (text: string) => T): T[] {
    const { _font: before } = this.#layout;
    const used = runs.map(({ text, font }) => {
      this.font(font);
      return use(text);
    });
    this.#layout._font = before;
    return used;
  }
}
