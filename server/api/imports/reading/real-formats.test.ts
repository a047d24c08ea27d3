import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sentence } from '../../../base/language.ts';
import { Unreadable } from '../../../base/problems.ts';
import { readingFolder } from '../../../testing/reading.ts';
import { formatOf } from '../readers/format-of.ts';
import { read } from './reading.ts';
import type { FileReading } from './task.ts';

/** Files from public projects with the results of GDAL 3.6; beside the repository where it is developed. */
const DATA = path.resolve(import.meta.dirname, '../../../../../shared/data');
const { own } = readingFolder();

interface OgrFile {
  layers?: { name: string; featuresRead: number }[];
  error?: string;
}

const filesOf = (set: string): Record<string, OgrFile> => {
  const file = path.join(DATA, set, 'expected.json');
  if (!existsSync(file)) return {};
  return (JSON.parse(readFileSync(file, 'utf8')) as { files: Record<string, OgrFile> }).files;
};

/** Read as GeoJSON elsewhere, or of formats that are not read. A .mid is a part of its .mif. */
const ELSEWHERE = /(json|\.pbf|\.dgn|\.mid)$/;

/** The features of each layer, where another result than GDAL's is right. */
const OWN: Record<string, number[] | 'refused'> = {
  // Attributes of a block within a block are kept as a point.
  'dxf/gdal-attrib-nested.dxf': [1],
  // Attributes of each of the eight copies are its fields instead of texts beside it.
  'dxf/gdal-additional-entities.dxf': [16],
  // What stands on a sheet has a layer of its own.
  'dxf/gdal-byblock-bylayer.dxf': [15, 1],
  // Not a drawing.
  'dxf/gdal-clusterfuzz-testcase-minimized-shape_fuzzer-6126814756995072.dxf': 'refused',
  // Quotes in the middle of a cell do not begin a quoted one.
  'csv/gdal-double_quotes_in_middle_of_field_bis.csv': [2],
};

const CASES = ['import', 'vector'].flatMap((set) =>
  Object.entries(filesOf(set))
    .filter(([name]) => !ELSEWHERE.test(name) && existsSync(path.join(DATA, set, name)))
    .map(([name, expected]) => [name, set, expected] as const),
);

describe.runIf(CASES.length > 0)('files of other formats from public projects', () => {
  it.each(CASES)('%s is read as expected', async (name, set, { layers, error }) => {
    const reading = await outcome(path.join(DATA, set, name));
    const right = OWN[name];
    if (reading instanceof Unreadable) {
      // What GDAL cannot open may be read here; what it reads must be.
      expect(right === 'refused' || error !== undefined || layers === undefined).toBe(true);
      return;
    }
    if (!layers) return;
    const expected = right ?? layers.map(({ featuresRead }) => featuresRead).filter((count) => count > 0);
    const counts = reading.layers.map(({ count }) => count).filter((count) => count > 0);
    expect(counts).toEqual(expected);
  });
});

async function outcome(file: string): Promise<FileReading | Unreadable> {
  const name = path.parse(file).name;
  const folder = own();
  mkdirSync(folder, { recursive: true });
  try {
    const reading = await read({ format: formatOf(file), file, folder, name, mode: 'look' });
    for (const { kind, values } of reading.findings) {
      const key = `import.problem.${kind}`;
      expect(sentence('en', key, { count: 1, ...values })).not.toBe(key);
    }
    return reading;
  } catch (thrown) {
    if (!(thrown instanceof Unreadable)) throw thrown;
    return thrown;
  }
}
