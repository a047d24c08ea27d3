import { describe, expect, it } from 'vitest';
import { pointsCsv, sectionsDxf } from './section-files.ts';
import { SectionPoints } from './section-points.ts';

/** Entities of a DXF as pairs of code and value. */
function entities(dxf: string): string[][] {
  const codes = dxf.trimEnd().split('\r\n');
  const pairs = Array.from({ length: codes.length / 2 }, (_, i) => [codes[2 * i]!, codes[2 * i + 1]!]);
  expect(pairs.at(-1)).toEqual(['0', 'EOF']);
  return pairs;
}

describe('The files of sections', () => {
  const outline = { class: 6, profile: [[0, 10], [5, 12]] as const }; // prettier-ignore

  it('are a DXF with outlines on a layer for each class, axes and titles', () => {
    const dxf = sectionsDxf([
      { title: 'Section 0+010', length: 20, outlines: [outline, { ...outline, class: 2 }], paths: [] },
      { title: 'Quota °', length: 20, outlines: [outline], paths: [[{ chainage: 1, height: 11 }, { chainage: 2, height: 11 }]] }, // prettier-ignore
    ]);
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

  it('are a CSV of the points that are shown', () => {
    const points = new SectionPoints();
    points.add({ x: [1, 2], y: [3, 4], z: [5.25, 6], classes: [2, 7] }, (x) => ({
      chainage: x,
      offset: -0.5,
    }));
    expect(pointsCsv(points, (i) => points.classes[i] !== 7)).toBe(
      'chainage,offset,height,east,north,class,intensity\r\n1.0000,-0.5000,5.25,1,3,2,0\r\n',
    );
  });
});
