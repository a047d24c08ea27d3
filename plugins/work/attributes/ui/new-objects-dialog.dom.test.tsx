import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Api } from '#core/api';
import type { ObjectType } from '#core/protocol';
import { fetchParts, ServicesProvider } from '#core/react';
import { desk, field, object, servicesOf } from '#core/testing';
import { PROMPTED_OBJECTS, PromptedObjects } from '../model/new-objects.ts';
import { PromptedValues } from '../model/new-values.ts';
import NewObjectsDialog from './NewObjectsDialog.tsx';

const POLE = {
  name: 'pole',
  title: { en: 'Pole', it: 'Palo' },
  fields: [
    field('code', { title: { en: 'Code', it: 'Codice' }, required: true, pattern: '[A-Z]\\d' }),
    field('kind', { default: 'wood', required: true }),
  ],
} as unknown as ObjectType;
const pole = (id: string, properties = {}) =>
  object(id, { type: 'Point', coordinates: [0, 0] }, { typeName: 'pole', properties });
const LABEL = { label: 'x', code: 'create' };

async function opened(type = POLE) {
  const { project } = desk([], [type]);
  const objects = new PromptedObjects(new PromptedValues({} as Api));
  await fetchParts();
  const container = await servicesOf(['attributes'], [[PROMPTED_OBJECTS, objects]]);
  render(
    <ServicesProvider container={container}>
      <NewObjectsDialog />
    </ServicesProvider>,
  );
  const codes = () => [...project.document.values()].map(({ properties }) => properties);
  return { project, objects, codes, user: userEvent.setup() };
}

it('Objects that lack nothing are added at once, with the defaults of their fields', async () => {
  const { project, objects, codes } = await opened();
  expect(objects.lacks(project, 'pole', { code: 'A1' })).toEqual([]);
  expect(await objects.add(project, [pole('a', { code: 'A1' })], LABEL)).toBe(true);
  expect(codes()).toEqual([{ code: 'A1', kind: 'wood' }]);
  expect(objects.isOpen).toBe(false);
});

it('The person is asked once for what several objects lack, and not for less than their type accepts', async () => {
  const { project, objects, codes, user } = await opened();
  expect(objects.lacks(project, 'pole', {}).map(({ problem }) => problem.key)).toEqual([
    'core:field.required',
  ]);
  const added = objects.add(project, [pole('a'), pole('b', { code: 'B2' }), pole('c')], LABEL);
  await screen.findByRole('dialog', { name: 'New objects: Pole' });
  expect(project.document.size).toBe(0);
  await user.type(screen.getByLabelText(/Code/), 'a');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByText(/does not match the pattern/)).toBeTruthy();
  await user.clear(screen.getByLabelText(/Code/));
  await user.type(screen.getByLabelText(/Code/), 'A1{Enter}');
  expect(await added).toBe(true);
  expect(codes().map(({ code }) => code)).toEqual(['A1', 'B2', 'A1']);
  expect(project.history.state.done).toHaveLength(1);
});

it('Nothing is added if the person cancels', async () => {
  const { project, objects, user } = await opened();
  const added = objects.add(project, [pole('a')], LABEL);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await added).toBe(false);
  expect(project.document.size).toBe(0);
});

it('Values that must be unique are asked for after those that are missing, and can be cancelled, too', async () => {
  const unique = { ...POLE, fields: [{ ...POLE.fields[0]!, unique: true }] } as ObjectType;
  const { project } = desk([], [unique]);
  const values = new PromptedValues({
    call: () => Promise.reject(new Error('no network')),
  });
  const objects = new PromptedObjects(values);
  const added = objects.add(project, [pole('a'), pole('b')], LABEL);
  objects.answer(['A1']);
  await expect.poll(() => values.question?.duplicates.length).toBe(2);
  values.close();
  expect(await added).toBe(false);
  expect(project.document.size).toBe(0);
});

it('A value that shows a further field that is required leads to another question', async () => {
  const depth = field('depth', { required: true, when: "code = 'W1'" });
  const { project, objects, codes, user } = await opened({ ...POLE, fields: [...POLE.fields, depth] });
  const added = objects.add(project, [pole('a')], LABEL);
  await user.type(await screen.findByLabelText(/Code/), 'W1{Enter}');
  await user.type(await screen.findByLabelText(/depth/), '3{Enter}');
  expect(await added).toBe(true);
  expect(codes()).toEqual([{ code: 'W1', kind: 'wood', depth: '3' }]);
});
