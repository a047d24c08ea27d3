import { describe, expect, it } from 'vitest';
import type { ResearchFilter } from '#core/protocol';
import { matchesFilter } from './index.ts';

const tree = {
  id: 't1',
  typeName: 'tree',
  location: { type: 'Point' as const, coordinates: [12, 43] as [number, number] },
  relatesTo: [],
  properties: { kind: 'Oak', height: 12.5, alive: true, seen: '2026-11-21', note: '', code: '50%_a-b' },
};

describe('A condition over an object', () => {
  it.each<[ResearchFilter, boolean]>([
    [{ field: 'typeName', op: 'eq', value: 'tree' }, true],
    [{ field: 'geometryType', op: 'eq', value: 'Point' }, true],
    [{ field: 'kind', op: 'eq', value: 'oak' }, false],
    [{ field: 'kind', op: 'lt', value: 'PINE' }, true],
    [{ field: 'kind', op: 'like', value: 'o_k' }, true],
    [{ field: 'kind', op: 'like', value: 'a%' }, false],
    [{ field: 'code', op: 'like', value: '50\\%\\_%' }, true],
    [{ field: 'code', op: 'like', value: '50\\_%' }, false],
    [{ field: 'code', op: 'like', value: '%a-b' }, true],
    [{ field: 'height', op: 'like', value: '12%' }, true],
    [{ field: 'height', op: 'gt', value: 12 }, true],
    [{ field: 'height', op: 'ge', value: 12.5 }, true],
    [{ field: 'height', op: 'gt', value: 'a' }, false],
    [{ field: 'kind', op: 'gt', value: 1 }, false],
    [{ field: 'alive', op: 'eq', value: true }, true],
    [{ field: 'alive', op: 'eq', value: 'true' }, false],
    [{ field: 'seen', op: 'lt', value: '2026-11-22' }, true],
    [{ field: 'seen', op: 'eq', value: '2026-11-21T01:00:00+01:00' }, true],
    [{ field: 'seen', op: 'lt', value: '2026-02-30' }, false],
    [{ field: 'note', op: 'null' }, true],
    [{ field: 'absent', op: 'null' }, true],
    [{ field: 'kind', op: 'null', value: false }, true],
    [{ field: 'absent', op: 'ne', value: 3 }, true],
    [{ field: 'kind', op: 'in', value: ['Elm', 'Oak'] }, true],
    [{ and: [] }, true],
    [{ or: [] }, false],
    [
      {
        or: [
          { field: 'kind', op: 'eq', value: 'Elm' },
          { field: 'height', op: 'le', value: 20 },
        ],
      },
      true,
    ],
    [
      {
        and: [
          { field: 'kind', op: 'eq', value: 'Elm' },
          { field: 'height', op: 'le', value: 20 },
        ],
      },
      false,
    ],
  ])('%j: %s', (filter, expected) => {
    expect(matchesFilter(filter)(tree)).toBe(expected);
  });
});
