import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#core/kernel';
import { MAX_TYPE_FILE, readTypes, takeTypes, type TypeFile, type TypeInFile } from '#core/protocol';
import { fetchParts, ServicesProvider } from '#core/react';
import { field, servicesOf } from '#core/testing';
import { TAKEN_TYPES, TakenTypes } from '../model/taken-types.ts';
import { templateText } from '../model/templates.ts';
import TakeTypesDialog from './TakeTypesDialog.tsx';

afterEach(cleanup);

const typeOf = (name: string, more: Partial<TypeInFile> = {}): TypeInFile => ({
  name,
  title: { en: name.toUpperCase(), it: name },
  geometryType: 'Point',
  fields: [field('code')],
  exists: false,
  isSame: false,
  freeName: name,
  ...more,
});
const TYPES = [
  typeOf('pole'),
  typeOf('lamp', { exists: true, isSame: true, freeName: 'lamp 2' }),
  typeOf('tree', { exists: true, freeName: 'tree 2' }),
];

async function opened(failure?: AppError) {
  const call = vi.fn((spec: object, _request?: { body?: unknown }) =>
    spec === readTypes && failure
      ? Promise.reject(failure)
      : Promise.resolve({ data: spec === readTypes ? { types: TYPES } : [{ id: 'made' }] }),
  );
  const me = { authorizations: ['attributes.write'] };
  const i18n = {
    t: (_key: string, values?: object) => Object.values(values ?? {}).join(' '),
    number: String,
    language: 'it',
  };
  const taken = new TakenTypes({ call } as never, { me } as never, i18n as never);
  const onTaken = vi.fn();
  taken.open({ onTaken });
  await fetchParts();
  const container = await servicesOf(['type-files'], [[TAKEN_TYPES, taken]]);
  render(
    <ServicesProvider container={container}>
      <TakeTypesDialog />
    </ServicesProvider>,
  );
  await screen.findByRole('dialog');
  const bodyOf = (spec: object) => call.mock.calls.findLast(([made]) => made === spec)?.[1]?.body;
  return { taken, onTaken, bodyOf, call, user: userEvent.setup() };
}

describe('The dialog that takes object types', () => {
  it('leaves out what exists, and takes another type of a name in use under a free one', async () => {
    const { bodyOf, onTaken, user } = await opened();
    await user.click(screen.getByRole('button', { name: /^Trees/ }));
    await user.click(await screen.findByRole('button', { name: 'Create 2 types' }));
    expect(bodyOf(takeTypes)).toMatchObject({
      projectIds: [],
      take: [
        { name: 'pole', as: 'pole' },
        { name: 'tree', as: 'tree 2' },
      ],
    });
    expect(onTaken).toHaveBeenCalledWith([{ id: 'made' }]);
  });

  it('says that a name in use cannot be kept', async () => {
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: /^Trees/ }));
    const name = await screen.findByRole('textbox', { name: 'Name of “TREE”' });
    await user.clear(name);
    await user.type(name, 'tree');
    expect(await screen.findByText('This name is in use: choose another one than tree.')).toBeTruthy();
  });

  it('lists each error of a file that cannot be used, and takes nothing', async () => {
    const errors = ['Line 3, a: wrong', 'Line 9, b: wrong'].map((message) => ({ path: 'x', message }));
    const { taken } = await opened(new AppError('x', 'The file cannot be used.', { cause: { errors } }));
    await taken.readFile(new File(['{}'], 'types.json'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('The file cannot be used.Line 3, a: wrongLine 9, b: wrong');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create types' }).disabled).toBe(true);
  });

  it('does not read a file of 50 MB', async () => {
    const { taken, call } = await opened();
    const file = new File([], 'huge.json');
    Object.defineProperty(file, 'size', { value: 50_000_000 });
    await taken.readFile(file);
    expect(taken.refusal?.sentence).toBe(`huge.json 50 ${MAX_TYPE_FILE / 1e6}`);
    expect(call).not.toHaveBeenCalled();
  });

  it('titles the classes of a template in the language of the person', async () => {
    const { types } = JSON.parse(await templateText('cadastre', 'it')) as TypeFile;
    const classes = types.find(({ name }) => name === 'parcel')?.style?.classes;
    expect(classes?.kind === 'categorized' && classes.categories[2]?.title).toBe('Vigneto');
  });
});
