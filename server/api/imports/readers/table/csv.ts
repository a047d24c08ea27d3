import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ByteFile } from '../../../../formats/byte-file.ts';
import { knownEncoding } from '../../../../formats/encoding.ts';
import { decoderFor, guessedEncoding } from '../../../../formats/text-stream.ts';
import { Unreadable, type Findings } from '../../../../base/problems.ts';
import { identify, type StatedCrs } from '../../../../shared/crs/identify.ts';
import type { LayerSource, ReadOptions, SourceFile } from '../source.ts';
import { streamed } from '../streamed.ts';
import { readRows, SEPARATORS, type Separator } from './rows.ts';
import { separatorOf } from './separator.ts';
import { tableFile } from './table.ts';

const SAMPLE = 64 * 1024;
/** Signs that no text has. Not 0, with which some programs fill cells and the end of a file, and 26, the end of a file of DOS. */
const NO_TEXT = /[\u0001-\u0008\u000e-\u0019\u001b-\u001f]/;

/** Opens a text table: CSV, TSV, or columns of a survey, with the .csvt and .prj beside it in a zip. */
export async function openCsv(
  from: SourceFile,
  options: ReadOptions,
  findings: Findings,
): Promise<LayerSource> {
  const file = new ByteFile(from.file);
  try {
    if (file.size === 0) throw new Unreadable('empty-file');
    const encoding = encodingOf(file, options.encoding, findings);
    const head = file.slice(0, SAMPLE);
    const text = decoderFor(file, encoding)(head, true);
    if (NO_TEXT.test(text)) throw new Unreadable('table-binary');
    const given = SEPARATORS.find((one) => one === options.options?.['separator']);
    const separator: Separator = given ?? (/\.tsv$/i.test(from.file) ? '\t' : separatorOf(text));
    let read = 0;
    const table = {
      name: from.name,
      rows: () =>
        readRows(file, encoding, separator, {
          read: (offset) => (read = offset),
          filled: () => findings.once('table-filled'),
        }),
      part: () => read / file.size,
      close: () => file.close(),
      crs: await crsBeside(from, findings),
      encoding,
      types: typesBeside(from),
      used: { separator },
    };
    return streamed(tableFile(table, options.options ?? {}, findings), options, findings);
  } catch (thrown) {
    file.close();
    throw thrown;
  }
}

export function encodingOf(file: ByteFile, chosen: string | undefined, findings: Findings): string {
  if (chosen !== undefined) {
    const known = knownEncoding(chosen);
    if (!known) throw new Unreadable('unknown-encoding', { encoding: chosen.slice(0, 40) });
    return known;
  }
  const { name, sure } = guessedEncoding(file);
  if (!sure) findings.once('encoding-assumed', { encoding: name });
  return name;
}

/** The .prj that was in the zip with it. */
export async function crsBeside({ folder }: SourceFile, findings: Findings): Promise<StatedCrs | undefined> {
  const prj = path.join(folder, 'beside.prj');
  if (!existsSync(prj)) return undefined;
  const crs = await identify(readFileSync(prj).subarray(0, SAMPLE).toString('utf8'));
  if (!crs) findings.once('prj-unreadable');
  return crs;
}

function typesBeside({ folder }: SourceFile): string[] | undefined {
  const csvt = path.join(folder, 'beside.csvt');
  if (!existsSync(csvt)) return undefined;
  const [line = ''] = readFileSync(csvt).subarray(0, SAMPLE).toString('utf8').split(/\r?\n/);
  return line.split(',').map((type) => type.trim().replace(/^"|"$/g, ''));
}
