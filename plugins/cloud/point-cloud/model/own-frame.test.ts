import { beforeAll, describe, expect, it } from 'vitest';
import { loadProjections, UNMOVED } from '#core/geodesy';
import type { Pointcloud } from '#core/protocol';
import { frameOf } from './frame.ts';
import { inSomeCrs } from './own-frame.ts';

/** A cloud of a text without reference system, in feet as somebody has typed. */
function cloudOf(id: string, more: Partial<Pointcloud>): Pointcloud {
  return {
    id,
    name: 'Statue',
    header: { format: 'xyz' },
    octree: `/pointcloud/${id}/octree/1/metadata.json`,
    crs: null,
    viewCrs: null,
    metresPerUnit: 1,
    metresPerHeightUnit: 1,
    georeference: { crs: null, verticalCrs: null, unit: 1, heightUnit: 1, transform: UNMOVED },
    ...more,
  } as unknown as Pointcloud;
}

describe('a cloud that nobody has placed', () => {
  beforeAll(loadProjections);

  it.each([
    ['near its zero', [0.2, -0.3, 1], 1],
    ['as far away as grids of countries reach', [5_412_345, 7_654_321, 250], 1],
    ['in feet', [1_500_000, 250_000, 30], 0.3048],
  ] as const)('has its own coordinates, %s', async (name, middle, metresPerUnit) => {
    const cloud = inSomeCrs(cloudOf(name, { metresPerUnit }), middle);
    const frame = await frameOf(cloud, [...middle]);
    // A kilometre from its middle.
    for (const [dx, dy, dz] of [
      [0, 0, 0],
      [1000, -700, 60],
    ] as const) {
      const place = [middle[0] + dx, middle[1] + dy, middle[2] + dz] as const;
      const back = frame.toCloud(frame.fromCloud(place));
      for (const axis of [0, 1, 2]) expect(back[axis]).toBeCloseTo(place[axis]!, 6);
    }
  });

  it('keeps the CRS that it has', () => {
    const placed = cloudOf('placed', { crs: 'EPSG:32633', viewCrs: 'EPSG:32633' });
    expect(inSomeCrs(placed, [0, 0, 0]).viewCrs).toBe('EPSG:32633');
  });
});
