import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Container } from 'inversify';
import { of } from 'rxjs';
import { afterEach, describe, expect, it } from 'vitest';
import { I18N, I18nextService } from '#core/i18n';
import { AppError } from '#core/kernel';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import { fetchParts, ServicesProvider } from '#core/react';
import { SESSION } from '#core/session';
import { desk } from '#core/testing';
import { TOASTS, Toasts } from '#core/toasts';
import { SETTINGS } from '#core/settings';
import { PROJECT_HISTORY, ProjectHistory } from '../model/project-history.ts';
import { TRANSACTIONS, Transactions } from '../model/transactions.ts';
import ProjectHistoryDialog from './ProjectHistoryDialog.tsx';
import { anEntry, aDifference } from './testing/entries.ts';

afterEach(cleanup);

async function opened(authorizations: string[] = ['geometries.read', 'geometries.restore']) {
  const { project, view } = desk();
  const log: string[] = [];
  const server = { refuses: undefined as unknown };
  const open = { ...project, autosave: { flush: () => Promise.resolve(void log.push('flush')) } };
  const answers: Record<string, unknown> = {
    'projects.transactions': {
      entries: [anEntry('9', 'Ada', 'delete', 3), anEntry('7', 'Bice', 'create', 1)],
      more: false,
    },
    'projects.members': [{ userId: 'b', name: 'Bice', email: '', member: true }],
    'projects.lookAtRestore': aDifference(),
    'projects.restoreAt': {},
    'projects.plugins': [
      { plugin: 'acme-wells@1.0.0', objects: 4, lastAt: '2026-11-01T10:00:00Z' },
      { plugin: 'acme-wells@1.1.0', objects: 1, lastAt: '2026-11-02T10:00:00Z' },
    ],
    'projects.lookAtPluginUndo': { ...aDifference(), lost: [], kept: 2, keptIds: [], imports: ['july.stn'] },
    'projects.undoPlugin': {},
  };
  const api = {
    call: (async ({ id }: { id: string }, request: { query?: object; body?: object }) => {
      log.push(`${id} ${JSON.stringify(request.query ?? request.body ?? {})}`);
      if (id === 'projects.restoreAt' && server.refuses) throw server.refuses as Error;
      return { data: answers[id] };
    }) as never,
  };
  const projects = { current: open, current$: of(open) } as never;
  const i18n = new I18nextService(['en']);
  await Promise.all([i18n.load('history', 'core'), fetchParts()]);
  const container = new Container();
  const history = new ProjectHistory(api, projects);
  container.bind(I18N).toConstantValue(i18n);
  container.bind(SETTINGS).toConstantValue(desk().settings);
  container.bind(PROJECTS).toConstantValue(projects);
  container.bind(PROJECT_HISTORY).toConstantValue(history);
  container.bind(TRANSACTIONS).toConstantValue(new Transactions(api, projects));
  container.bind(TOASTS).toConstantValue(new Toasts());
  container.bind(VIEWS).toConstantValue({ active: view, active$: of(view) } as never);
  const me = { authorizations };
  container.bind(SESSION).toConstantValue({ me, me$: of(me) } as never);
  render(
    <ServicesProvider container={container}>
      <ProjectHistoryDialog />
    </ServicesProvider>,
  );
  await history.open();
  const dialog = await screen.findByRole('dialog', { name: 'History of the project' });
  return { dialog, history, log, server, view, user: userEvent.setup() };
}

describe("The project's history", () => {
  it('lists who did what, and offers to restore all but the newest moment', async () => {
    const { dialog } = await opened();
    const [newest, older] = within(within(dialog).getAllByRole('list')[0]!)
      .getAllByRole('listitem')
      .filter((item) => item.querySelector('time'));
    expect(newest!.textContent).toMatch(/Ada.*Deleted: 3 × parcel/);
    expect(older!.textContent).toMatch(/Bice.*Created: 1 × parcel/);
    expect(within(newest!).queryByRole('button', { name: /^Restore this state/ })).toBeNull();
    expect(within(older!).getByRole('button', { name: /^Restore this state/ })).toBeTruthy();
  });

  it('says what would come back, go and change before it is done, and then does it', async () => {
    const { dialog, history, log, user } = await opened();
    await user.click(within(dialog).getByRole('button', { name: 'Restore this state' }));
    const question = await screen.findByRole('alertdialog');
    expect(within(question).getByRole('row', { name: 'parcel 3 0 1' })).toBeTruthy();
    expect(question.textContent).toContain('posts.geojson');
    await user.click(within(question).getByRole('button', { name: 'Restore 4 objects' }));
    // Unsaved changes were sent before the preview and before the restore.
    expect(log.slice(-5)).toEqual([
      'flush',
      'projects.lookAtRestore {"transaction_id":"7"}',
      'flush',
      'projects.restoreAt {"transaction_id":"7","newest":"9"}',
      'projects.transactions {}',
    ]);
    expect(history.prospect).toBeUndefined();
  });

  it('keeps the question open, and says why, when the server refuses', async () => {
    const { dialog, server, user } = await opened();
    server.refuses = new AppError('http', 'The project was changed while you were looking.');
    await user.click(within(dialog).getByRole('button', { name: 'Restore this state' }));
    await user.click(await screen.findByRole('button', { name: 'Restore 4 objects' }));
    expect((await screen.findByRole('alert')).textContent).toContain('changed while you were looking');
  });

  it('shows the current and the restored state on the map, and returns to the question', async () => {
    const { dialog, view, user } = await opened();
    await user.click(within(dialog).getByRole('button', { name: 'Restore this state' }));
    await user.click(await screen.findByRole('button', { name: 'Show on the map' }));
    // One comes back (restored), one changes (current and restored).
    expect(view.sketches.get('history')!.shapes.map(({ dashed }) => dashed ?? false)).toEqual([
      false,
      true,
      false,
    ]);
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByRole('alertdialog')).toBeTruthy();
    expect(view.sketches.get('history')).toBeUndefined();
  });

  it('offers no restore to people without the right', async () => {
    const { dialog } = await opened(['geometries.read']);
    expect(within(dialog).queryByRole('button', { name: /^Restore this state/ })).toBeNull();
  });

  it('is narrowed to a plugin, all of whose work is undone after saying what cannot be', async () => {
    const { dialog, log, user } = await opened();
    expect(within(dialog).queryByRole('button', { name: /^Undo all/ })).toBeNull();
    await user.click(await within(dialog).findByRole('button', { name: /Plugin/ }));
    await user.click(await screen.findByRole('option', { name: 'acme-wells' }));
    expect(log.at(-1)).toBe('projects.transactions {"plugin":"acme-wells"}');
    await user.click(await screen.findByRole('button', { name: 'Undo all of acme-wells…' }));
    const question = await screen.findByRole('alertdialog', { name: /Undo all that acme-wells did/ });
    expect(question.textContent).toContain('2 objects stay as they are');
    expect(question.textContent).toContain('july.stn');
    await user.click(within(question).getByRole('button', { name: 'Restore 4 objects' }));
    expect(log).toContain(
      `projects.undoPlugin {"plugin":"acme-wells","newest":${JSON.stringify(aDifference().newest)}}`,
    );
  });
});
