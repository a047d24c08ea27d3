import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Field } from '#core/protocol';
import { ByteFile } from '../../../../formats/byte-file.ts';
import { knownEncoding } from '../../../../formats/encoding.ts';
import { guessedEncoding, readLines } from '../../../../formats/text-stream.ts';
import { Unreadable, type Findings } from '../../../../base/problems.ts';
import type { LayerSource, ReadOptions, SourceFile } from '../source.ts';
import { streamed, type SourceRecord } from '../streamed.ts';
import { RowSplitter, type Separator } from '../table/rows.ts';
import { mifCrs } from './mif-crs.ts';
import { MifObjects } from './mif-objects.ts';

const CHARSETS: Record<string, string> = {
  windowslatin1: 'windows-1252',
  windowslatin2: 'windows-1250',
  windowscyrillic: 'windows-1251',
  windowsgreek: 'windows-1253',
  windowsturkish: 'windows-1254',
  windowsarabic: 'windows-1256',
  windowshebrew: 'windows-1255',
  windowsbaltic: 'windows-1257',
  windowssimpchinese: 'gbk',
  windowstradchinese: 'big5',
  windowsjapanese: 'shift_jis',
  windowskorean: 'euc-kr',
  iso8859_1: 'windows-1252',
  codepage437: 'cp437',
  codepage850: 'cp850',
  codepage852: 'cp852',
  'utf-8': 'utf-8',
};

interface MifHeader {
  charset: string | undefined;
  delimiter: string;
  coordSys: string | undefined;
  transform: [number, number, number, number];
  columns: { name: string; type: string }[];
}

/** Opens MapInfo Interchange Format: a .mif, with the .mid beside it in a zip. */
export async function openMif(
  from: SourceFile,
  options: ReadOptions,
  findings: Findings,
): Promise<LayerSource> {
  const file = new ByteFile(from.file);
  const mid = path.join(from.folder, 'beside.mid');
  const rows = existsSync(mid) ? new ByteFile(mid) : undefined;
  const close = (): void => {
    file.close();
    rows?.close();
  };
  try {
    if (file.size === 0) throw new Unreadable('empty-file');
    const header = headerOf(file);
    if (!rows && header.columns.length > 0) findings.once('mid-missing');
    const encoding = encodingOf(file, header.charset, options.encoding, findings);
    const fields = header.columns.map(fieldOf);
    let read = 0;
    return streamed(
      {
        name: from.name,
        crs: await mifCrs(header.coordSys, findings),
        encoding,
        fields: () => (rows ? fields : []),
        *records(): Generator<SourceRecord> {
          const table = rows && rowsOf(rows, encoding, header.delimiter);
          const lines = afterData(readLines(file, encoding, (offset) => (read = offset)));
          for (const object of new MifObjects(lines, header.transform).all()) {
            const cells = table?.next();
            const properties: Record<string, unknown> = {};
            if (cells && !cells.done)
              header.columns.forEach(
                ({ name, type }, n) => (properties[name] = valueOf(cells.value[n], type)),
              );
            yield { layer: from.name, properties, ...object };
          }
        },
        part: () => read / file.size,
        close,
      },
      options,
      findings,
    );
  } catch (thrown) {
    if (!(thrown instanceof Unreadable && thrown.key === 'no-such-layer')) close();
    throw thrown;
  }
}

function* rowsOf(file: ByteFile, encoding: string, delimiter: string): Generator<string[]> {
  // Each line is a row: a blank one has empty cells.
  for (const line of readLines(file, encoding)) {
    const splitter = new RowSplitter(delimiter as Separator);
    const [cells = ['']] = [...splitter.add(line), ...splitter.end()];
    yield cells;
  }
}

const MAX_HEADER_LINES = 5000;

function headerOf(file: ByteFile): MifHeader {
  const header: MifHeader = {
    charset: undefined,
    delimiter: '\t',
    coordSys: undefined,
    transform: [1, 1, 0, 0],
    columns: [],
  };
  let [lines, columns] = [0, 0];
  for (const line of readLines(file, 'windows-1252')) {
    if (++lines > MAX_HEADER_LINES) break;
    const text = line.trim();
    if (lines === 1 && !/^(version|charset)/i.test(text)) throw new Unreadable('no-mif');
    if (columns > 0) {
      const column = /^(\S+)\s+(.*)$/.exec(text);
      if (column) header.columns.push({ name: column[1]!, type: column[2]!.toLowerCase() });
      columns--;
      continue;
    }
    const [, word = '', rest = ''] = /^(\w+)\s*(.*)$/.exec(text) ?? [];
    switch (word.toLowerCase()) {
      case 'charset':
        header.charset = rest.replace(/"/g, '').trim();
        break;
      case 'delimiter':
        header.delimiter = /"(.)"/.exec(rest)?.[1] ?? '\t';
        break;
      case 'coordsys':
        header.coordSys = rest;
        break;
      case 'transform':
        header.transform = transformOf(rest);
        break;
      case 'columns':
        columns = Math.min(Number(rest) || 0, 1000);
        break;
      case 'data':
        return header;
    }
  }
  throw new Unreadable('no-mif');
}

function transformOf(text: string): [number, number, number, number] {
  const [a = 1, b = 1, c = 0, d = 0] = text.split(',').map(Number);
  return [a || 1, b || 1, c || 0, d || 0];
}

/** The lines after the word `Data`. */
function* afterData(lines: Iterable<string>): Generator<string> {
  let started = false;
  for (const line of lines)
    if (started) yield line;
    else started = /^\s*data\s*$/i.test(line);
}

function encodingOf(
  file: ByteFile,
  charset: string | undefined,
  chosen: string | undefined,
  findings: Findings,
): string {
  if (chosen !== undefined) {
    const known = knownEncoding(chosen);
    if (!known) throw new Unreadable('unknown-encoding', { encoding: chosen.slice(0, 40) });
    return known;
  }
  const named = charset === undefined ? undefined : CHARSETS[charset.toLowerCase()];
  if (named) return named;
  const { name, sure } = guessedEncoding(file);
  if (!sure) findings.once('encoding-assumed', { encoding: name });
  return name;
}

function fieldOf({ name, type }: { name: string; type: string }): Field {
  const kind: Field['type'] = /^(integer|smallint|largeint)/.test(type)
    ? 'integer'
    : /^(float|decimal)/.test(type)
      ? 'number'
      : /^logical/.test(type)
        ? 'boolean'
        : /^date/.test(type)
          ? 'date'
          : 'text';
  return { name, title: { en: name, it: name }, type: kind, required: false };
}

function valueOf(cell: string | undefined, type: string): unknown {
  if (cell === undefined || cell === '') return null;
  if (/^(integer|smallint|largeint|float|decimal)/.test(type)) {
    const value = Number(cell);
    return Number.isFinite(value) ? value : null;
  }
  if (/^logical/.test(type)) return /^t/i.test(cell);
  const date = /^date/.test(type) ? /^(\d{4})(\d\d)(\d\d)/.exec(cell) : null;
  return date ? `${date[1]}-${date[2]}-${date[3]}` : cell;
}
