import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Container } from 'inversify';
import { BehaviorSubject, of } from 'rxjs';
import { afterEach, describe, expect, it } from 'vitest';
import type { AutosaveState, Conflict } from '#core/autosave';
import type { MapObject } from '#core/document';
import { I18N, I18nextService } from '#core/i18n';
import { PROJECTS } from '#core/project';
import { fetchParts, ServicesProvider } from '#core/react';
import { SETTINGS } from '#core/settings';
import { desk, object } from '#core/testing';
import { TOASTS, Toasts } from '#core/toasts';
import { SELECTION } from '#plugins/work/selection/api';
import { CONFLICTS, Conflicts } from '../model/conflicts.ts';
import { AutosaveStatus } from './AutosaveStatus.tsx';
import ConflictDialog from './ConflictDialog.tsx';

afterEach(cleanup);

const QUIET: AutosaveState = {
  queued: 0,
  isSaving: false,
  error: undefined,
  deviceProblem: undefined,
  isStored: true,
  retryAt: undefined,
  savedAt: undefined,
  conflicts: [],
  refused: [],
};
const pole = (properties: Record<string, unknown>): MapObject =>
  object('a', { type: 'Point', coordinates: [9, 45] }, { typeName: 'pole', properties });

async function opened(initial: Partial<AutosaveState>) {
  const { project, settings } = desk();
  const state$ = new BehaviorSubject<AutosaveState>({ ...QUIET, ...initial });
  const resolved: [string, MapObject | undefined][] = [];
  const log: string[] = [];
  const autosave = {
    state$,
    get state() {
      return state$.value;
    },
    resolve: (id: string, as: MapObject | undefined) => {
      resolved.push([id, as]);
      state$.next(QUIET);
    },
    flush: () => Promise.resolve(void log.push('flush')),
    discard: (id: string) => Promise.resolve(void log.push(`discard ${id}`)),
  };
  const open = { ...project, autosave };
  const i18n = new I18nextService(['en']);
  await Promise.all([i18n.load('history', 'core'), fetchParts()]);
  const toasts = new Toasts();
  const container = new Container();
  container.bind(I18N).toConstantValue(i18n);
  container
    .bind(SETTINGS)
    .toConstantValue({ ...settings, get: () => true, observe: () => of(true) } as never);
  container.bind(PROJECTS).toConstantValue({ current: open, current$: of(open) } as never);
  container.bind(CONFLICTS).toConstantValue(new Conflicts());
  container.bind(TOASTS).toConstantValue(toasts);
  container
    .bind(SELECTION)
    .toConstantValue({ set: (ids: string[]) => log.push(`select ${ids.join()}`) } as never);
  render(
    <ServicesProvider container={container}>
      <AutosaveStatus />
      <ConflictDialog />
    </ServicesProvider>,
  );
  return { state$, resolved, toasts, log, user: userEvent.setup() };
}

const CONFLICT: Conflict = {
  id: 'a',
  base: pole({ height: 1, colour: 'red' }),
  local: pole({ height: 2, colour: 'red' }),
  remote: pole({ height: 3, colour: 'blue' }),
  remoteRecord: { version: 2 },
};

describe('The state of saving', () => {
  it('is shown in words: saved, unsaved, saving, and the reason of a failure', async () => {
    const { state$, user, log } = await opened({});
    const words = () => screen.getByRole('status').textContent;
    expect(words()).toBe('Saved');
    state$.next({ ...QUIET, queued: 2 });
    expect(await screen.findByText('2 unsaved changes')).toBeDefined();
    state$.next({ ...QUIET, queued: 2, isSaving: true });
    expect(await screen.findByText('Saving…')).toBeDefined();
    state$.next({ ...QUIET, queued: 2, error: 'The server cannot be reached.' });
    expect(await screen.findByText('Not saved: The server cannot be reached.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(log).toEqual(['flush']);
  });

  it('reports a failure once, and removes the message when saving works again', async () => {
    const { state$, toasts } = await opened({});
    const failing = { ...QUIET, queued: 1, error: 'The server cannot be reached.' };
    state$.next(failing);
    await screen.findByText(/Not saved/);
    state$.next({ ...failing, queued: 2 });
    await screen.findByText(/Not saved/);
    expect(toasts.shown).toHaveLength(1);
    expect(toasts.shown[0]!.message).toContain('stored on this device');
    state$.next(QUIET);
    await screen.findByText('Saved');
    expect(toasts.shown).toHaveLength(0);
  });

  it('says of a device that stores nothing only that, and does not promise it of changes that are not sent', async () => {
    const deviceProblem = 'Changes cannot be stored on this device.';
    const unstored = { ...QUIET, deviceProblem, isStored: false };
    const { state$, toasts } = await opened(unstored);
    expect(screen.getByRole('status').textContent).toBe('Saved');
    expect(toasts.shown.map(({ message }) => message)).toEqual([deviceProblem]);
    state$.next({ ...unstored, queued: 1, error: 'The server cannot be reached.' });
    await screen.findByText(/Not saved/);
    const failed = toasts.shown.map(({ message }) => message).at(-1);
    expect(failed).toMatch(/only in this tab: do not close it. The server cannot be reached.$/);
    expect(failed).not.toContain('stored on this device');
  });

  it('shows what the server refused, and can discard it', async () => {
    const { user, log } = await opened({ queued: 1, refused: [{ id: 'a', detail: 'Height is too large.' }] });
    await user.click(screen.getByRole('button', { name: '1 rejected' }));
    expect(await screen.findByText('Height is too large.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Select object' }));
    await user.click(screen.getByRole('button', { name: 'Discard change' }));
    expect(log).toEqual(['select a', 'discard a']);
  });
});

describe('The conflict dialog', () => {
  it('shows mine and theirs side by side, proposes by the common ancestor, and saves the choice', async () => {
    const { user, resolved, toasts } = await opened({ queued: 1, conflicts: [CONFLICT] });
    expect(toasts.shown[0]?.message).toBe('An object was changed by you and by someone else.');
    await user.click(screen.getByRole('button', { name: '1 conflict' }));
    expect(screen.getByText('Partly saved')).toBeDefined();
    const dialog = await screen.findByRole('dialog', { name: 'Conflicting changes' });
    // On a phone a toast would cover the dialog's buttons.
    expect(toasts.shown).toEqual([]);
    const row = (name: RegExp) => within(within(dialog).getByRole('row', { name }));
    expect(row(/colour/).getByRole<HTMLInputElement>('radio', { name: 'blue' }).checked).toBe(true);
    expect(row(/height/).getByRole<HTMLInputElement>('radio', { name: '2' }).checked).toBe(true);
    expect(row(/height/).getByText('changed by both')).toBeDefined();
    await user.click(row(/height/).getByRole('radio', { name: '3' }));
    await user.click(within(dialog).getByRole('button', { name: 'Keep selected values' }));
    expect(resolved).toMatchObject([['a', { properties: { height: 3, colour: 'blue' } }]]);
    expect(await screen.findByText('Saved')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('offers all or nothing where the object was deleted by others', async () => {
    const { user, resolved } = await opened({ queued: 1, conflicts: [{ ...CONFLICT, remote: undefined }] });
    await user.click(screen.getByRole('button', { name: '1 conflict' }));
    expect(await screen.findByText('Someone else deleted this object. You changed it.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Delete here too' }));
    expect(resolved).toEqual([['a', undefined]]);
  });
});
