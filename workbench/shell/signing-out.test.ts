import 'fake-indexeddb/auto';
import { BehaviorSubject } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BrowserQueueStore, unsentChangesOf } from '#core/autosave';
import { importKey } from '#core/browser';
import { newUuid } from '#core/kernel';
import type { OpenProject } from '#core/project';
import { SigningOut } from './signing-out.ts';

afterEach(() => vi.unstubAllGlobals());
const KEY = btoa('k'.repeat(32));

/** A person with unsent changes on the device, by project; `open`: the project of the workspace, with those of its tab. */
async function person(kept: Readonly<Record<string, number>>, open?: { id: string; queued: number }) {
  const userId = newUuid();
  for (const [id, count] of Object.entries(kept)) {
    const locks = { acquire: async () => () => undefined, tryAcquire: async () => () => undefined };
    const store = await BrowserQueueStore.open(`${userId}/${id}`, 'tab', locks);
    const entries = Array.from({ length: count }, (_, i) => ({ id: `o${i}` }) as never);
    await store.write(entries, []);
    store.close();
  }
  const done: string[] = [];
  const states = new Map<string, object>();
  const projectOf = (id: string, queued: number): OpenProject =>
    ({
      project: { id },
      autosave: {
        stored: () => Promise.resolve(),
        flush: () => Promise.resolve(void done.push(`sent ${id}`)),
        get state() {
          const rest = { queued, error: undefined, refused: [], conflicts: [] };
          return done.includes(`sent ${id}`) ? { ...rest, queued: 0, ...states.get(id) } : rest;
        },
      },
    }) as unknown as OpenProject;
  const current$ = new BehaviorSubject(open && projectOf(open.id, open.queued));
  const projects = {
    current$,
    get current() {
      return current$.value;
    },
    open: async (id: string) => {
      if (current$.value?.project.id !== id) current$.next(projectOf(id, kept[id] ?? 0));
      return current$.value!;
    },
    close: () => current$.next(undefined),
    deviceKey: vi.fn(() => importKey(KEY)),
  };
  const signOut = vi.fn(() => Promise.resolve(void done.push('signed out')));
  const leaveWorkspace = () => {
    done.push('left the workspace');
    current$.next(undefined);
  };
  const session = { me: { userId } as never, signOut };
  return {
    userId,
    done,
    states,
    projects,
    signingOut: new SigningOut({ session, projects, leaveWorkspace }),
  };
}

describe('Who signs out', () => {
  it('has nothing unsent on a device where everything was sent', async () => {
    const { signingOut } = await person({});
    expect(await signingOut.unsent()).toMatchObject({ count: 0, projectIds: [] });
  });

  it('is told of the unsent changes of all projects, and of a tab whose browser stores nothing', async () => {
    const { signingOut } = await person({ a: 2, b: 1 }, { id: 'b', queued: 1 });
    expect(await signingOut.unsent()).toEqual({ count: 3, projectIds: ['b', 'a'], keepProblem: undefined });
    const inTab = await person({ a: 2 }, { id: 'b', queued: 4 });
    expect(await inTab.signingOut.unsent()).toEqual({
      count: 6,
      projectIds: ['b', 'a'],
      keepProblem: 'not-stored',
    });
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    expect(await signingOut.unsent()).toMatchObject({ keepProblem: 'no-encryption' });
    vi.stubGlobal('indexedDB', undefined);
    expect(await inTab.signingOut.unsent()).toMatchObject({ count: 4 });
  });

  it('sends all of them first, project by project', async () => {
    const { signingOut, done } = await person({ a: 2, b: 1 }, { id: 'b', queued: 1 });
    await signingOut.send(await signingOut.unsent());
    expect(done).toEqual(['sent b', 'left the workspace', 'sent a', 'signed out']);
  });

  it.each([
    [{ queued: 1, error: 'The server does not respond.' }, 'The server does not respond.'],
    [{ queued: 1, refused: [{ id: 'o0', detail: 'The layer is locked.' }] }, 'The layer is locked.'],
    [{ queued: 1, conflicts: [{}] }, 'conflict'],
  ])('stays signed in when something could not be sent: %j', async (state, sentence) => {
    const { signingOut, done, states } = await person({ a: 1 });
    states.set('a', state);
    const unsent = await signingOut.unsent();
    await expect(signingOut.send(unsent)).rejects.toMatchObject({ id: 'unsent', message: sentence });
    expect(done).not.toContain('signed out');
  });

  it('keeps them encrypted, once the server has given the key', async () => {
    const { signingOut, done, userId, projects } = await person({ a: 2 }, { id: 'a', queued: 2 });
    projects.deviceKey.mockRejectedValueOnce(new Error('The server does not respond.'));
    await expect(signingOut.keep()).rejects.toThrow('The server does not respond.');
    expect([done, projects.current]).toEqual([[], expect.anything()]);
    await signingOut.keep();
    expect(done).toEqual(['signed out']);
    expect(projects.current).toBeUndefined();
    expect(await unsentChangesOf(userId)).toEqual([{ projectId: 'a', count: 2 }]);
  });

  it('drops them', async () => {
    const { signingOut, done, userId } = await person({ a: 2, b: 1 });
    await signingOut.drop();
    expect(done).toEqual(['signed out']);
    expect(await unsentChangesOf(userId)).toEqual([]);
  });
});
