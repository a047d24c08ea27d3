import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { NEVER, of } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { API, LIVE } from '#core/api';
import { AppError } from '#core/kernel';
import { PROJECT_CONTENTS, type Project, type ProjectContents } from '#core/protocol';
import { fetchParts, ServicesProvider } from '#core/react';
import { servicesOf } from '#core/testing';
import type { ProjectList } from '../model/project-list.ts';
import { CopyDialog } from './CopyDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';

afterEach(cleanup);

const BRIDGE = { id: 'p', projectName: 'Bridge', objectCount: 3, version: 3 } as Project;

type Answer = (spec: { id: string }, request: { body?: unknown }) => Promise<{ data: unknown }>;

async function shown(answer: Answer, dialog: ReactNode) {
  const call = vi.fn(answer);
  const container = await servicesOf(
    ['projects'],
    [
      [API, { call }],
      [LIVE, { on: () => NEVER, state$: of('connected') }],
    ],
  );
  await fetchParts();
  render(<ServicesProvider container={container}>{dialog}</ServicesProvider>);
  return { call, user: userEvent.setup() };
}

describe('The dialog that deletes a project', () => {
  const deleting = async (some: Partial<ProjectContents>, objectCount = 3) => {
    const none = Object.fromEntries(PROJECT_CONTENTS.map((kind) => [kind, 0]));
    const remove = vi.fn(() => Promise.resolve());
    const projects = { remove } as unknown as ProjectList;
    const project = { ...BRIDGE, objectCount };
    const dialog = <DeleteDialog projects={projects} project={project} onClose={() => undefined} />;
    const { user } = await shown(() => Promise.resolve({ data: { ...none, ...some } }), dialog);
    return { remove, user };
  };
  const confirm = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Delete project' });

  it('says all that goes, and asks for the name', async () => {
    const { remove, user } = await deleting({ types: 1, terrains: 2, bookmarks: 12 }, 0);
    const items = await screen.findAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      '1 object type that only this project uses',
      '2 terrains',
      '12 bookmarks of its members',
    ]);
    expect((await confirm()).disabled).toBe(true);
    await user.type(screen.getByRole('textbox'), 'Bridge');
    await user.click(await confirm());
    expect(remove).toHaveBeenCalledOnce();
  });

  it('asks for nothing where nothing goes', async () => {
    const { remove, user } = await deleting({}, 0);
    await vi.waitFor(async () => expect((await confirm()).disabled).toBe(false));
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(await confirm());
    expect(remove).toHaveBeenCalledOnce();
  });

  it('deletes nothing while it is not known what goes', async () => {
    const dialog = <DeleteDialog projects={{} as ProjectList} project={BRIDGE} onClose={() => undefined} />;
    await shown(() => Promise.reject(new AppError('http', 'The server does not answer.')), dialog);
    expect((await screen.findByRole('alert')).textContent).toBe('The server does not answer.');
    expect((await confirm()).disabled).toBe(true);
  });
});

describe('The dialog that copies a project', () => {
  const copying = async (state: 'done' | 'failed') => {
    const copied = vi.fn();
    const job = {
      id: 'j',
      state,
      error: state === 'failed' ? 'The disk is full.' : null,
      result: { projectId: 'q', objects: 3 },
    };
    const answer: Answer = ({ id }) =>
      Promise.resolve({ data: id === 'projects.copy' ? { jobId: 'j' } : job });
    const dialog = <CopyDialog project={BRIDGE} onCopied={copied} onClose={() => undefined} />;
    return { copied, ...(await shown(answer, dialog)) };
  };

  it('sends what of it is copied, under which name, and opens the copy', async () => {
    const { call, copied, user } = await copying('done');
    await user.clear(screen.getByRole('textbox', { name: /Name/ }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Copy' }).disabled).toBe(true);
    await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Second bridge');
    await user.click(screen.getByRole('checkbox', { name: 'With the styles of its layers' }));
    await user.click(screen.getByRole('checkbox', { name: 'With its members' }));
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(call.mock.calls[0]![1]).toMatchObject({
      params: { id: 'p' },
      body: { projectName: 'Second bridge', objects: true, members: true, styles: false },
    });
    await vi.waitFor(() => expect(copied).toHaveBeenCalledExactlyOnceWith({ projectId: 'q', objects: 3 }));
  });

  it('says why there is no copy', async () => {
    const { copied, user } = await copying('failed');
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect((await screen.findByRole('alert')).textContent).toBe('The disk is full.');
    expect(copied).not.toHaveBeenCalled();
  });
});
