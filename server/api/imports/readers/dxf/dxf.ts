import { ByteFile } from '../../../../formats/byte-file.ts';
import { Drawing, readDrawing } from '../../../../formats/dxf/reading/drawing.ts';
import { encodingOf } from '../../../../formats/dxf/reading/encoding-of.ts';
import { DxfFeatures, type DxfAnswers } from '../../../../formats/dxf/reading/features.ts';
import { readTags } from '../../../../formats/dxf/reading/tags.ts';
import { Unreadable, type Findings } from '../../../../base/problems.ts';
import type { LayerSource, ReadOptions, SourceFile } from '../source.ts';
import { streamed, type RecordFile, type SourceRecord } from '../streamed.ts';
import { crsBeside } from '../table/csv.ts';

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
    const answers = answersOf(options.options ?? {});
    records = drawingFile(file, from, answers, encodingOf(file, options.encoding, findings));
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
    heightsInUnit: true,
    options: { ...answers, scale: String(answers.scale) },
    *records(findings): Generator<SourceRecord> {
      const first = drawing === undefined;
      const known = (drawing ??= new Drawing());
      const features = new DxfFeatures(known, answers, from.name, findings);
      const tags = readTags(file, encoding, (offset) => (read = offset));
      for (const entity of readDrawing(tags, first ? known : undefined)) yield* features.of(entity);
      if (!known.isWhole) findings.once('dxf-cut-off');
      const unit = UNITS[known.unit];
      if (unit !== undefined && answers.scale === 1) findings.once('dxf-unit', { unit });
    },
    part: () => read / file.size,
    close: () => file.close(),
  };
}
