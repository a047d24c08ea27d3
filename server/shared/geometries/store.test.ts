import { expect, it } from 'vitest';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { MAX_TEXT, writeObjects } from './store.ts';
import { creation, storedLocation, type Write } from './writes.ts';

const CALLER = { userId: '00000000-0000-4000-8000-000000000001' } as Caller;
const BY = { at: '2026-01-01T00:00:00Z', by: 'Sara', kind: 'create' } as const;

/** An object whose coordinates are about `size` characters. */
function objectOf(size: number, n: number): Write {
  const line = Array.from({ length: Math.round(size / 13) }, () => [12.5, 42.25]);
  const location = storedLocation({ type: 'LineString', coordinates: line as [number, number][] });
  const id = `00000000-0000-4000-8000-00000000010${n}`;
  return creation(
    { id, projectId: 'p', typeName: 'road', properties: {}, location },
    { ...BY, id: String(n) },
  );
}

it('Many large objects are written in several statements, each of which ends in time, in the order of their ids', async () => {
  const statements: { ids: string[]; text: number }[] = [];
  const tx = {
    query: (_: string, params: unknown[]) => {
      const [ids, texts] = [params[2] as string[], params[8] as string[]];
      statements.push({ ids, text: texts.reduce((sum, { length }) => sum + length, 0) });
      return Promise.resolve([]);
    },
  } as unknown as Queries;
  const sizes = [0.4, 0.4, 1.5, 0.1, 0.2, 0.8].map((share) => share * MAX_TEXT);
  const writes = sizes.map(objectOf);

  await writeObjects(tx, CALLER, 'p', writes.toReversed());

  expect(statements.flatMap(({ ids }) => ids)).toEqual(writes.map(({ id }) => id));
  expect(statements.map(({ ids }) => ids.length)).toEqual([2, 1, 2, 1]);
  for (const { ids, text } of statements) if (ids.length > 1) expect(text).toBeLessThanOrEqual(MAX_TEXT);
});
