import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Container } from 'inversify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { I18N, Languages } from '#core/i18n';
import { VIEWS } from '#core/mapview';
import { ServicesProvider } from '#core/react';
import { SETTINGS } from '#core/settings';
import { desk } from '#core/testing';
import { ListForm } from '../model/form.ts';
import type { Listed, ListKind } from '../model/listed.ts';
import { FORM } from '../model/tokens.ts';
import { ListPopup } from './ListPopup.tsx';

afterEach(cleanup);

const MADE: Listed = { vertices: [[12, 43], [12, 43.001]], bad: [], missing: undefined, problem: undefined }; // prettier-ignore

async function shown(kind: ListKind) {
  const i18n = new Languages(['en']);
  await i18n.load('lists-2d', 'core');
  const form = new ListForm();
  const done = vi.fn();
  form.begin(kind, done);
  const container = new Container();
  container.bind(I18N).toConstantValue(i18n);
  container.bind(SETTINGS).toConstantValue(desk().settings);
  container.bind(VIEWS).toConstantValue({ active: undefined } as never);
  container.bind(FORM).toConstantValue(form);
  render(
    <ServicesProvider container={container}>
      <ListPopup />
    </ServicesProvider>,
  );
  return { form, done, user: userEvent.setup() };
}

describe('The list popup', () => {
  it('is ready when the list makes something, and not while a line of it cannot be read', async () => {
    const { form, done, user } = await shown('coordinates');
    const draw = screen.getByRole('button', { name: 'Draw' });
    expect(draw).toHaveProperty('disabled', true);
    await user.type(screen.getByRole('textbox', { name: /Coordinates/ }), '43 12');
    expect(form.rows).toBe('43 12');
    act(() => form.tell({ ...MADE, bad: [{ row: 3, text: 'what' }] }));
    expect(screen.getByText('Line 3 cannot be read: “what”.')).toBeDefined();
    expect(draw).toHaveProperty('disabled', true);
    act(() => form.tell(MADE));
    await user.click(draw);
    expect(done).toHaveBeenCalledOnce();
  });

  it('shows the misclosure of a traverse, and shares it out when asked', async () => {
    const { form, user } = await shown('traverse');
    act(() => form.tell({ ...MADE, missing: { length: 0.052, azimuth: 12.5, ratio: 2311.6 } }));
    const status = screen.getByRole('status');
    expect(status.textContent).toContain('0.052\u00a0m');
    expect(status.textContent).toContain('1 in 2,311');
    await user.click(screen.getByRole('switch', { name: 'Share it out (Bowditch)' }));
    expect(form.adjusts).toBe(true);
  });
});
