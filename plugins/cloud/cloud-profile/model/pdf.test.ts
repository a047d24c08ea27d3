import { describe, expect, it } from 'vitest';
import { pdfOf } from './pdf.ts';

describe('The PDF of a profile', () => {
  it('has a table of its objects that other programs find them by', async () => {
    const picture = new Uint8Array([0xff, 0xd8, 0xff, 0xd9]);
    const blob = pdfOf({
      title: 'Sezione (nord) – 12 m²',
      lines: ['1:200', 'α'],
      picture,
      width: 400,
      height: 200,
    });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const text = String.fromCharCode(...bytes);
    const start = Number(/startxref\n(\d+)\n/.exec(text)![1]);
    expect(text.slice(start, start + 4)).toBe('xref');
    const offsets = [...text.slice(start).matchAll(/(\d{10}) 00000 n/g)].map((match) => Number(match[1]));
    expect(offsets).toHaveLength(6);
    for (const [i, offset] of offsets.entries())
      expect(text.slice(offset, offset + 7)).toBe(`${i + 1} 0 obj`);
    expect(text).toContain(String.raw`(Sezione \(nord\) ` + '\x96 12 m\xb2)');
    // Helvetica has no Greek.
    expect(text).toContain('(?)');
    const at = text.indexOf('\xff\xd8\xff\xd9');
    expect(text.slice(at - 8, at)).toBe('\nstream\n');
  });
});
