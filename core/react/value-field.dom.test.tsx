import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Field } from '#core/protocol';
import { field, servicesOf } from '#core/testing';
import { fetchParts } from './on-demand.ts';
import { ServicesProvider } from './services.tsx';
import { ValueField, type ValueFieldProps } from './ValueField.tsx';

afterEach(cleanup);

const KIND = field('kind', {
  type: 'choice',
  choices: [
    { value: 'oak', title: { en: 'Oak', it: 'Quercia' } },
    { value: 'elm', title: { en: 'Elm', it: 'Olmo' } },
  ],
});

async function shown(of: Field, more: Partial<ValueFieldProps> = {}) {
  const set = vi.fn();
  function Editor() {
    const [value, setValue] = useState(more.value);
    return (
      <ValueField
        {...more}
        field={of}
        value={value}
        onChange={(next) => {
          set(next);
          setValue(next);
        }}
      />
    );
  }
  await fetchParts();
  const container = await servicesOf([], []);
  render(
    <ServicesProvider container={container}>
      <Editor />
    </ServicesProvider>,
  );
  return { set, user: userEvent.setup() };
}

describe('The editor of an attribute value', () => {
  it('shows the colours of choices', async () => {
    const choices = KIND.choices!.map((choice) => ({ ...choice, colour: '#009e73' }));
    const { user } = await shown({ ...KIND, choices }, { value: 'elm' });
    const button = screen.getByRole('button', { name: /kind/ });
    expect(button.querySelector<HTMLElement>('.g-dot')?.style.background).toBe('#009e73');
    await user.click(button);
    expect(screen.getByRole('option', { name: 'Oak' }).querySelector('.g-dot')).toBeTruthy();
    expect(screen.getByRole('option', { name: 'None' }).querySelector('.g-dot')).toBeNull();
  });

  it('shows a computed value and does not let it be changed', async () => {
    const { set, user } = await shown(field('area', { type: 'number', computed: '$area' }), { value: 12.5 });
    const input = screen.getByLabelText<HTMLInputElement>('area');
    expect([input.value, input.readOnly]).toEqual(['12.5', true]);
    expect(screen.getByText('Calculated from other fields or the geometry.')).toBeDefined();
    await user.type(input, '7');
    expect(set).not.toHaveBeenCalled();
  });

  it("has the field's title, name and placeholder, and the focus where asked for", async () => {
    const code = field('code', { title: { en: 'Code', it: 'Codice' } });
    await shown(code, { name: 'code', placeholder: 'Multiple values', autoFocus: true });
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Code' });
    expect([input.name, input.placeholder]).toEqual(['code', 'Multiple values']);
    expect(document.activeElement).toBe(input);
  });

  it('reports a cleared text as empty', async () => {
    const { user, set } = await shown(field('code'), { value: 'A' });
    await user.clear(screen.getByRole('textbox'));
    expect(set).toHaveBeenCalledExactlyOnceWith(undefined);
  });

  it('reads numbers with comma or point, and says what is wrong with a number', async () => {
    const { user, set } = await shown(field('height', { type: 'number', min: 0, max: 30 }));
    const input = screen.getByRole('textbox');
    await user.type(input, '12,5');
    expect(set).toHaveBeenLastCalledWith(12.5);
    await user.type(input, '5e3');
    expect(screen.getByText('At most 30.')).toBeDefined();
    await user.clear(input);
    await user.type(input, 'high');
    expect(screen.getByText('Not a valid number. Enter it like 12.5 or 12,5.')).toBeDefined();
  });

  it.each(['9007199254740993', '-9007199254740992', '1e16'])(
    'refuses %s, which would be rounded, with a sentence',
    async (text) => {
      const { user, set } = await shown(field('number', { type: 'integer' }));
      await user.click(screen.getByRole('textbox'));
      await user.paste(text);
      expect(screen.getByText(/^Numbers beyond 9007199254740991 cannot be stored exactly\./)).toBeDefined();
      expect(set).not.toHaveBeenCalled();
    },
  );

  it('says what is wrong only where asked to, and shows an error from elsewhere first', async () => {
    const code = field('code', { required: true });
    await shown(code, { isJudged: false });
    expect(screen.queryByText('Enter a value.')).toBeNull();
    cleanup();
    await shown(code);
    expect(screen.getByText('Enter a value.')).toBeDefined();
    expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
    cleanup();
    await shown(code, { error: 'Taken.' });
    expect(screen.getByText('Taken.')).toBeDefined();
  });

  it('offers the choices, and none of them unless the field is required', async () => {
    const { user, set } = await shown(KIND);
    await user.click(screen.getByRole('button'));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'None',
      'Oak',
      'Elm',
    ]);
    await user.click(screen.getByRole('option', { name: 'Elm' }));
    await user.click(screen.getByRole('button'));
    await user.click(screen.getByRole('option', { name: 'None' }));
    expect(set.mock.calls).toEqual([['elm'], [undefined]]);
    cleanup();
    await shown({ ...KIND, required: true });
    await user.click(screen.getByRole('button'));
    expect(screen.queryByRole('option', { name: 'None' })).toBeNull();
  });

  it('selects yes or no', async () => {
    const { user, set } = await shown(field('alive', { type: 'boolean' }));
    await user.click(screen.getByRole('button'));
    await user.click(screen.getByRole('option', { name: 'No' }));
    expect(set).toHaveBeenCalledExactlyOnceWith(false);
  });

  it('has a check box for yes or no, indeterminate while objects differ, with its error', async () => {
    const alive = field('alive', { type: 'boolean', required: true });
    const { user, set } = await shown(alive, { booleanAs: 'checkbox', isMixed: true, isJudged: false });
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'alive' });
    expect(box.indeterminate).toBe(true);
    await user.click(box);
    expect(set).toHaveBeenCalledExactlyOnceWith(true);
    cleanup();
    await shown(alive, { booleanAs: 'checkbox' });
    expect(screen.getByRole('checkbox').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Enter a value.')).toBeDefined();
  });

  it('accepts the ids of related objects while they are typed', async () => {
    const { user, set } = await shown(field('near', { type: 'relation' }), { value: ['a', 'b'] });
    const input = screen.getByRole<HTMLInputElement>('textbox');
    expect(input.value).toBe('a, b');
    await user.clear(input);
    expect(set).toHaveBeenLastCalledWith(undefined);
    await user.type(input, 'c, d');
    expect(input.value).toBe('c, d');
    expect(set).toHaveBeenLastCalledWith(['c', 'd']);
    await user.clear(input);
    await user.type(input, 'e ');
    expect(set).toHaveBeenLastCalledWith('e');
  });

  it.each([
    ['text', 'textbox', 'readOnly'],
    ['number', 'textbox', 'readOnly'],
    ['relation', 'textbox', 'readOnly'],
    ['choice', 'button', 'disabled'],
  ] as const)('can be read only: %s', async (type, role, property) => {
    await shown(field('it', { type }), { isReadOnly: true });
    expect(screen.getByRole(role)).toHaveProperty(property, true);
  });
});
