import { beforeAll, describe, expect, it } from 'vitest';
import { loadCrs, unproject } from '#core/geodesy';
import type { BodyOf, addExternalLayer } from '#core/protocol';
import { PicturePlacing } from './placing.ts';
import { worldFilePoints } from './world-file.ts';

const UTM = 'EPSG:32633';
beforeAll(() => loadCrs(UTM));

function placing() {
  const added: BodyOf<typeof addExternalLayer>[] = [];
  const pictures = { page: async () => ({ width: 800, height: 600 }) as ImageBitmap };
  const made = new PicturePlacing(
    { add: async (layer) => void added.push(layer), change: () => Promise.reject(new Error('no')) },
    { load: async () => ({ pictures }) },
  );
  return { made, added };
}
const NEW = { file: 'f', page: 1, name: 'Plan', owner: 'project', crs: UTM, originalWidth: 800 } as const;
const mapOf = (east: number, north: number) => unproject(UTM, [east, north]);

describe('A picture that is placed', () => {
  it('takes the halves of points in any order, and says what is missing', async () => {
    const { made, added } = placing();
    await made.start(NEW);
    made.pickPixel([100, -100]);
    made.pickPixel([700, -500]);
    expect([made.missing, made.fitted]).toEqual([2, undefined]);
    made.pickPlace(mapOf(305_010, 4_757_090));
    made.pickPlace(mapOf(305_070, 4_757_050));
    // Two points: enough for Helmert, and no more.
    expect([made.missing, made.fitted?.rms]).toEqual([0, undefined]);
    made.pickPlace(mapOf(305_010, 4_757_050.3));
    made.pickPixel([100, -500]);
    expect(made.fitted!.rms).toBeGreaterThan(0.05);
    expect(made.fitted!.rms).toBeLessThan(0.3);
    await made.save();
    expect(added).toMatchObject([{ name: 'Plan', owner: 'project', source: { kind: 'picture', file: 'f' } }]);
    expect(made.draft).toBeUndefined();
  });

  it('is not saved where its points do not determine it', async () => {
    const { made, added } = placing();
    await made.start(NEW);
    made.change({ fit: 'affine' });
    for (const n of [0, 1, 2, 3]) {
      made.pickPixel([n * 100, -n * 100]);
      made.pickPlace(mapOf(305_000 + n * 10, 4_757_000));
    }
    expect([made.missing, made.fitted]).toEqual([0, undefined]);
    await made.save();
    expect(added).toEqual([]);
  });
});

describe('A world file', () => {
  it('places the centre of the first pixel, also where the picture is smaller than the original', () => {
    // Half a metre a pixel; the centre of the first at 305000.25, 4757099.75: its corner at 305000, 4757100.
    const text = '0.5\n0\n0\n-0.5\n305000.25\n4757099.75\n';
    expect(worldFilePoints(text, { width: 100, height: 50, scale: 2 })).toEqual([
      { pixel: [0, -0], place: [305_000, 4_757_100] },
      { pixel: [100, -0], place: [305_100, 4_757_100] },
      { pixel: [100, -50], place: [305_100, 4_757_050] },
      { pixel: [0, -50], place: [305_000, 4_757_050] },
    ]);
  });

  it.each(['', '1 2 3', '0 0 0 0 5 5', '<html/>'])('is not %j', (text) => {
    expect(worldFilePoints(text, { width: 10, height: 10, scale: 1 })).toBeUndefined();
  });
});
