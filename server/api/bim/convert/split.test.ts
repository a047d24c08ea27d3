import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { smallIfc } from '../../../testing/small-ifc.ts';
import { extractElements, splitFile } from './split.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'groma-split-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [file, to] = [path.join(folder, 'house.ifc'), path.join(folder, 'part.ifc')];
// An apostrophe in a comment begins no string, and a semicolon in a string ends no line. The conversion comes before the system that it refers to, and that before its unit.
const text = smallIfc({
  walls: [{ name: 'One' }, { name: 'Two' }],
  more: `/* The surveyor's; house */
#899=IFCLABEL('${';'.repeat(400_000)}');
#900=IFCMAPCONVERSION(#10,#901,458870.,5438232.,110.,1.,0.,1.);
#901=IFCPROJECTEDCRS('EPSG:25832','See #5; it''s this one',$,$,$,$,#902);
#902=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#903=IFCANNOTATION('0Groma0000000000000903',#2,'Note',$,$,$,$);
`,
});
writeFileSync(file, text);
const walls = [...text.matchAll(/#(\d+)=\s*IFCWALL\(/g)].map(([, line]) => Number(line));

it('writes elements with what places their model, and counts those that it writes', async () => {
  const [wall, other] = walls;
  const { elements } = await extractElements({ do: 'extract', file, lines: [wall!, 903, 999_999], to });
  // The annotation is no component of a building, and the last line is not there.
  expect(elements).toBe(1);
  const written = readFileSync(to, 'latin1');
  for (const line of [wall, 900, 901, 902]) expect(written).toMatch(new RegExp(`^#${line}=`, 'm'));
  expect(written).not.toMatch(new RegExp(`^#${other}=`, 'm'));
  expect(written).toMatch(/ENDSEC;\s*END-ISO-10303-21;\s*$/);
});

it('says that there is nothing to write only where no line is a component', async () => {
  await expect(extractElements({ do: 'extract', file, lines: [903], to })).rejects.toThrow(
    'nothing-to-extract',
  );
  const lost = path.join(folder, 'lost.ifc');
  await expect(extractElements({ do: 'extract', file: lost, lines: walls, to })).rejects.toThrow('ENOENT');
});

it('tells how far it is, also while it reads, and never less than before', async () => {
  const large = path.join(folder, 'large.ifc');
  // Read in three pieces.
  const filler = `#899=IFCLABEL('${'x'.repeat(9 * 1024 ** 2)}');\n`;
  writeFileSync(large, text.replace(/#899=.*\n/, filler));
  const told: number[] = [];
  const files = await splitFile({ do: 'split', file: large, folder, parts: 2 }, (part) => told.push(part));
  expect(files).toHaveLength(2);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(told.filter((part) => part < 0.5).length).toBeGreaterThan(1);
  expect(told.at(-1)).toBe(1);
});
