import { beforeAll, expect, it } from 'vitest';
import { learnCrs, loadProjections, unitOfCrs } from '#core/geodesy';
import { planeOfCloud } from './cloud-plane.ts';

beforeAll(loadProjections);

it('is in metres for an octree whose CRS is in feet, and in feet for a COPC', () => {
  const crs = 'test:feet';
  const proj4 = '+proj=tmerc +lon_0=-74 +x_0=300000 +datum=WGS84 +units=us-ft';
  learnCrs({ code: crs, name: 'In US survey feet', proj4, accuracy: null });
  const foot = unitOfCrs(crs).metres;
  expect(foot).toBeCloseTo(1200 / 3937, 9);
  const place = [-73.9, 40.7] as const;
  const [octree, copc] = [1, foot].map((unit) => planeOfCloud({ crs, unit }, undefined));
  const [metres, feet] = [octree!.toPlane([...place]), copc!.toPlane([...place])];
  for (const axis of [0, 1] as const) expect(metres[axis]).toBeCloseTo(feet[axis] * foot, 6);
  for (const [plane, at] of [
    [octree!, metres],
    [copc!, feet],
  ] as const) {
    // prettier-ignore
    const back = plane.toPosition(at);
    for (const axis of [0, 1] as const) expect(back[axis]).toBeCloseTo(place[axis], 9);
  }
});
