import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { API } from '#core/api';
import type { User } from '#core/protocol';
import { fetchParts, ServicesProvider } from '#core/react';
import { SESSION } from '#core/session';
import { servicesOf } from '#core/testing';
import type { Users } from '../model/users.ts';
import { UserDialog, type UserDialogProps } from './UserDialog.tsx';

afterEach(cleanup);

const ANNA = {
  id: 'anna',
  name: 'Anna',
  email: 'anna@example.org',
  roleId: 'surveyor',
  roleIds: ['surveyor'],
  language: null,
  active: true,
  blockedLayers: [],
  groupIds: [],
  organizationIds: [],
  version: 1,
} as unknown as User;

async function shown(userId: string) {
  const save = vi.fn<Users['save']>(() => Promise.resolve());
  const none = () => Promise.resolve([]);
  const props = {
    users: { save },
    roles: { list: [{ role_id: 'surveyor', role_name: 'Surveyor', organizationId: 'alpi' }] },
    groups: { named: none },
    organizations: { all: none },
    user: ANNA,
    onClose: vi.fn(),
  } as unknown as UserDialogProps;
  const container = await servicesOf(
    ['administration'],
    [
      [API, { call: () => Promise.resolve({ data: [] }) }],
      [SESSION, { me: { userId, authorizations: [], organizationId: 'alpi' } }],
    ],
  );
  await fetchParts();
  render(
    <ServicesProvider container={container}>
      <UserDialog {...props} />
    </ServicesProvider>,
  );
  const user = userEvent.setup();
  const email = screen.getByRole('textbox', { name: /E-mail/ });
  return {
    save,
    user,
    async rewrite() {
      await user.clear(email);
      await user.type(email, 'a@example.org');
    },
  };
}
const current = () => screen.queryByLabelText(/Your current password/);

describe('The dialog of a user', () => {
  it('asks for the current password where a person changes the own e-mail, and sends it', async () => {
    const { user, save, rewrite } = await shown('anna');
    expect(current()).toBeNull();
    await rewrite();
    await user.type(current()!, 'the old secret');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(save).toHaveBeenCalledExactlyOnceWith(
      ANNA,
      expect.objectContaining({ email: 'a@example.org', currentPassword: 'the old secret' }),
    );
  });

  it('asks for none where the e-mail is that of another person, or is not changed', async () => {
    const { user, save, rewrite } = await shown('berta');
    await rewrite();
    expect(current()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(save).toHaveBeenCalledOnce();
    expect(save.mock.lastCall![1]).not.toHaveProperty('currentPassword');
    cleanup();
    const own = await shown('anna');
    await own.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(own.save.mock.lastCall![1]).not.toHaveProperty('currentPassword');
  });
});
