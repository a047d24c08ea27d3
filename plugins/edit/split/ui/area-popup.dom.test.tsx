import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseArea } from '#core/geodesy';
import { VIEWS } from '#core/mapview';
import { ServicesProvider } from '#core/react';
import { SETTINGS } from '#core/settings';
import { desk, servicesOf } from '#core/testing';
import { AREA_FORM, AreaForm } from '../model/area-form.ts';
import { AreaPopup } from './AreaPopup.tsx';

afterEach(cleanup);

async function shown() {
  const form = new AreaForm(parseArea);
  const apply = vi.fn();
  form.begin(apply);
  form.report({ whole: 8000, parts: [], chosen: true }, undefined);
  const container = await servicesOf(
    ['split'],
    [
      [SETTINGS, desk().settings],
      [VIEWS, { active: undefined }],
      [AREA_FORM, form],
    ],
  );
  render(
    <ServicesProvider container={container}>
      <AreaPopup />
    </ServicesProvider>,
  );
  return { form, apply, user: userEvent.setup() };
}

describe('The area popup', () => {
  it('accepts a share, shows the parts, and splits on Enter', async () => {
    const { form, apply, user } = await shown();
    await user.type(screen.getByLabelText('Area of one part'), '25 %');
    expect(form.requested).toBe(2000);
    act(() => form.report({ whole: 8000, parts: [6000, 2000], chosen: true }, undefined));
    expect(screen.getByRole('status').textContent).toMatch(/6,000\.00.m² \+ 2,000\.00.m²/);
    await user.keyboard('{Enter}');
    expect(apply).toHaveBeenCalledOnce();
    await user.click(screen.getByRole('switch', { name: 'Measure from the other side' }));
    expect(form.flipped).toBe(true);
  });

  it('reports invalid input, and results that would be invalid', async () => {
    const { form, user } = await shown();
    await user.type(screen.getByLabelText('Area of one part'), '9000{Enter}');
    expect(screen.getByText(/^Not a valid area within the polygon/)).toBeDefined();
    act(() => {
      form.type('10');
      form.report(form.summary, 'split:problem.no-such-cut');
    });
    expect(screen.getByText(/^No straight cut there gives this area/)).toBeDefined();
  });
});
