import { describe, expect, it } from 'vitest';
import { fromSpace, inSpace } from '#core/geodesy';
import type { CloudImage } from '#core/protocol';
import type { CloudStage, CloudViews, ShownCloud } from '#plugins/cloud/point-cloud/api';
import { PhotosInSpace } from './photos-in-space.ts';

const photo = (name: string, heading: number, more: Partial<CloudImage> = {}) =>
  ({
    id: name,
    name,
    position: [12, 45, 100],
    heading,
    pitch: 0,
    roll: 0,
    lens: { focal: 200, middle: [200, 150] },
    photo: { width: 400, height: 300, orientation: 1 },
    ...more,
  }) as CloudImage;
const shown = (id: string, more: Partial<ShownCloud> = {}) =>
  ({ id, name: id, version: '1', shown: true, isLocal: false, state: 'drawn', ...more }) as ShownCloud;
type Asked = { body: { ray: { angle: number } }; params: { id: string } };

/** The view has geocentric coordinates. `hits`: metres along the line of sight, by cloud, from an angle of the cone on. */
async function opened(hits: Record<string, { from: number; at: number }>, images: readonly CloudImage[]) {
  const angles: number[] = [];
  const call = async ({ id }: { id: string }, request: Asked) => {
    if (id === 'pointcloud.get') return { data: { images: request.params.id === 'A' ? images : [] } };
    const { angle, origin, direction } = request.body.ray as never as Record<string, number[]> & {
      angle: number;
    };
    angles.push(angle);
    const hit = hits[request.params.id];
    const length = Math.hypot(...direction!);
    const position = hit && origin!.map((value, k) => value + (direction![k]! / length) * hit.at);
    return { data: { measure: 'pick', point: hit && angle >= hit.from ? { position, spacing: 0.1 } : null } };
  };
  const stage = { clouds: [shown('A'), shown('B'), shown('Off', { shown: false })] } as unknown as CloudStage;
  const view = { unit: 1, toCloud: inSpace, fromCloud: fromSpace };
  const photos = new PhotosInSpace({ call } as never, stage, { current: view } as unknown as CloudViews);
  await photos.read();
  return { photos, angles };
}

describe('The photos of clouds', () => {
  it('stand in space where their cameras are known; the others are counted by what they lack', async () => {
    const { photos } = await opened({}, [
      photo('north', 0),
      photo('lost', 0, { position: null }),
      photo('flat', 0, { position: [12, 45] }),
    ]);
    expect(photos.placed!.map(({ image }) => image.name)).toEqual(['north']);
    expect([...photos.lacking]).toEqual([['place', 1], ['height', 1]]); // prettier-ignore
  });

  it('give the foremost point of all clouds, in a wider cone only where a cloud is sparse', async () => {
    const { photos, angles } = await opened({ A: { from: 0.5, at: 8 }, B: { from: 0.5, at: 5 } }, [
      photo('north', 0),
      photo('south', 180),
    ]);
    photos.choose('north');
    await photos.pick([200, 150]);
    expect(angles).toEqual([0.2, 0.2, 0.7, 0.7]);
    expect(photos.place!.point).toMatchObject({ cloud: 'B', spacing: 0.1 });
    // 5 m to the north, in the middle of the picture that was clicked, and behind the other camera.
    expect(photos.mark![0]).toBeCloseTo(200, 3);
    expect(photos.listed.map(({ image, metres }) => [image.name, metres && Math.round(metres)])).toEqual([
      ['north', 5],
      ['south', undefined],
    ]);
  });

  it('say where a line of sight has no point', async () => {
    const { photos } = await opened({}, [photo('north', 0)]);
    photos.choose('north');
    await photos.pick([10, 10]);
    expect([photos.picking, photos.place]).toEqual(['none', undefined]);
  });
});
