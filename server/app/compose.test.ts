import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing/databases.ts';
import { openServices } from './compose.ts';
import { readConfig } from './config.ts';

describe('services', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase('embedded');
  });
  afterAll(() => database.remove());

  it('are closed again, the database last, when one of them cannot be opened', async () => {
    const { db, data } = database;
    const silenced = vi.fn();
    const listen = vi.spyOn(db, 'listen').mockResolvedValue(async () => silenced());
    const close = vi.spyOn(db, 'close').mockResolvedValue();
    const opening = openServices(db, readConfig({ GROMA_DATA: data }), () =>
      Promise.reject(new Error('There are no jobs today.')),
    );
    await expect(opening).rejects.toThrow('There are no jobs today.');
    expect(silenced).toHaveBeenCalledTimes(listen.mock.calls.length);
    expect(close).toHaveBeenCalledOnce();
    expect(close.mock.invocationCallOrder[0]).toBeGreaterThan(silenced.mock.invocationCallOrder.at(-1)!);
    vi.restoreAllMocks();
  });
});
