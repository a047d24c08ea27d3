import { describe, expect, it } from 'vitest';
import type { ModelCoordinates } from '../api.ts';
import { dxfOf, paperFor, pdfOf } from './drawing-files.ts';
import { boundsOf, drawingOf, flatten, joined } from './drawing.ts';

const EAST = 458_870;
const NORTH = 5_438_230;
const corner = (x: number, y: number): ModelCoordinates => [EAST + x, NORTH + y, 120];
/** A room of 6 × 4 m, its sides in no order and in both directions. */
const ROOM = {
  lines: [
    [corner(0, 0), corner(6, 0)],
    [corner(6, 4), corner(0, 4)],
    [corner(6, 4), corner(6, 0)],
    [corner(0, 4), corner(0, 0)],
  ],
  triangles: [[corner(0, 0), corner(6, 0), corner(6, 4)]],
} as const;
const LEVEL = { at: corner(3, 2), normal: [0, 0, 1] } as const;
const draw = () =>
  drawingOf(ROOM, LEVEL, {
    title: 'Plan',
    crs: 'EPSG:25832',
    texts: [{ at: [EAST + 3, NORTH + 2], text: 'Küche' }],
  });

describe('A drawing of a cut', () => {
  it('of a level plane is in east and north, its pieces joined to one outline', () => {
    const drawing = draw();
    expect(drawing.crs).toBe('EPSG:25832');
    expect(drawing.lines).toHaveLength(1);
    expect(drawing.lines[0]).toHaveLength(5);
    expect(drawing.lines[0]![0]).toEqual(drawing.lines[0]!.at(-1));
    expect(boundsOf(drawing)).toEqual([EAST, NORTH, EAST + 6, NORTH + 4]);
  });

  it('of an upright plane is in metres along it and in heights', () => {
    // Seen against the normal, which points south: to the right is east.
    const flat = flatten({ at: [EAST, NORTH, 0], normal: [0, -1, 0] });
    expect(flat([EAST + 2.5, NORTH, 121])).toEqual([2.5, 121]);
    const drawing = drawingOf(
      ROOM,
      { at: [EAST, NORTH, 0], normal: [0, -1, 0] },
      { title: '', crs: 'EPSG:25832' },
    );
    expect(drawing.crs).toBeNull();
  });

  it('ends lines where three meet, and draws a piece that is there twice once', () => {
    const lines = joined([
      [[0, 0], [1, 0]],
      [[1, 0], [2, 0]],
      [[1, 0], [1, 1]],
      [[2, 0], [1, 0]],
    ]); // prettier-ignore
    expect(lines.map((line) => line.length)).toEqual([2, 2, 2]);
  });

  it('is written as DXF in the coordinates of the CRS, with the names of rooms', () => {
    const dxf = dxfOf(draw());
    expect(dxf.startsWith('0\r\nSECTION\r\n')).toBe(true);
    expect(dxf.endsWith('0\r\nEOF\r\n')).toBe(true);
    expect(dxf.match(/\r\nVERTEX\r\n/g)).toHaveLength(5);
    expect(dxf).toContain('458876.0000');
    expect(dxf).toContain('5438234.0000');
    expect(dxf).toContain(String.raw`K\U+00fcche`);
  });

  it('is written as PDF to scale, on the smallest paper that holds it', async () => {
    // 6 m at 1:50 are 120 mm: A4. At 1:20 they are 300 mm, more than the 273 mm of A4 within its border: A3.
    expect(paperFor(draw(), 50)).toBe('A4');
    expect(paperFor(draw(), 20)).toBe('A3');
    const text = await pdfOf(draw(), 50, ['EPSG:25832'])!.text();
    const [, x1, x2] = /\n([\d.]+) [\d.]+ m [\d.]+ [\d.]+ l ([\d.]+) [\d.]+ l h f/.exec(text)!.map(Number);
    // 6 m at 1:50 in points of 1/72 inch.
    expect(x2! - x1!).toBeCloseTo(((6000 / 50) * 72) / 25.4, 1);
    expect(text).toContain('1:50');
    const start = Number(/startxref\n(\d+)/.exec(text)![1]);
    expect(start).toBeGreaterThan(0);
  });

  it('has the apostrophes and dashes of its texts as PDF', async () => {
    const drawing = { ...draw(), title: 'Sala d’attesa – 2 €' };
    expect(await latinOf(pdfOf(drawing, 50, [])!)).toContain('(Sala d\x92attesa \x96 2 \x80)');
  });

  it('has no paper when it is too large', () => {
    const far = drawingOf({ lines: [[corner(0, 0), corner(5000, 0)]], triangles: [] }, LEVEL, {
      title: '',
      crs: 'EPSG:25832',
    });
    expect(pdfOf(far, 100, [])).toBeUndefined();
  });
});

async function latinOf(file: Blob): Promise<string> {
  return Buffer.from(await file.arrayBuffer()).toString('latin1');
}
