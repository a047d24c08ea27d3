import { of, Subject } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#core/kernel';
import { MAX_SELECTED, type Job, type ManyChanged } from '#core/protocol';
import { desk } from '#core/testing';
import { ServerJobs } from './server-changes.ts';

const LABEL = { label: 'modify:step.delete', values: { count: 2 }, code: 'delete-massive' };
const IDS = ['a', 'b'];
const done = (result: Partial<ManyChanged>): Partial<Job> => ({
  state: 'done',
  result: { changed: 2, unchanged: 0, refused: [], transactionId: '7', ...result },
});

const CANCELLED: Partial<Job> = { state: 'cancelled', result: null };

/** A project, and a server whose jobs end as the test says. */
function opened(unsent: readonly string[] = []) {
  const { project } = desk();
  /** The answers about the job; `away`: none in time. */
  const jobs: (Partial<Job> | 'away')[] = [];
  const sent: { id: string; body?: unknown }[] = [];
  const queue = new Set(unsent);
  const flush = vi.fn(() => Promise.resolve(queue.delete('a')));
  const refresh = vi.fn(() => Promise.resolve());
  Object.assign(project, {
    autosave: { has: (id: string) => queue.has(id), flush, state: { error: 'Offline.' } },
    refresh,
  });
  const call = (spec: { id: string }, request: { body?: unknown }) => {
    sent.push({ id: spec.id, ...request });
    const isAway =
      spec.id === 'jobs.cancel' ? jobs.includes('away') : spec.id === 'jobs.get' && jobs[0] === 'away';
    if (isAway) return Promise.reject(new AppError('http', 'No answer.', { cause: jobs.splice(0, 1) }));
    return Promise.resolve({
      data: spec.id === 'jobs.get' ? { id: 'job', ...(jobs.shift() as object) } : { jobId: 'job' },
    });
  };
  const shown: string[] = [];
  const job$ = new Subject<object>();
  const selection = { clear: vi.fn() };
  const changes = new ServerJobs({
    api: { call } as never,
    live: { on: () => job$, state$: of('connected') } as never,
    projects: { current: project },
    selection,
    toasts: { show: (kind: string, text: string) => shown.push(`${kind}: ${text}`) } as never,
    i18n: { t: (key: string, values?: object) => `${key} ${JSON.stringify(values ?? {})}`, number: String },
  });
  const calls = () => sent.map(({ id }) => id.replace('geometries.', '')).filter((id) => id !== 'jobs.get');
  return { project, changes, jobs, sent, calls, shown, selection, flush, refresh, job$ };
}

describe('A change of many objects on the server', () => {
  it('is one step, which the server undoes and redoes', async () => {
    const { project, changes, jobs, sent, calls, selection, refresh } = opened();
    jobs.push(done({}));
    expect(await changes.change({ ids: IDS, deleted: true }, LABEL)).toBe(true);
    expect(sent[0]).toMatchObject({ body: { ids: IDS, deleted: true } });
    expect(refresh).toHaveBeenCalledWith(IDS);
    expect(selection.clear).toHaveBeenCalledOnce();
    expect(project.history.state.done).toMatchObject([{ code: 'delete-massive', values: { count: 2 } }]);
    jobs.push(done({ transactionId: '8' }), done({ transactionId: '9' }));
    project.history.undo();
    expect(changes.isOpen).toBe(true);
    await project.history.settled();
    project.history.redo();
    await project.history.settled();
    expect(calls()).toEqual(['changeMany', 'reverseMany', 'reverseMany']);
    const reversed = sent.filter(({ id }) => id === 'geometries.reverseMany');
    expect(reversed).toMatchObject([{ body: { transactionId: '7' } }, { body: { transactionId: '8' } }]);
    expect([changes.isOpen, refresh.mock.calls.length]).toEqual([false, 3]);
  });

  it('says how many could not be changed and why, and makes no step where none was', async () => {
    const { project, changes, jobs, shown } = opened();
    const refused = [{ reason: 'Not allowed.', count: 2 }];
    jobs.push(done({ changed: 0, refused, transactionId: null }));
    expect(await changes.change({ ids: IDS, set: { use: 'wood' } }, LABEL)).toBe(false);
    expect(shown).toEqual([
      'warning: selection:change.partly {"count":2,"changed":"0","reason":"Not allowed."}',
    ]);
    expect(project.history.state.done).toEqual([]);
  });

  it('sends the edits of these objects first, and is not made when they cannot be sent', async () => {
    const sendable = opened(['a', 'elsewhere']);
    sendable.jobs.push(done({}));
    await sendable.changes.change({ ids: IDS, deleted: true }, LABEL);
    expect([sendable.flush.mock.calls.length, sendable.calls()]).toEqual([1, ['changeMany']]);
    const stuck = opened(['b']);
    expect(await stuck.changes.change({ ids: IDS, deleted: true }, LABEL)).toBe(false);
    expect(stuck.calls()).toEqual([]);
    expect(stuck.shown).toEqual(['error: selection:change.unsent {"reason":"Offline."}']);
  });

  it('is not made of more objects than the server takes', async () => {
    const { changes, calls, shown } = opened();
    const ids = Array.from({ length: MAX_SELECTED + 1 }, (_, i) => String(i));
    expect(await changes.change({ ids, deleted: true }, LABEL)).toBe(false);
    expect([calls(), shown[0]]).toEqual([[], expect.stringMatching(/^error: selection:too-many/)]);
  });

  it('is cancelled by the person, and fails with the sentence of the server, without a step', async () => {
    const { project, changes, jobs, calls, shown, job$ } = opened();
    const changing = changes.change({ ids: IDS, deleted: true }, LABEL);
    await vi.waitFor(() => expect(changes.running?.jobId).toBe('job'));
    changes.close();
    changes.close();
    job$.next({ id: 'job', ...CANCELLED });
    expect(await changing).toBe(false);
    expect(calls()).toEqual(['changeMany', 'jobs.cancel']);
    jobs.push({ state: 'failed', error: 'You may not change objects.', result: null });
    await changes.change({ ids: IDS, deleted: true }, LABEL);
    expect(shown).toEqual([
      expect.stringMatching(/^error: selection:change.cancelled/),
      'error: You may not change objects.',
    ]);
    expect([project.history.state.done, changes.isOpen]).toEqual([[], false]);
  });

  it('is followed again when the server was too busy to answer', async () => {
    const { project, changes, jobs, shown } = opened();
    jobs.push('away', done({}));
    expect(await changes.change({ ids: IDS, deleted: true }, LABEL)).toBe(true);
    expect(project.history.state.done).toHaveLength(1);
    expect(shown).toEqual([expect.stringMatching(/^success/)]);
  });

  it('is left to the server, and says so, when it cannot be reached to cancel it', async () => {
    const { changes, jobs, shown } = opened();
    const changing = changes.change({ ids: IDS, deleted: true }, LABEL);
    await vi.waitFor(() => expect(changes.running?.jobId).toBe('job'));
    jobs.push('away');
    changes.close();
    expect(await changing).toBe(false);
    expect([shown, changes.isOpen]).toEqual([['error: selection:change.unknown {}'], false]);
  });

  it('stays undoable when the undo is cancelled, and not when nothing is left to undo', async () => {
    const { project, changes, jobs } = opened();
    jobs.push(done({}));
    await changes.change({ ids: IDS, deleted: true }, LABEL);
    jobs.push(CANCELLED);
    project.history.undo();
    await expect(project.history.settled()).rejects.toThrow('selection:change.cancelled');
    expect(project.history.state.done).toHaveLength(1);
    jobs.push(done({ changed: 0, refused: [{ reason: 'Changed since.', count: 2 }], transactionId: null }));
    project.history.undo();
    await expect(project.history.settled()).rejects.toThrow('Changed since.');
    expect(project.history.state).toMatchObject({ done: [], undone: [] });
  });
});
