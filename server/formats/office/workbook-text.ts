import type { ZipParts } from './zip-parts.ts';

/** Formats of numbers that are dates or times without being written out in the file. */
const DATE_FORMATS = (id: number) => (id >= 14 && id <= 22) || (id >= 45 && id <= 47);
const DAY = 86_400_000;
const MOST_COLUMNS = 500;

/** The cells of a workbook as lines with tabs, its sheets with form feeds between them. */
export async function workbookText(parts: ZipParts, most: number): Promise<string> {
  const strings = await sharedStrings(parts, most);
  const { dates, is1904 } = await formatsOf(parts);
  const numbers = [...parts.names]
    .map((name) => Number(/^xl\/worksheets\/sheet(\d+)\.xml$/.exec(name)?.[1]))
    .filter((number) => number > 0)
    .sort((a, b) => a - b);
  const lines: string[] = [];
  let length = 0;
  for (const [i, number] of numbers.entries()) {
    if (i > 0) lines.push('\f');
    let row: string[] = [];
    let cell = { column: 0, type: 'n', isDate: false };
    let value = '';
    let reading = false;
    await parts.read(
      `xl/worksheets/sheet${number}.xml`,
      {
        open(name, attributes) {
          if (name === 'row') row = [];
          else if (name === 'c') {
            const column = columnOf(attributes['r']) ?? row.length;
            cell = { column, type: attributes['t'] ?? 'n', isDate: dates.has(Number(attributes['s'] ?? -1)) };
            value = '';
          } else if (name === 'v' || name === 't') reading = true;
        },
        close(name) {
          if (name === 'v' || name === 't') reading = false;
          else if (name === 'c' && value !== '' && cell.column < MOST_COLUMNS) {
            while (row.length < cell.column) row.push('');
            row[cell.column] = shown(value, cell, strings, is1904).replace(/\s+/g, ' ');
          } else if (name === 'row' && row.some((one) => one !== '')) {
            const line = `${row.join('\t')}\n`;
            lines.push(line);
            length += line.length;
          }
        },
        text: (text) => reading && (value += text),
      },
      () => length > most,
    );
    if (length > most) break;
  }
  return lines.join('');
}

function shown(
  value: string,
  { type, isDate }: { type: string; isDate: boolean },
  strings: readonly string[],
  is1904: boolean,
): string {
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type !== 'n' || !isDate || !Number.isFinite(Number(value))) return value;
  // 1900 has a 29 February in Excel.
  const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const date = new Date(start + Math.round(Number(value) * DAY));
  if (Number.isNaN(date.getTime())) return value;
  const text = date.toISOString().slice(0, 19).replace('T', ' ');
  return Number(value) < 1 ? text.slice(11) : text.replace(' 00:00:00', '');
}

async function sharedStrings(parts: ZipParts, most: number): Promise<string[]> {
  const strings: string[] = [];
  let [text, phonetic, isText] = ['', 0, false];
  let length = 0;
  await parts.read(
    'xl/sharedStrings.xml',
    {
      open(name) {
        if (name === 'si') text = '';
        else if (name === 'rPh') phonetic++;
        else if (name === 't') isText = phonetic === 0;
      },
      close(name) {
        if (name === 't') isText = false;
        else if (name === 'rPh') phonetic--;
        else if (name === 'si') {
          strings.push(text);
          length += text.length;
        }
      },
      text: (more) => isText && (text += more),
    },
    // Those beyond are of cells beyond what is shown, mostly.
    () => length > 20 * most,
  );
  return strings;
}

/** Which styles of cells are dates. */
async function formatsOf(parts: ZipParts): Promise<{ dates: ReadonlySet<number>; is1904: boolean }> {
  const custom = new Set<number>();
  const dates = new Set<number>();
  let isCells = false;
  let style = 0;
  await parts.read('xl/styles.xml', {
    open(name, attributes) {
      if (name === 'numFmt') {
        const code = (attributes['formatCode'] ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, '');
        if (/[ymdhs]/i.test(code)) custom.add(Number(attributes['numFmtId']));
      } else if (name === 'cellXfs') isCells = true;
      else if (name === 'xf' && isCells) {
        const id = Number(attributes['numFmtId'] ?? 0);
        if (DATE_FORMATS(id) || custom.has(id)) dates.add(style);
        style++;
      }
    },
    close: (name) => name === 'cellXfs' && (isCells = false),
  });
  let is1904 = false;
  await parts.read('xl/workbook.xml', {
    open: (name, attributes) =>
      name === 'workbookPr' && (is1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')),
  });
  return { dates, is1904 };
}

/** `BC12`: 54. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d*$/.exec(reference ?? '')?.[1];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
