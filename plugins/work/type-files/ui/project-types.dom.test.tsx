import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { readTypes, type Project } from '#core/protocol';
import { fetchParts, ServicesProvider } from '#core/react';
import { servicesOf } from '#core/testing';
import { TOASTS } from '#core/toasts';
import { TAKEN_TYPES, TakenTypes } from '../model/taken-types.ts';
import ProjectTypes from './ProjectTypes.tsx';

it('takes types into the project without asking for one, says so, and closes', async () => {
  const type = { name: 'tree', exists: false, isSame: false, freeName: 'tree' };
  const call = vi.fn((spec: object, _request: { body: object }) =>
    Promise.resolve({ data: spec === readTypes ? { types: [type] } : [type] }),
  );
  const me = { authorizations: ['attributes.write'] };
  const taken = new TakenTypes({ call } as never, { me } as never, { t: String, language: 'en' } as never);
  const [onClose, show] = [vi.fn(), vi.fn()];
  await fetchParts();
  const container = await servicesOf(
    ['type-files'],
    [
      [TAKEN_TYPES, taken],
      [TOASTS, { show }],
    ],
  );
  render(
    <ServicesProvider container={container}>
      <ProjectTypes project={{ id: 'p', projectName: 'Survey' } as Project} onClose={onClose} />
    </ServicesProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Trees/ }));
  // The overlay, which is on this page too, shows no second dialog.
  expect(taken.isOpen).toBe(false);
  expect(screen.queryByRole('radio', { name: 'One project' })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Create 1 type' }));
  expect(call.mock.calls.at(-1)![1].body).toMatchObject({ projectIds: ['p'] });
  expect(show).toHaveBeenCalledWith('success', 'One object type was created.');
  expect(onClose).toHaveBeenCalledOnce();
});
