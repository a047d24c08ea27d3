import { expect, it } from 'vitest';
import { OctreeSource } from './octree.ts';

/** A root of no points, with the range of its colours. */
function open(greatest: number[]) {
  const position = { name: 'position', size: 12, type: 'int32', min: [0, 0, 0], max: [1, 1, 1] };
  const rgb = { name: 'rgb', size: 6, type: 'uint16', min: [0, 0, 0], max: greatest };
  const metadata = {
    version: '2.0',
    encoding: 'DEFAULT',
    spacing: 1,
    scale: [0.01, 0.01, 0.01],
    offset: [0, 0, 0],
    boundingBox: { min: [0, 0, 0], max: [1, 1, 1] },
    hierarchy: { firstChunkSize: 22 },
    attributes: [position, rgb],
  };
  const none = () => Promise.resolve(new ArrayBuffer(22));
  const files = { metadata: () => Promise.resolve(metadata), hierarchy: none, points: none };
  return OctreeSource.open(files, () => Promise.reject(new Error('not read')));
}

it('has no colours where all of them are black', async () => {
  expect((await open([0, 0, 0])).hasColour).toBe(false);
  expect((await open([0, 0, 7])).hasColour).toBe(true);
});
