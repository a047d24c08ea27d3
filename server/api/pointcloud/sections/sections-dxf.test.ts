import { describe, expect, it } from 'vitest';
import { sectionsDxf } from './sections-dxf.ts';

/** Entities of a DXF as pairs of code and value. */
function entities(dxf: string): string[][] {
  const codes = dxf.trimEnd().split('\r\n');
  const pairs = Array.from({ length: codes.length / 2 }, (_, i) => [codes[2 * i]!, codes[2 * i + 1]!]);
  expect(pairs.at(-1)).toEqual(['0', 'EOF']);
  return pairs;
}

describe('Sections in a drawing', () => {
  const outline = { class: 6, profile: [[0, 10], [5, 12]] as const }; // prettier-ignore

  it('are a DXF with outlines on a layer for each class, axes and titles', () => {
    const dxf = sectionsDxf([
      { title: 'Section 0+010', length: 20, outlines: [outline, { ...outline, class: 2 }], paths: [] },
      { title: 'Quota °', length: 20, outlines: [outline], paths: [[[1, 11], [2, 11]]] }, // prettier-ignore
    ], 1); // prettier-ignore
    const pairs = entities(dxf);
    const layers = new Set(pairs.filter(([code]) => code === '8').map(([, layer]) => layer));
    expect([...layers].sort()).toEqual(['AXES', 'CLASS_2', 'CLASS_6', 'DRAWN']);
    const xs = pairs.filter(([code]) => code === '10').map(([, x]) => Number(x));
    // The second section begins a quarter of its length behind the first: 20 + 5 = 25, and its outline ends 5 later.
    expect(xs).toContain(30);
    expect(dxf).toContain('Section 0+010');
    expect(dxf).toContain(String.raw`Quota \U+00b0`);
    expect(pairs.filter(([, value]) => value === 'POLYLINE').length).toBe(
      pairs.filter(([, value]) => value === 'SEQEND').length,
    );
  });

  it.each([
    ['metres', 1, 6],
    ['feet', 0.3048, 2],
    ['US survey feet', 0.304800609601219, 21],
    ['a unit without a name', 0.9, 0],
  ])('name their unit: %s', (_, metres, unit) => {
    const dxf = sectionsDxf([{ title: 'A', length: 20, outlines: [outline], paths: [] }], metres);
    expect(dxf).toContain(`$INSUNITS\r\n70\r\n${unit}\r\n`);
  });
});
