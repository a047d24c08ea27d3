import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { smallIfc } from '../../../testing/small-ifc.ts';
import { Unusable } from '../../../base/unusable.ts';
import { inChild } from './in-child.ts';
import { writeIndex } from './index-rows.ts';
import { makePart } from './part.ts';
import type { ShapeRow } from './shapes.ts';
import { splitFile } from './split.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'groma-convert-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => path.join(folder, name);
const none = () => {};

function written(content: string | Buffer, name = 'a.ifc'): string {
  writeFileSync(at(name), content);
  return at(name);
}
const indexTask = (file: string, schema = 'IFC4') => ({
  do: 'index' as const,
  file,
  schema,
  things: at('things'),
  values: at('values'),
});
const partTask = (file: string, name = '0') => ({
  do: 'part' as const,
  file,
  fragments: at(`${name}.frag`),
  glb: at(`${name}.glb`),
  rows: at(`${name}.rows`),
  origin: null,
  outline: [],
});
const shapesIn = (name: string): ShapeRow[] =>
  readFileSync(at(`${name}.rows`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ShapeRow);

const outcome = async (work: () => unknown): Promise<unknown> => {
  try {
    await work();
    return 'done';
  } catch (thrown) {
    if (thrown instanceof Unusable) return thrown.key;
    throw thrown;
  }
};

describe('a file split into parts', () => {
  it('has the same shapes at the same places as the whole, with one origin far from zero', async () => {
    const walls = Array.from({ length: 9 }, (_, i) => ({ at: [i * 5, 0, 0] as const, turn: i * 10 }));
    const file = written(smallIfc({ walls, site: [458_870, 5_438_230, 110] }), 'whole.ifc');
    const whole = await makePart(partTask(file, 'whole'), none);
    expect(Math.hypot(whole.origin[0] - 458_870, whole.origin[1] - 5_438_230)).toBeLessThan(50);
    const files = await splitFile({ do: 'split', file, folder, parts: 3 }, none);
    expect(files).toHaveLength(3);
    let outline = whole.outline.slice(0, 0);
    const rows: ShapeRow[] = [];
    for (const [i, one] of files.entries()) {
      const made = await makePart({ ...partTask(one, `part${i}`), origin: whole.origin, outline }, none);
      expect([made.origin, made.elements]).toEqual([whole.origin, 3]);
      outline = made.outline;
      rows.push(...shapesIn(`part${i}`));
    }
    const sorted = (list: ShapeRow[]) => list.toSorted(([a], [b]) => a - b);
    const expected = sorted(shapesIn('whole'));
    expect(sorted(rows).map(([line]) => line)).toEqual(expected.map(([line]) => line));
    for (const [i, row] of sorted(rows).entries())
      for (const [k, value] of row.entries()) expect(value).toBeCloseTo(expected[i]![k]!, 4);
    const areaOf = (polygons: typeof outline) =>
      polygons.flat().reduce((sum, ring) => sum + Math.abs(ringArea(ring)), 0);
    expect(areaOf(outline)).toBeCloseTo(areaOf(whole.outline), 2);
  });
});

/** About its first corner, as coordinates of maps are large. */
function ringArea(ring: readonly (readonly [number, number])[]): number {
  const [x0, y0] = ring[0]!;
  let sum = 0;
  for (let i = 0; i + 1 < ring.length; i++)
    sum += (ring[i]![0] - x0) * (ring[i + 1]![1] - y0) - (ring[i + 1]![0] - x0) * (ring[i]![1] - y0);
  return sum / 2;
}

describe('a damaged or hostile file', () => {
  it.each([
    [
      'a string that does not end',
      smallIfc().replace("'House'", "'House"),
      'bim.unreadable|bim.statement-too-long',
    ],
    [
      'a million brackets',
      smallIfc({ more: `#900=IFCPROPERTYSET('0Groma0000000000000900',$,$,$,${'('.repeat(1e6)});` }),
      'bim.nested',
    ],
    [
      'words for values',
      smallIfc({ more: "#900=IFCPROPERTYSET('0Groma0000000000000900',%%);" }),
      'bim.unreadable',
    ],
    ['nothing in it', smallIfc().replace(/DATA;[^]*ENDSEC;/, 'DATA;\nENDSEC;'), 'bim.no-products'],
    ['the schema of a draft', smallIfc(), 'bim.other-schema', 'IFC9'],
  ])('with %s gets a sentence', async (_what, content, expected, schema = 'IFC4') => {
    const found = await outcome(() => writeIndex(indexTask(written(content), schema), none));
    expect(expected.split('|')).toContain(found);
  });

  it('is named with the line that cannot be read', () => {
    const text = smallIfc({ more: "#900=IFCPROPERTYSET('0Groma0000000000000900',%%);" });
    expect(() => writeIndex(indexTask(written(text)), none)).toThrow(
      'bim.unreadable {"text":"%%","line":900}',
    );
  });

  it('whose parts contain themselves is read, and says so', () => {
    const more = `#900=IFCRELAGGREGATES('0Groma0000000000000900',#2,$,$,#50,(#40));#901=IFCRELAGGREGATES('0Groma0000000000000901',#2,$,$,#30,(#1));`;
    const text = smallIfc({ more }).replace(/#6[12]=.*\n/g, '');
    const { notes } = writeIndex(indexTask(written(text.replace('(#900', '(#900'))), none);
    expect(notes.map(({ note }) => note)).toContain('cyclic');
  });

  it('whose placements are relative to each other ends, in a process that is limited', async () => {
    const text = smallIfc().replace('#31=IFCLOCALPLACEMENT($,#32)', '#31=IFCLOCALPLACEMENT(#51,#32)');
    const ending = await outcome(() =>
      inChild(partTask(written(text, 'cyclic.ifc')), 'cyclic.ifc', AbortSignal.timeout(120_000), none),
    );
    expect(['done', 'bim.not-readable', 'bim.nested-too-deep', 'jobs.out-of-memory']).toContain(ending);
  });

  it('that takes too long is given up with a sentence', async () => {
    const { signal } = new AbortController();
    const task = partTask(written(smallIfc(), 'slow.ifc'), 'slow');
    const ending = await outcome(() => inChild(task, 'slow.ifc', signal, none, { any: 0, perMegabyte: 0 }));
    expect(ending).toBe('bim.too-slow');
  });
});

const REAL = path.resolve(import.meta.dirname, '../../../../../shared/data');
describe.skipIf(!existsSync(REAL))('real files', () => {
  const files = existsSync(REAL)
    ? [
        ...readdirSync(path.join(REAL, 'ifc')).map((name) => path.join(REAL, 'ifc', name)),
        ...readdirSync(path.join(REAL, 'ids'), { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.ifc'))
          .toSorted()
          // Every tenth: they are much alike.
          .filter((_, i) => i % 10 === 0)
          .map((name) => path.join(REAL, 'ids', name)),
      ]
    : [];
  it('are read and converted, or say why not', async () => {
    for (const file of files) {
      const name = path.basename(file);
      const schema = /FILE_SCHEMA\s*\(\s*\(\s*'([^']+)/.exec(readFileSync(file, 'latin1'))![1]!;
      const found = await outcome(async () => {
        writeIndex(indexTask(file, schema), none);
        await makePart(partTask(file, 'real'), none);
      });
      expect([name, found]).toEqual([name, expect.stringMatching(/^(done|bim\.no-products)$/)]);
    }
  });
});
