import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseLength } from '#core/geodesy';
import { VIEWS } from '#core/mapview';
import { ServicesProvider } from '#core/react';
import { SETTINGS } from '#core/settings';
import { desk, servicesOf } from '#core/testing';
import { FORM, ReshapeForm } from '../model/form.ts';
import type { ReshapeKind } from '../model/reshapes.ts';
import { ReshapePopup } from './ReshapePopup.tsx';

afterEach(cleanup);

async function shown(kind: ReshapeKind) {
  const form = new ReshapeForm(parseLength);
  const apply = vi.fn();
  form.begin(kind, apply);
  form.report({ count: 1, before: 1200, after: undefined }, undefined);
  const container = await servicesOf(
    ['reshape'],
    [
      [SETTINGS, desk().settings],
      [VIEWS, { active: undefined }],
      [FORM, form],
    ],
  );
  render(
    <ServicesProvider container={container}>
      <ReshapePopup />
    </ServicesProvider>,
  );
  return { form, apply, user: userEvent.setup() };
}

describe('The reshape popup', () => {
  it('accepts a tolerance, shows how many vertices go and the largest deviation, and applies it on Enter', async () => {
    const { form, apply, user } = await shown('simplify');
    expect(screen.getByText('1,200 vertices')).toBeDefined();
    await user.type(screen.getByLabelText('Tolerance'), '20 cm');
    act(() => form.report({ count: 1, before: 1200, after: 80, deviation: 0.1846 }, undefined));
    const status = screen.getByRole('status').textContent;
    expect(status).toBe('1,200 → 80 vertices (−1,120)Maximum deviation 0.185\u00a0m');
    await user.keyboard('{Enter}');
    expect(form.value).toBe(0.2);
    expect(apply).toHaveBeenCalledOnce();
  });

  it('accepts digits typed on the map instead of shortcuts', async () => {
    const { form, user } = await shown('simplify');
    const shortcut = vi.fn();
    window.addEventListener('keydown', shortcut);
    await user.click(document.body);
    await user.keyboard('12');
    expect(form.text).toBe('12');
    await user.click(document.body);
    await user.keyboard('8');
    expect(form.text).toBe('8');
    // Only the first digit: after it the field has the focus, where shortcuts do not run.
    expect(shortcut.mock.calls.map(([event]) => (event as KeyboardEvent).key)).toEqual(['2']);
    window.removeEventListener('keydown', shortcut);
  });

  it('reports invalid input, and results that would be invalid', async () => {
    const { form, user } = await shown('smooth');
    await user.type(screen.getByLabelText('Iterations'), '5{Enter}');
    // 2 was there: 25 rounds.
    expect(screen.getByText('Not a whole number from 1 to 6.')).toBeDefined();
    await user.clear(screen.getByLabelText('Iterations'));
    await user.type(screen.getByLabelText('Iterations'), '3');
    act(() => form.report(form.summary, 'reshape:problem.crosses'));
    expect(screen.getByText('An outline would cross itself. Enter a smaller value.')).toBeDefined();
  });

  it('lets the parallel replace the original', async () => {
    const { form, user } = await shown('offset');
    await user.click(screen.getByRole('switch', { name: 'Keep original' }));
    expect(form.keeps).toBe(false);
  });
});
