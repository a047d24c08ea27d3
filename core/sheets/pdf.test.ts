import { expect, it } from 'vitest';
import { pdfFile, pdfText } from './pdf.ts';

it('texts are written in Windows-1252, with brackets escaped', () => {
  expect(pdfText('Sala d’attesa (2)')).toBe(String.raw`Sala d${'\x92'}attesa \(2\)`);
  expect(pdfText('5 € – Küche …')).toBe('5 \x80 \x96 Küche \x85');
});

it('letters that it lacks lose their accent, and others are question marks', () => {
  expect(pdfText('Gdańsk, Ștefan')).toBe('Gdansk, Stefan');
  expect(pdfText('房')).toBe('?');
  expect(pdfText('−3 m')).toBe('-3 m');
});

it('each object is where the table says', async () => {
  const bytes = new Uint8Array(
    await pdfFile([
      ['<< /Type /Catalog >>'],
      ['stream\n', Uint8Array.of(200, 201), '\nendstream'],
    ]).arrayBuffer(),
  );
  const text = String.fromCharCode(...bytes);
  const start = Number(/startxref\n(\d+)/.exec(text)![1]);
  const [first, second] = [...text.slice(start).matchAll(/(\d{10}) 00000 n/g)].map(([, at]) => Number(at));
  expect(text.slice(first, first! + 8)).toBe('1 0 obj\n');
  expect(text.slice(second)).toMatch(/^2 0 obj\nstream\n\xC8\xC9\nendstream\nendobj/);
});
