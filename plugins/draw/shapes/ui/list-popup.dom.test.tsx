import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { VIEWS } from '#core/mapview';
import { ServicesProvider } from '#core/react';
import { SETTINGS } from '#core/settings';
import { desk, servicesOf } from '#core/testing';
import { FORM, ListForm } from '../model/list-form.ts';
import type { ListResult, ListKind } from '../model/listed.ts';
import { ListPopup } from './ListPopup.tsx';

afterEach(cleanup);

const MADE: ListResult = { vertices: [[12, 43], [12, 43.001]], bad: [], missing: undefined, problem: undefined }; // prettier-ignore

async function shown(kind: ListKind) {
  const form = new ListForm();
  const done = vi.fn();
  form.begin(kind, done);
  const container = await servicesOf(
    ['shapes'],
    [
      [SETTINGS, desk().settings],
      [VIEWS, { active: undefined }],
      [FORM, form],
    ],
  );
  render(
    <ServicesProvider container={container}>
      <ListPopup />
    </ServicesProvider>,
  );
  return { form, done, user: userEvent.setup() };
}

describe('The list popup', () => {
  it('can be applied when the list is complete, and not while a line cannot be read', async () => {
    const { form, done, user } = await shown('coordinates');
    const draw = screen.getByRole('button', { name: 'Draw' });
    expect(draw).toHaveProperty('disabled', true);
    await user.type(screen.getByRole('textbox', { name: /Coordinates/ }), '43 12');
    expect(form.rows).toBe('43 12');
    act(() => form.showResult({ ...MADE, bad: [{ row: 3, text: 'what' }] }));
    expect(screen.getByText('Line 3 cannot be read: “what”.')).toBeDefined();
    expect(draw).toHaveProperty('disabled', true);
    act(() => form.showResult(MADE));
    await user.click(draw);
    expect(done).toHaveBeenCalledOnce();
  });

  it('shows the misclosure of a traverse, and distributes it on request', async () => {
    const { form, user } = await shown('traverse');
    act(() => form.showResult({ ...MADE, missing: { length: 0.052, azimuth: 12.5, ratio: 2311.6 } }));
    const status = screen.getByRole('status');
    expect(status.textContent).toContain('0.052\u00a0m');
    expect(status.textContent).toContain('1 in 2,311');
    await user.click(screen.getByRole('switch', { name: 'Adjust (Bowditch)' }));
    expect(form.adjusts).toBe(true);
  });
});
