import type { OfficeKind } from './office-types.ts';
import { workbookText } from './workbook-text.ts';
import { ZipParts, type XmlHandler } from './zip-parts.ts';

/** Cells and rows that a file says are repeated: more of them are blank to the end of the sheet. */
const MOST_REPEATED = 100;

/** The text of an office file, up to about `most` characters: slides and sheets with form feeds between them, cells with tabs. */
export async function officeText(file: string, kind: OfficeKind, most: number): Promise<string> {
  const parts = await ZipParts.open(file);
  try {
    const text =
      kind === 'docx'
        ? await documentText(parts, most)
        : kind === 'pptx'
          ? await slidesText(parts, most)
          : kind === 'xlsx'
            ? await workbookText(parts, most)
            : await openDocumentText(parts, most);
    return text.slice(0, most);
  } finally {
    parts.close();
  }
}

async function documentText(parts: ZipParts, most: number): Promise<string> {
  const out = new Written(most);
  const found = await parts.read('word/document.xml', markup(out), () => out.isFull);
  if (!found) throw new Error('It has no document.');
  return out.text;
}

async function slidesText(parts: ZipParts, most: number): Promise<string> {
  const numbers = [...parts.names]
    .map((name) => Number(/^ppt\/slides\/slide(\d+)\.xml$/.exec(name)?.[1]))
    .filter((number) => number > 0)
    .sort((a, b) => a - b);
  const out = new Written(most);
  for (const [i, number] of numbers.entries()) {
    if (i > 0) out.add('\f');
    await parts.read(`ppt/slides/slide${number}.xml`, markup(out), () => out.isFull);
  }
  return out.text;
}

/** Paragraphs and runs of Office Open XML. */
function markup(out: Written): XmlHandler {
  let isText = false;
  let cells = 0;
  return {
    open(name) {
      if (name === 't') isText = true;
      else if (name === 'tab') out.add('\t');
      else if (name === 'br' || name === 'cr') out.add('\n');
      else if (name === 'tc') cells++;
    },
    close(name) {
      if (name === 't') isText = false;
      // Within a table a row is one line.
      else if (name === 'p') out.add(cells > 0 ? ' ' : '\n');
      else if (name === 'tc') {
        cells--;
        out.add('\t');
      } else if (name === 'tr') out.add('\n');
    },
    text: (text) => isText && out.add(text),
  };
}

async function openDocumentText(parts: ZipParts, most: number): Promise<string> {
  const out = new Written(most);
  let paragraphs = 0;
  let [cells, rows, blanks] = [0, 1, 0];
  let row = '';
  let isFirst = true;
  const write = (text: string) => {
    if (cells > 0) row += text;
    else out.add(text);
  };
  const found = await parts.read(
    'content.xml',
    {
      open(name, attributes) {
        const times = (of: string) =>
          Math.min(MOST_REPEATED, Number(attributes[`table:number-${of}-repeated`] ?? 1));
        if (name === 'p' || name === 'h') {
          // Further paragraphs of a cell.
          if (cells > 0 && row !== '' && !row.endsWith('\t')) row += ' ';
          paragraphs++;
        } else if (name === 's')
          write(' '.repeat(Math.min(MOST_REPEATED, Number(attributes['text:c'] ?? 1))));
        else if (name === 'tab') write('\t');
        else if (name === 'line-break') write(cells > 0 ? ' ' : '\n');
        else if (name === 'table-row') {
          row = '';
          rows = times('rows');
        } else if (name === 'table-cell' || name === 'covered-table-cell') {
          cells++;
          blanks = times('columns');
        } else if (name === 'table' || name === 'page') {
          if (!isFirst) out.add('\f');
          isFirst = false;
        }
      },
      close(name) {
        if (name === 'p' || name === 'h') {
          paragraphs--;
          if (cells === 0) out.add('\n');
        } else if (name === 'table-cell' || name === 'covered-table-cell') {
          cells--;
          row += '\t'.repeat(blanks);
        } else if (name === 'table-row') {
          const line = row.replace(/\t+$/, '');
          if (line !== '') for (let i = 0; i < rows; i++) out.add(`${line}\n`);
        }
      },
      text: (text) => paragraphs > 0 && write(text),
    },
    () => out.isFull,
  );
  if (!found) throw new Error('It has no content.');
  return out.text;
}

/** Text that is collected up to a length. */
class Written {
  readonly #parts: string[] = [];
  #length = 0;

  constructor(readonly most: number) {}

  get isFull(): boolean {
    return this.#length > this.most;
  }

  add(text: string): void {
    if (this.isFull) return;
    this.#parts.push(text);
    this.#length += text.length;
  }

  get text(): string {
    return this.#parts.join('');
  }
}
