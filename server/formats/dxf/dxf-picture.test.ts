import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { dxfPicture } from './dxf-picture.ts';

const REAL = join(import.meta.dirname, '../../../../shared/data/import/dxf');
const folder = mkdtempSync(join(tmpdir(), 'groma-dxf-picture-'));
afterAll(() => rmSync(folder, { recursive: true }));

function drawing(entities: string, layers = ''): string {
  const file = join(folder, 'a.dxf');
  const tables = layers && `0\nSECTION\n2\nTABLES\n0\nTABLE\n2\nLAYER\n${layers}0\nENDTAB\n0\nENDSEC\n`;
  writeFileSync(file, `${tables}0\nSECTION\n2\nENTITIES\n${entities}0\nENDSEC\n0\nEOF\n`);
  return file;
}
const line = (layer: string, [a, b, c, d]: readonly number[], colour: number) =>
  `0\nLINE\n8\n${layer}\n62\n${colour}\n10\n${a}\n20\n${b}\n11\n${c}\n21\n${d}\n`;

describe('The picture of a drawing', () => {
  it('has the drawing upright and whole, in its colours, on white', async () => {
    // 200 by 100 units: a red line below, a blue one at the left, a white one above.
    const file = drawing(line('0', [0, 0, 200, 0], 1) + line('0', [0, 0, 0, 100], 5) + line('0', [0, 100, 200, 100], 7)); // prettier-ignore
    const { data, info } = await sharp(dxfPicture(file, 216))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([216, 116]);
    const at = (x: number, y: number) => [...data.subarray((y * 216 + x) * 3, (y * 216 + x) * 3 + 3)];
    expect(at(108, 50)).toEqual([255, 255, 255]);
    // Lines of a pixel between two rows.
    const [red, , blue] = at(108, 108);
    expect(red! - blue!).toBeGreaterThan(60);
    const [r, , b] = at(8, 58);
    expect(b! - r!).toBeGreaterThan(60);
    expect(Math.max(...at(108, 8))).toBeLessThan(200);
  });

  it('leaves out hidden layers', () => {
    // A negative colour is a layer that is off.
    const file = drawing(line('Off', [0, 0, 9, 9], 1) + line('On', [0, 0, 9, 0], 3), '0\nLAYER\n2\nOff\n70\n0\n62\n-7\n0\nLAYER\n2\nOn\n70\n0\n62\n3\n'); // prettier-ignore
    const svg = dxfPicture(file, 100).toString();
    expect(svg).toContain('#00ff00');
    expect(svg).not.toContain('#ff0000');
  });

  it('is none of an empty drawing, nor of what is no drawing', () => {
    expect(() => dxfPicture(drawing(''), 100)).toThrow('The drawing is empty.');
    const text = join(folder, 'b.dxf');
    writeFileSync(text, 'Dear Sir');
    expect(() => dxfPicture(text, 100)).toThrow('no-dxf');
  });

  it.runIf(existsSync(REAL))('is made of the real drawings that have something to see', async () => {
    const made: string[] = [];
    for (const name of readdirSync(REAL).filter((one) => /\.dxf$/i.test(one))) {
      const svg = await Promise.resolve()
        .then(() => dxfPicture(join(REAL, name), 512))
        .catch(() => undefined);
      if (!svg) continue;
      const { width = 0, height = 0 } = await sharp(svg).metadata();
      expect(Math.max(width, height), name).toBe(512);
      made.push(name);
    }
    expect(made.length).toBeGreaterThan(10);
  });
});
