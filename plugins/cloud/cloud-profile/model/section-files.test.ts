import { describe, expect, it } from 'vitest';
import { pointsCsv } from './section-files.ts';
import { SectionPoints } from './section-points.ts';

describe('The files of sections', () => {
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
