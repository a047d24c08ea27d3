import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BehaviorSubject, Subject, of } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { VIEWS } from '#core/mapview';
import { HOST } from '#core/plugin';
import { PROJECTS } from '#core/project';
import type { Project } from '#core/protocol';
import { fetchParts, ServicesProvider } from '#core/react';
import { SESSION } from '#core/session';
import { servicesOf } from '#core/testing';
import { TOASTS, Toasts } from '#core/toasts';
import { EmptyProject } from './EmptyProject.tsx';

afterEach(cleanup);

const NEW = { id: 'p', objectCount: 0, archived: false } as unknown as Project;

async function opened(project = NEW, authorizations = ['*']) {
  const document = { size: 0, changes$: new Subject<unknown>() };
  const generation$ = new BehaviorSubject(0);
  const open = { project, project$: of(project), document, generation$ };
  const points: Record<string, unknown[]> = { commands: [{ id: 'import.open' }], projectActions: [] };
  const run = vi.fn(() => Promise.resolve(undefined));
  const host = {
    contributions: (point: string) => of(points[point]),
    current: (point: string) => points[point],
    run,
  };
  const active$ = new BehaviorSubject<unknown>(undefined);
  const me = { authorizations };
  const container = await servicesOf(
    ['projects'],
    [
      [PROJECTS, { current: open, current$: of(open) }],
      [HOST, host],
      [VIEWS, { active: undefined, active$ }],
      [SESSION, { me, me$: of(me) }],
      [TOASTS, new Toasts()],
    ],
  );
  await fetchParts();
  render(
    <ServicesProvider container={container}>
      <EmptyProject />
    </ServicesProvider>,
  );
  return { document, generation$, active$, run, user: userEvent.setup() };
}
const card = () => screen.findByRole('region', { name: 'This project has no objects yet' });
const isGone = () => waitFor(() => expect(screen.queryByRole('region')).toBeNull());

describe('Over an empty project', () => {
  it('a card is on maps, not over a point cloud or a model', async () => {
    const { active$ } = await opened();
    await card();
    active$.next({ kind: 'cloud' });
    await isGone();
    active$.next({ kind: '3d' });
    await card();
  });

  it('a card offers the import, until there is an object', async () => {
    const { document, run, user } = await opened();
    await card();
    await user.click(screen.getByRole('button', { name: 'Import a file' }));
    expect(run).toHaveBeenCalledWith('import.open');
    document.size = 1;
    document.changes$.next({});
    await isGone();
  });

  it('it goes with an import by somebody else, and when it is closed', async () => {
    const { generation$ } = await opened();
    await card();
    generation$.next(1);
    await isGone();
    cleanup();
    const { user } = await opened();
    await user.click(await screen.findByRole('button', { name: 'Close this hint' }));
    await isGone();
  });

  it('it offers nothing to who may only look', async () => {
    await opened(NEW, ['geometries.read']);
    await card();
    expect(screen.queryByRole('button', { name: 'Import a file' })).toBeNull();
    screen.getByText(/as soon as somebody draws/);
  });

  it.each([
    { ...NEW, objectCount: 3 },
    { ...NEW, archived: true },
  ])('there is none in %j', async (project) => {
    await opened(project);
    await vi.dynamicImportSettled();
    expect(screen.queryByRole('region')).toBeNull();
  });
});
