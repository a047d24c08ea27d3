import { expect, it } from 'vitest';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { makePictureTile } from './tile.ts';

it('a tile with more pictures than can be drawn is refused, not cut', async () => {
  const caller = { userId: 'u', organizationId: 'o', blockedLayers: [] } as unknown as Caller;
  const db = { query: async () => [{ id: 'a', position: [0, 0], matched: 200_001 }] } as unknown as Queries;
  await expect(makePictureTile(db, caller, undefined, { z: 0, x: 0, y: 0 })).rejects.toMatchObject({
    status: 422,
    key: 'stac.too-many-pictures',
  });
});
