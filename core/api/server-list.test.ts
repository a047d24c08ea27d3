import { describe, expect, it } from 'vitest';
import { AppError } from '#core/kernel';
import type { ApiResponse } from './contract.ts';
import { ServerList, type ListQuery } from './server-list.ts';

const answer = (rows: string[], total?: number): ApiResponse<string[]> => ({
  data: rows,
  total,
  version: undefined,
  status: 200,
});

describe('a list paged by the server', () => {
  it('restarts at the first page when the search changes', async () => {
    const queries: ListQuery[] = [];
    const list = new ServerList<string>((query) => {
      queries.push(query);
      return Promise.resolve(answer(['a'], 60));
    });
    await list.setQuery({ page: 3 });
    await list.setQuery({ search: 'rome' });
    expect(queries.map(({ page, search }) => [page, search])).toEqual([
      [3, undefined],
      [1, 'rome'],
    ]);
    // 60 rows at 25 a page fill two pages and begin a third.
    expect(list.pages).toBe(3);
  });

  it('keeps the latest result when an earlier request responds late', async () => {
    const open: ((answer: ApiResponse<string[]>) => void)[] = [];
    const list = new ServerList<string>(() => new Promise((resolve) => open.push(resolve)));
    const first = list.setQuery({ search: 'r' });
    const second = list.setQuery({ search: 'ro' });
    open[1]!(answer(['rome']));
    open[0]!(answer(['reggio', 'rome']));
    await Promise.all([first, second]);
    expect(list.rows).toEqual(['rome']);
    expect(list.state).toBe('ready');
  });

  it('reports why it failed, and recovers by retrying', async () => {
    let fails = true;
    const list = new ServerList<string>(() =>
      fails
        ? Promise.reject(new AppError('http', 'The server cannot be reached.'))
        : Promise.resolve(answer(['rome'])),
    );
    await list.reload();
    expect([list.state, list.error]).toEqual(['failed', 'The server cannot be reached.']);
    fails = false;
    await list.reload();
    expect([list.state, list.error, list.rows]).toEqual(['ready', undefined, ['rome']]);
  });
});
