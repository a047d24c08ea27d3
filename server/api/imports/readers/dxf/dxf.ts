import { ByteFile } from '../../../../formats/byte-file.ts';
import { knownEncoding } from '../../../../formats/encoding.ts';
import { guessedEncoding } from '../../../../formats/text-stream.ts';
import { Unreadable, type Findings } from '../../../../base/problems.ts';
import type { LayerSource, ReadOptions, SourceFile } from '../source.ts';
import { streamed, type RecordFile, type SourceRecord } from '../streamed.ts';
import { crsBeside } from '../table/csv.ts';
import { Drawing, readDrawing } from './drawing.ts';
import { DxfFeatures, type DxfAnswers } from './features.ts';
import { isBinaryDxf, readTags } from './tags.ts';

/** Names of units of $INSUNITS that are not the metre. */
const UNITS: Record<number, string> = {
  1: 'in',
  2: 'ft',
  3: 'mi',
  4: 'mm',
  5: 'cm',
  7: 'km',
  14: 'dm',
  21: 'US ft',
};
const HEAD = 64 * 1024;

/** Opens a DXF, in ASCII or binary. Its entities are one layer, or a layer for each of the drawing. */
export async function openDxf(
  from: SourceFile,
  options: ReadOptions,
  findings: Findings,
): Promise<LayerSource> {
  const file = new ByteFile(from.file);
  let records: RecordFile;
  try {
    if (file.size === 0) throw new Unreadable('empty-file');
    const head = file.slice(0, HEAD).toString('latin1');
    if (!isBinaryDxf(file) && !/^\s*(999|0)\s*\r?\n|SECTION/.test(head)) {
      if (/^AC10\d\d/.test(head)) throw new Unreadable('dwg');
      throw new Unreadable('no-dxf');
    }
    const answers = answersOf(options.options ?? {});
    records = drawingFile(file, from, answers, encodingOf(file, head, options.encoding, findings));
    records.crs = await crsBeside(from, findings);
  } catch (thrown) {
    file.close();
    throw thrown;
  }
  return streamed(records, options, findings);
}

function answersOf(given: Readonly<Record<string, string>>): DxfAnswers {
  const scale = Number(given['scale'] ?? '1');
  return {
    layers: given['layers'] === 'separate' ? 'separate' : 'together',
    blocks: given['blocks'] === 'drawn' ? 'drawn' : given['blocks'] === 'points' ? 'points' : 'auto',
    closed: given['closed'] === 'areas' ? 'areas' : 'lines',
    scale: Number.isFinite(scale) && scale > 0 ? scale : 1,
  };
}

function drawingFile(file: ByteFile, from: SourceFile, answers: DxfAnswers, encoding: string): RecordFile {
  let read = 0;
  let drawing: Drawing | undefined;
  return {
    name: from.name,
    encoding,
    options: { ...answers, scale: String(answers.scale) },
    *records(findings): Generator<SourceRecord> {
      const first = drawing === undefined;
      const known = (drawing ??= new Drawing());
      const features = new DxfFeatures(known, answers, from.name, findings);
      const tags = readTags(file, encoding, (offset) => (read = offset));
      for (const entity of readDrawing(tags, first ? known : undefined)) yield* features.of(entity);
      const unit = UNITS[known.unit];
      if (unit !== undefined && answers.scale === 1) findings.once('dxf-unit', { unit });
    },
    part: () => read / file.size,
    close: () => file.close(),
  };
}

/** The person's choice; UTF-8 from AutoCAD 2007 on, before that the code page of the drawing. */
function encodingOf(file: ByteFile, head: string, chosen: string | undefined, findings: Findings): string {
  if (chosen !== undefined) {
    const known = knownEncoding(chosen);
    if (!known) throw new Unreadable('unknown-encoding', { encoding: chosen.slice(0, 40) });
    return known;
  }
  const version = /\$ACADVER[\s\0]+1?[\s\0]*AC(\d{4})/.exec(head)?.[1];
  if (version !== undefined && Number(version) >= 1021) return 'utf-8';
  const page = /\$DWGCODEPAGE[\s\0]+3?[\s\0]*([A-Za-z]+[_-]?\d+)/.exec(head)?.[1];
  const named = page && knownEncoding(page.replace(/^ansi[_-]?/i, 'windows-').replace(/^dos[_-]?/i, 'cp'));
  const guess = guessedEncoding(file);
  // Writers in UTF-8 that leave the old version in the header are told by the bytes.
  if (named) return guess.name === 'utf-8' && guess.sure ? 'utf-8' : named;
  if (!guess.sure) findings.once('encoding-assumed', { encoding: guess.name });
  return guess.name;
}
