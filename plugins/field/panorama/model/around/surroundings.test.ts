import { describe, expect, it } from 'vitest';
import type { PanoramicPlace } from '#core/protocol';
import { Surroundings } from './surroundings.ts';

const place = (id: string, height?: number) =>
  ({ id, position: [9, 45, ...(height === undefined ? [] : [height])] }) as unknown as PanoramicPlace;

function opened(fails = false) {
  const asked: string[] = [];
  const call = ({ id }: { id: string }) => {
    asked.push(id);
    return fails ? Promise.reject(new Error('The server is away.')) : Promise.resolve({ data: [] });
  };
  const space = new Surroundings({ call } as never, () => ({ clouds: true, models: true }));
  return { space, asked };
}

describe('What is around a panorama', () => {
  it('is loaded once for each, and kept while switches need nothing more', async () => {
    const { space, asked } = opened();
    await space.look(place('a', 100), 'p');
    expect(asked.sort()).toEqual(['bim.list', 'pointcloud.list', 'terrain.list']);
    expect(space.around?.placeId).toBe('a');
    space.hide(false);
    await space.look(place('a', 100), 'p');
    space.drawPoints(true);
    space.hide(true);
    await space.look(place('a', 100), 'p');
    expect(asked).toHaveLength(3);
    await space.look(place('b', 100), 'p');
    expect(asked).toHaveLength(6);
    await space.look(undefined, undefined);
    expect(space.around).toBeUndefined();
  });

  it('is not known where the camera has no height', async () => {
    const { space, asked } = opened();
    await space.look(place('a'), 'p');
    expect([asked, space.around, space.isLoading]).toEqual([[], undefined, false]);
  });

  it('says why it could not be loaded, and is loaded again on request', async () => {
    const { space, asked } = opened(true);
    await space.look(place('a', 100), 'p');
    expect(space.failure).toBe('The server is away.');
    const before = asked.length;
    await space.look(place('a', 100), 'p');
    expect(asked).toHaveLength(before);
    space.reload();
    await space.look(place('a', 100), 'p');
    expect(asked.length).toBeGreaterThan(before);
  });
});
