import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '#core/kernel';
import { fetchParts, ServicesProvider } from '#core/react';
import { servicesOf } from '#core/testing';
import SignOutDialog from './SignOutDialog.tsx';
import type { Unsent } from './signing-out.ts';

afterEach(cleanup);

async function opened(keepProblem?: Unsent['keepProblem']) {
  const signingOut = {
    send: vi.fn((_: Unsent) => Promise.resolve()),
    keep: vi.fn(() => Promise.resolve()),
    drop: vi.fn(() => Promise.resolve()),
  };
  const unsent: Unsent = { count: 3, projectIds: ['p'], keepProblem };
  const onClose = vi.fn();
  await fetchParts();
  render(
    <ServicesProvider container={await servicesOf(['shell'], [])}>
      <SignOutDialog unsent={unsent} signingOut={signingOut} onClose={onClose} />
    </ServicesProvider>,
  );
  await screen.findByRole('dialog', { name: 'Sign out with unsent changes?' });
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  return { signingOut, unsent, onClose, press };
}

it('says how much is unsent, and sends, keeps or discards it', async () => {
  const { signingOut, unsent, press } = await opened();
  screen.getByText('3 changes are only on this device: the server does not have them yet.');
  screen.getByText(/^Kept changes are encrypted/);
  await press('Keep and sign out');
  expect(signingOut.keep).toHaveBeenCalledOnce();
  cleanup();
  const other = await opened();
  await other.press('Discard and sign out');
  expect(other.signingOut.drop).toHaveBeenCalledOnce();
  cleanup();
  const third = await opened();
  await third.press('Send and sign out');
  expect(third.signingOut.send).toHaveBeenCalledExactlyOnceWith(unsent);
});

it('stays open and says what could not be sent', async () => {
  const { signingOut, press } = await opened();
  signingOut.send.mockRejectedValueOnce(new AppError('unsent', 'conflict'));
  await press('Send and sign out');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Not everything could be sent, so you are still signed in. Someone else changed the same objects: resolve the conflicts in the status line.',
  );
  signingOut.keep.mockRejectedValueOnce(new AppError('http', 'The server does not respond.'));
  await press('Keep and sign out');
  expect((await screen.findByRole('alert')).textContent).toBe('The server does not respond.');
});

it.each([
  ['no-encryption', /^They cannot be kept: without TLS/],
  ['not-stored', /^They cannot be kept: this browser stores nothing/],
] as const)('offers not to keep what cannot be kept: %s', async (problem, sentence) => {
  await opened(problem);
  screen.getByText(sentence);
  expect(screen.queryByRole('button', { name: 'Keep and sign out' })).toBeNull();
});
