import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { of } from 'rxjs';
import { afterEach, expect, it, vi } from 'vitest';
import { API } from '#core/api';
import type { MapObject } from '#core/document';
import { PROJECTS } from '#core/project';
import { fetchParts, ServicesProvider } from '#core/react';
import { SESSION } from '#core/session';
import { servicesOf } from '#core/testing';
import { OPENED_FILE } from '../model/opened-file.ts';
import DocumentPicker from './DocumentPicker.tsx';

afterEach(cleanup);

const FILES = [
  { id: 'other', name: 'deed.pdf', projectId: 'p', geometryId: null },
  { id: 'own', name: 'deed.pdf', projectId: 'p', geometryId: 'o' },
  { id: 'plan', name: 'plan.pdf', projectId: 'p', geometryId: null },
];

async function shown(value: string | undefined, { isReadOnly = false } = {}) {
  const call = (_: unknown, { query }: { query: { search: string } }) =>
    Promise.resolve({ data: FILES.filter(({ name }) => name.includes(query.search)) });
  const onPick = vi.fn();
  const open = vi.fn();
  const me = { authorizations: ['files.write'] };
  const container = await servicesOf(
    ['documents'],
    [
      [API, { call }],
      [PROJECTS, { current: { project: { id: 'p' } } }],
      [SESSION, { me, me$: of(me) }],
      [OPENED_FILE, { open }],
    ],
  );
  await fetchParts();
  render(
    <ServicesProvider container={container}>
      <DocumentPicker
        object={{ id: 'o' } as MapObject}
        value={value}
        isReadOnly={isReadOnly}
        onPick={onPick}
      />
    </ServicesProvider>,
  );
  return { onPick, open, user: userEvent.setup() };
}

it('opens the document of the object before one of the project with the same name', async () => {
  const { open, user } = await shown('deed.pdf', { isReadOnly: true });
  await user.click(await screen.findByRole('button', { name: 'Open document' }));
  expect(open).toHaveBeenCalledWith('own', 'p');
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('finds a document of the project', async () => {
  const { onPick, user } = await shown(undefined);
  await user.type(screen.getByRole('combobox'), 'plan');
  await user.click(await screen.findByRole('option', { name: 'plan.pdf' }));
  expect(onPick).toHaveBeenCalledWith('plan.pdf');
});

it('says that there is no file of the name', async () => {
  await shown('lost.pdf');
  await screen.findByText('No file of the project has this name.');
});
