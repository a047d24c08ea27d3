import { BehaviorSubject, NEVER, of, Subject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenProject } from '#core/project';
import type { LiveEvents, ObjectType } from '#core/protocol';
import { desk, object } from '#core/testing';
import { countsOf } from './counts.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const type = (name: string) => [name, { id: `id-${name}`, name } as ObjectType] as const;
const well = (id: string) => object(id, { type: 'Point', coordinates: [9, 45] }, { typeName: 'wells' });
const LABEL = { label: 'x:made', code: 'made' };

/** A project with 5 wells and 2 roads on the server; `advance` moves the clock by milliseconds. */
function counted() {
  const { project } = desk([well('a')]);
  const types = new Map([type('wells'), type('roads')]);
  const open = { ...project, types, types$: of(types) } as unknown as OpenProject;
  const server = { 'id-wells': 5, 'id-roads': 2 };
  const saved$ = new Subject<{ projectId: string; ids: readonly string[] }>();
  const live$ = new Subject<LiveEvents['geometries']>();
  const calls = { count: 0 };
  const shown = new BehaviorSubject<ReadonlyMap<string, number>>(new Map());
  const following = countsOf(open, {
    api: {
      call: (_: unknown, { query }: { query: { attributeid: keyof typeof server } }) => {
        calls.count++;
        return Promise.resolve({ data: { count: server[query.attributeid] } });
      },
    } as never,
    events: { on: () => saved$ } as never,
    live: { on: (event: string) => (event === 'geometries' ? live$ : NEVER) } as never,
  }).subscribe(shown);
  return {
    open,
    server,
    calls,
    following,
    save: (...ids: string[]) => saved$.next({ projectId: open.project.id, ids }),
    others: (projectId = open.project.id) => live$.next({ projectId, changed: [], removed: [] }),
    advance: (ms = 0) => vi.advanceTimersByTimeAsync(ms),
    wells: () => shown.value.get('wells'),
  };
}

describe('The number of objects of a layer', () => {
  it('follows an edit and its undo at once, and counts it once when it is saved', async () => {
    const { open, server, save, advance, wells } = counted();
    await advance();
    expect(wells()).toBe(5);
    open.history.perform(() => [{ id: 'b', before: undefined, after: well('b') }], LABEL);
    expect(wells()).toBe(6);
    open.history.undo();
    expect(wells()).toBe(5);
    open.history.redo();
    server['id-wells'] = 6;
    save('b');
    expect(wells()).toBe(6);
    await advance(5_000);
    expect(wells()).toBe(6);
    const before = open.document.get('a')!;
    open.history.perform(() => [{ id: 'a', before, after: undefined }], LABEL);
    expect(wells()).toBe(5);
  });

  it('keeps an unsent edit while the server is counted', async () => {
    const { open, others, advance, wells } = counted();
    await advance();
    open.history.perform(() => [{ id: 'b', before: undefined, after: well('b') }], LABEL);
    others();
    await advance(5_000);
    expect(wells()).toBe(6);
  });

  it('is counted at once after a change by others in this project, and not for each of many', async () => {
    const { server, calls, others, advance, wells, following } = counted();
    await advance(5_000);
    const first = calls.count;
    server['id-wells'] = 9;
    others('another');
    await advance();
    expect(calls.count).toBe(first);
    others();
    await advance();
    expect(wells()).toBe(9);
    for (let i = 0; i < 50; i++) others();
    await advance(5_000);
    // Two types, at once and once more after the pause.
    expect(calls.count).toBe(first + 4);
    following.unsubscribe();
  });
});
