import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { project } from '#core/geodesy';
import type { CloudHeader, TextColumns } from '#core/protocol';
import { smallE57 } from '../../testing/e57.ts';
import { readOctree } from '../../testing/read-octree.ts';
import { convertCloud } from './convert.ts';
import { frameOf } from './frame.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'groma-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const columns: TextColumns = { separator: 'space', decimal: 'point', skip: 0, columns: ['x', 'y', 'z'] };
const NOTHING = { unit: null, heightUnit: null, min: null, max: null };

/** The CRS of the octree, and its points in it, sorted by height. */
async function converted(format: CloudHeader['format'], content: string | Buffer) {
  const own = mkdtempSync(path.join(folder, 'own-'));
  const file = path.join(own, 'cloud');
  writeFileSync(file, content);
  const frame = await frameOf({ ...NOTHING, format }, 'EPSG:4326');
  const grids = { offers: [], files: {} };
  const { crs } = await convertCloud({ file, folder: own, format, frame, columns, grids }, () => {});
  const { metadata, points } = readOctree(own);
  const at = points.map(({ position }) =>
    position.map((value, i) => value * metadata.scale[i]! + metadata.offset[i]!),
  );
  return { crs, at: at.sort((a, b) => a[2]! - b[2]! || a[1]! - b[1]!) };
}

// On the equator: 500,000 m at the central meridian, and 6,378,137 m × 0.9996 × 0.00001° in radians = 1.1127 m east of it.
const EXPECTED = [
  [500_000, 0, 10],
  [500_001.1127, 0, 11],
];
const POINTS = '15 0 10\n15.00001 0 11\n';
const PLY = `ply\nformat ascii 1.0\nelement vertex 2\nproperty double x\nproperty double y\nproperty double z\nend_header\n${POINTS}`;

describe('a cloud in degrees that does not state where it lies', () => {
  it.each([
    ['a text', 'xyz', POINTS],
    ['PLY', 'ply', PLY],
  ] as const)('is projected to the zone of UTM of its first point: %s', async (_, format, content) => {
    const { crs, at } = await converted(format, content);
    expect(crs).toBe('EPSG:32633');
    expect(at).toHaveLength(2);
    for (const [i, point] of at.entries())
      for (const axis of [0, 1, 2]) expect(point[axis]).toBeCloseTo(EXPECTED[i]![axis]!, 3);
  });

  it('is projected after the pose of its scan: E57', async () => {
    // At 100° east and 7.5 m, every 0.01° north from the equator.
    const { crs, at } = await converted('e57', smallE57({ points: 20 }));
    expect(crs).toBe('EPSG:32647');
    expect(at).toHaveLength(19);
    for (const [i, [east, north, height]] of at.entries()) {
      const [x, y] = project('EPSG:32647', [100, i * 0.01]);
      expect([east, north]).toEqual([expect.closeTo(x, 3), expect.closeTo(y, 3)]);
      expect(height).toBeCloseTo(7.5, 3);
    }
  });

  it.each([
    ['its first point', '400000 5000000 1\n400001 5000001 3\n'],
    ['another point', '15 0 1\n15 95 3\n'],
  ])('is refused where %s is no place in degrees', async (_, content) => {
    await expect(converted('xyz', content)).rejects.toThrow('pointcloud.not-degrees');
  });
});
