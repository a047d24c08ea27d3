import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { API } from '#core/api';
import { AppError } from '#core/kernel';
import type { Field, FieldEffect, FieldEffects, ObjectType } from '#core/protocol';
import { fetchParts, ServicesProvider } from '#core/react';
import { field, servicesOf } from '#core/testing';
import { EDITED_FIELDS, EditedFields } from '../model/edited-fields.ts';
import FieldsDialog from './FieldsDialog.tsx';

afterEach(cleanup);

const NOTHING: FieldEffects = { objects: 0, lost: 0, elsewhere: 0, rewritten: 0, effects: [] };
const EFFECT = { field: 'height', change: 'changed', converted: 4298, lost: 12, empty: 0, outOfRange: 0, duplicates: 0, examples: ['tall'] } satisfies FieldEffect; // prettier-ignore

async function opened(effects: FieldEffects = NOTHING, isAdding = false) {
  const type = {
    id: 't1',
    name: 'pole',
    title: { en: 'Pole', it: 'Palo' },
    version: 3,
    fields: [field('code', { required: true }), field('height', { default: '1' })],
  } as unknown as ObjectType;
  const flush = vi.fn(() => Promise.resolve());
  interface Sent {
    fields: Field[];
    lost?: number;
    /** Of a file. */
    text?: string;
  }
  const call = vi.fn(({ id }: { id: string }, { body }: { body: Sent }): Promise<{ data: unknown }> => {
    if (id === 'attributes.readFile') return Promise.resolve({ data: { types: JSON.parse(body.text!) } });
    return Promise.resolve({ data: id === 'attributes.previewFields' ? effects : type });
  });
  const me = { authorizations: ['attributes.write'] };
  const edited = new EditedFields({ call } as never, { me } as never, { t: (key) => key });
  edited.open(type, { autosave: { flush }, reloadTypes: () => Promise.resolve() }, { isAdding });
  await fetchParts();
  const container = await servicesOf(
    ['object-types'],
    [
      [EDITED_FIELDS, edited],
      [API, { call }],
    ],
  );
  render(
    <ServicesProvider container={container}>
      <FieldsDialog />
    </ServicesProvider>,
  );
  await screen.findByRole('dialog');
  const user = userEvent.setup();
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
  const sent = () => call.mock.calls.at(-1)![1].body;
  return { call, edited, flush, save, sent, user };
}

describe('The dialog for the fields of an object type', () => {
  it('adds a field with its titles, and saves at once if no value is affected', async () => {
    const { edited, flush, save, sent, user } = await opened(NOTHING, true);
    await user.type(screen.getByLabelText('Title in English'), 'Owner');
    await user.clear(screen.getByLabelText(/^Name/));
    await user.type(screen.getByLabelText(/^Name/), 'owner');
    await save();
    expect(flush).toHaveBeenCalledOnce();
    expect(sent().fields.at(-1)).toEqual({
      name: 'owner',
      title: { en: 'Owner', it: 'Owner' },
      type: 'text',
      required: false,
    });
    expect(sent().lost).toBe(0);
    expect(edited.isOpen).toBe(false);
  });

  it('takes the fields of a file, and shows what happens to the values before it saves', async () => {
    const { edited, save, sent, user } = await opened({
      ...NOTHING,
      objects: 9,
      lost: 12,
      effects: [EFFECT],
    });
    const file = (types: object[]) => new File([JSON.stringify(types)], 'types.json');
    const input = () => document.querySelector<HTMLInputElement>('input[type=file]')!;
    const inFile = [
      { name: 'tree', fields: [field('kind')] },
      { name: 'bush', fields: [] },
    ];
    await user.upload(input(), file(inFile));
    // None has the name of the type: nothing is taken by itself.
    await screen.findByText('Object type of the file');
    expect(edited.fields.map(({ name }) => name)).toEqual(['code', 'height']);
    await user.upload(input(), file([...inFile, { name: 'pole', fields: [field('code'), field('wood')] }]));
    await screen.findByText(/^These are the fields of the file/);
    expect(edited.drafts.map(({ field: { name }, isNew }) => [name, isNew])).toEqual([
      ['code', false],
      ['wood', true],
    ]);
    await save();
    await screen.findByText(/tall/);
    expect(edited.isOpen).toBe(true);
    await user.click(screen.getByRole('button', { name: /12/ }));
    expect([sent().fields.map(({ name }) => name), sent().lost]).toEqual([['code', 'wood'], 12]);
  });

  it('says once what is wrong with a file that has one error, and lists several', async () => {
    const { call, user } = await opened();
    const input = () => document.querySelector<HTMLInputElement>('input[type=file]')!;
    for (const [errors, text] of [
      [['Line 3: a'], 'Refused.'],
      [['Line 3: a', 'Line 4: b'], 'Refused.\nLine 3: a\nLine 4: b'],
    ] as const) {
      const cause = { errors: errors.map((message) => ({ message })) };
      call.mockRejectedValueOnce(new AppError('file', 'Refused.', { cause }));
      await user.upload(input(), new File(['[]'], 'types.json'));
      await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text));
    }
  });

  it('keeps the name of a stored field, and changes its rules', async () => {
    const { save, sent, user } = await opened();
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).readOnly).toBe(true);
    await user.click(screen.getByRole('checkbox', { name: 'Required' }));
    await user.type(screen.getByLabelText('Pattern'), 'P.+');
    await user.type(screen.getByLabelText('Default'), 'P1');
    await save();
    expect(sent().fields[0]).toEqual(field('code', { required: false, pattern: 'P.+', default: 'P1' }));
  });

  it('gives the values of a choice colours, and takes one away', async () => {
    const { edited, save, sent, user } = await opened();
    const choices = ['oak', 'elm'].map((value) => ({ value, title: { en: value, it: value } }));
    act(() => edited.change(edited.shown!, { type: 'choice', choices }));
    await user.click(screen.getByRole('button', { name: 'Give all a colour' }));
    await user.click(screen.getByRole('button', { name: 'Remove the colour of value 2' }));
    await save();
    expect(sent().fields[0]!.choices!.map(({ colour }) => colour)).toEqual(['#e69f00', undefined]);
  });

  it('puts fields into a group with a title and a condition, and takes it away again', async () => {
    const { edited, save, sent, user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Add group' }));
    await user.type(screen.getByLabelText('Title in English'), 'Size');
    await user.type(screen.getByLabelText('Shown when'), "code <> 'x'");
    const height = edited.drafts[1]!;
    act(() => edited.move([height.key], 'group1', 'on'));
    await save();
    expect(sent()).toMatchObject({
      fields: [{ name: 'code' }, { name: 'height', group: 'group1' }],
      groups: [{ name: 'group1', title: { en: 'Size', it: 'Size' }, when: "code <> 'x'" }],
    });
    expect(sent().fields[0]).not.toHaveProperty('group');
  });

  it('says that a condition cannot be read, or depends on its own field', async () => {
    const { edited, user } = await opened();
    const condition = screen.getByLabelText('Shown when');
    await user.type(condition, 'height');
    expect(screen.getByText('This is no condition, which is true or false: height')).toBeDefined();
    await user.type(condition, " = '1' or code = '2'");
    expect(
      screen.getByText('code would depend on itself: once hidden it could never be shown.'),
    ).toBeDefined();
    expect(edited.fields[0]!.when).toBe("height = '1' or code = '2'");
  });

  it('moves groups and the fields in them', async () => {
    const { edited } = await opened();
    const [code, height] = edited.drafts.map(({ key }) => key) as [string, string];
    const order = () => edited.drafts.map(({ field: { name, group } }) => `${name} ${group ?? '-'}`);
    act(() => {
      edited.addGroup();
      edited.addGroup();
      edited.move(['group2'], 'group1', 'before');
      edited.move([code], 'group1', 'on');
    });
    expect(edited.groups.map(({ name }) => name)).toEqual(['group2', 'group1']);
    expect(order()).toEqual(['height -', 'code group1']);
    // Beside a field of a group is in the group.
    act(() => edited.move([height], code, 'after'));
    expect(order()).toEqual(['code group1', 'height group1']);
    act(() => edited.move([height], 'group2', 'before'));
    expect(order()).toEqual(['code group1', 'height -']);
    // Before the second group is the end of the first.
    act(() => edited.move([height], 'group1', 'before'));
    expect(order()).toEqual(['code group1', 'height group2']);
    act(() => edited.move([height], 'group2', 'before'));
    act(() => edited.removeGroup('group1'));
    expect(order()).toEqual(['code -', 'height -']);
  });

  it('shows what is lost first, and saves with what was confirmed', async () => {
    const { call, save, sent, user } = await opened({
      objects: 4310,
      lost: 12,
      elsewhere: 0,
      rewritten: 4310,
      effects: [EFFECT],
    });
    await save();
    expect(
      screen.getByText(/^12 of 4,310 values do not fit the new type and are removed/).textContent,
    ).toContain('“tall”');
    expect(call).toHaveBeenCalledOnce();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await save();
    await user.click(screen.getByRole('button', { name: 'Save and remove 12 values' }));
    expect(sent().lost).toBe(12);
  });

  it('cannot be saved while values in projects of others would change', async () => {
    const { save } = await opened({ objects: 1, lost: 0, elsewhere: 2, rewritten: 0, effects: [] });
    await save();
    expect(screen.getByRole('alert').textContent).toContain('2 objects in projects');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  });

  it('says first how many objects have no value of a field that becomes required', async () => {
    const empty = { ...EFFECT, field: 'height', converted: 0, lost: 0, empty: 7 };
    const { call, save, user } = await opened({ ...NOTHING, objects: 10, effects: [empty] });
    await user.click(screen.getByRole('row', { name: /Height|height/ }));
    await user.click(screen.getByRole('checkbox', { name: 'Required' }));
    await save();
    expect(screen.getByText(/^7 of 10 objects have no value/)).toBeDefined();
    expect(call).toHaveBeenCalledOnce();
    await save();
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('saves at once when objects have no value of a field that is not required', async () => {
    const empty = { ...EFFECT, field: 'height', converted: 0, lost: 0, empty: 7 };
    const { edited, save } = await opened({ ...NOTHING, objects: 10, effects: [empty] });
    await save();
    expect(edited.isOpen).toBe(false);
  });

  it('cannot be saved while more objects would be stored again than at once', async () => {
    const { save } = await opened({ ...NOTHING, objects: 200_000, rewritten: 100_001 });
    await save();
    expect(screen.getByRole('alert').textContent).toContain('would change 100,001 objects');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  });

  it('says what is wrong with an expression, and drops the rules that a computed field cannot have', async () => {
    const { save, sent, user } = await opened(NOTHING, true);
    await user.click(screen.getByRole('checkbox', { name: 'Required' }));
    await user.click(screen.getByRole('checkbox', { name: 'Computed' }));
    await user.type(screen.getByLabelText(/^Expression/), 'cod');
    expect(screen.getByText('There is no field cod.')).toBeDefined();
    await user.type(screen.getByLabelText(/^Expression/), 'e + height');
    await save();
    expect(sent().fields.at(-1)).toMatchObject({ required: false, computed: 'code + height' });
  });

  it('adds the values of a choice', async () => {
    const { save, sent, user } = await opened(NOTHING, true);
    await user.click(screen.getByRole('button', { name: /Type$/ }));
    await user.click(await screen.findByRole('option', { name: 'Choice' }));
    for (const [i, value] of ['asphalt', 'gravel'].entries()) {
      await user.click(screen.getByRole('button', { name: 'Add value' }));
      await user.type(screen.getByRole('textbox', { name: new RegExp(`^Value ${i + 1}`) }), value);
    }
    await save();
    expect(sent().fields.at(-1)).toMatchObject({
      type: 'choice',
      choices: [{ value: 'asphalt' }, { value: 'gravel' }],
    });
  });

  it('removes a field, and says that someone else was faster', async () => {
    const { call, edited, save, sent, user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Remove field' }));
    call.mockImplementation(({ id }) =>
      id === 'attributes.updateFields'
        ? Promise.reject(new AppError('stale', 'stale', { status: 412 }))
        : Promise.resolve({ data: NOTHING }),
    );
    await save();
    expect(sent().fields.map(({ name }) => name)).toEqual(['height']);
    expect((await screen.findByRole('alert')).textContent).toBe('object-types:overtaken');
    expect(edited.isOpen).toBe(true);
  });

  it('reorders fields', async () => {
    const { edited, save, sent } = await opened();
    const [code, height] = edited.drafts;
    edited.move([height!.key], code!.key, 'before');
    await save();
    expect(sent().fields.map(({ name }) => name)).toEqual(['height', 'code']);
  });
});
