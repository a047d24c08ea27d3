import type { ByteFile } from '../../../../formats/byte-file.ts';
import { decoderFor } from '../../../../formats/text-stream.ts';

/** Between cells; a blank stands for any number of blanks and tabs. */
export const SEPARATORS = [';', '\t', '|', ',', ' '] as const;
export type Separator = (typeof SEPARATORS)[number];

const CHUNK = 64 * 1024;
/** A quote that is never closed would otherwise take the rest of the file. */
const LONGEST_CELL = 4 * 1024 * 1024;
const MAX_CELLS = 4096;

/** Zeros with which programs fill cells of a fixed width and the end of a file, and the end of a file of DOS. */
const FILLING = ['\0', '\u001a'];

/** What a reader of rows tells. */
interface RowListener {
  read?(offset: number): void;
  /** Zeros were left out. */
  filled?(): void;
}

/** The rows of a text table (RFC 4180, also with CR alone, and with quotes inside of cells). Blank lines are left out. */
export function* readRows(
  file: ByteFile,
  encoding: string,
  separator: Separator,
  { read, filled }: RowListener = {},
): Generator<string[]> {
  const decode = decoderFor(file, encoding);
  const splitter = new RowSplitter(separator);
  for (let at = 0; at < file.size; at += CHUNK) {
    const bytes = file.slice(at, CHUNK);
    read?.(at + bytes.length);
    const text = decode(bytes, at + bytes.length < file.size);
    if (text.includes('\0')) filled?.();
    yield* splitter.add(FILLING.reduce((rest, sign) => rest.replaceAll(sign, ''), text));
  }
  yield* splitter.end();
}

/** Splits pieces of text into rows. */
export class RowSplitter {
  readonly #separator: Separator;
  #cells: string[] = [];
  #cell = '';
  #quoted = false;
  /** The last sign was a quote within a quoted cell: its end, or half of a quote. */
  #closing = false;
  #afterReturn = false;
  /** The cell had quotes: its blanks stay. */
  #wasQuoted = false;

  constructor(separator: Separator) {
    this.#separator = separator;
  }

  *add(text: string): Generator<string[]> {
    let from = 0;
    for (let i = 0; i < text.length; i++) {
      const sign = text[i]!;
      if (this.#quoted) {
        if (this.#closing) {
          this.#closing = false;
          if (sign === '"') {
            this.#cell += '"';
            from = i + 1;
            continue;
          }
          this.#quoted = false;
          from = i;
        } else if (sign === '"') {
          this.#cell += text.slice(from, i);
          this.#closing = true;
          from = i + 1;
          continue;
        } else continue;
      }
      const afterReturn = this.#afterReturn;
      this.#afterReturn = false;
      if (sign === '\n' || sign === '\r') {
        if (sign === '\n' && afterReturn) {
          from = i + 1;
          continue;
        }
        this.#cell += text.slice(from, i);
        from = i + 1;
        this.#afterReturn = sign === '\r';
        const row = this.#row();
        if (row) yield row;
      } else if (sign === this.#separator || (this.#separator === ' ' && sign === '\t')) {
        this.#cell += text.slice(from, i);
        from = i + 1;
        this.#endCell();
      } else if (sign === '"' && this.#cell === '' && text.slice(from, i).trim() === '') {
        this.#quoted = this.#wasQuoted = true;
        this.#cell = '';
        from = i + 1;
      }
    }
    if (!this.#closing) this.#cell += text.slice(from);
    if (this.#cell.length > LONGEST_CELL) this.#cell = this.#cell.slice(0, LONGEST_CELL);
  }

  *end(): Generator<string[]> {
    const row = this.#row();
    if (row) yield row;
  }

  /** Whether the text ended within quotes. */
  get isOpen(): boolean {
    return this.#quoted && !this.#closing;
  }

  #endCell(): void {
    const cell = this.#wasQuoted ? this.#cell : this.#cell.trim();
    this.#wasQuoted = false;
    this.#cell = '';
    // Blanks in a row separate once.
    if (this.#separator === ' ' && cell === '') return;
    if (this.#cells.length < MAX_CELLS) this.#cells.push(cell);
  }

  #row(): string[] | undefined {
    this.#endCell();
    this.#quoted = this.#closing = false;
    const cells = this.#cells;
    this.#cells = [];
    return cells.length > 1 || cells[0] ? cells : undefined;
  }
}
