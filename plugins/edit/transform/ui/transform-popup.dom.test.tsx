import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { VIEWS } from '#core/mapview';
import { ServicesProvider } from '#core/react';
import { SETTINGS } from '#core/settings';
import { desk, servicesOf } from '#core/testing';
import { FORM, TransformForm, type TransformKind } from '../model/form.ts';
import { TransformPopup } from './TransformPopup.tsx';

afterEach(cleanup);

async function shown(kind: TransformKind) {
  const { settings } = desk();
  const form = new TransformForm();
  const apply = vi.fn();
  const container = await servicesOf(
    ['transform'],
    [
      [SETTINGS, settings],
      [VIEWS, { active: undefined }],
      [FORM, form],
    ],
  );
  render(
    <ServicesProvider container={container}>
      <TransformPopup />
    </ServicesProvider>,
  );
  expect(screen.queryByRole('region')).toBeNull();
  act(() => {
    form.begin(kind, 'degree', apply);
    form.report({ count: 2 });
  });
  return { form, apply, user: userEvent.setup() };
}

describe('The transform popup', () => {
  it('accepts an angle and applies it on Enter, naming the method', async () => {
    const { form, apply, user } = await shown('rotate');
    expect(screen.getByText('Geodesic on WGS84')).toBeDefined();
    await user.type(screen.getByLabelText('Angle (°)'), "12°30'{Enter}");
    expect(form.value).toBe(12.5);
    expect(apply).toHaveBeenCalledOnce();
  });

  it('reports invalid input', async () => {
    const { user } = await shown('scale');
    await user.type(screen.getByLabelText('Factor'), '0{Enter}');
    expect(screen.getByText(/Not a valid factor/)).toBeDefined();
  });

  it('asks about heights where the objects have any', async () => {
    const { form, user } = await shown('scale');
    expect(screen.queryByRole('switch', { name: 'Also scale heights' })).toBeNull();
    act(() => form.report({ hasHeights: true }));
    await user.click(screen.getByRole('switch', { name: 'Also scale heights' }));
    expect(form.scalesHeights).toBe(true);
    act(() => form.begin('shift', 'degree', () => undefined));
    await user.type(screen.getByLabelText(/Height difference/), '-2.5');
    expect(form.rise).toBe(-2.5);
  });

  it('has no value for two points, but keeps the originals on request', async () => {
    const { form, user } = await shown('mirror');
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(screen.getByRole('switch', { name: 'Keep original' }));
    expect(form.keeps).toBe(true);
  });
});
