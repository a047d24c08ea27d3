import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Container } from 'inversify';
import { NEVER } from 'rxjs';
import { afterEach, describe, expect, it } from 'vitest';
import { distance } from '#core/geodesy';
import { I18N, I18nextService } from '#core/i18n';
import { ServicesProvider } from '#core/react';
import { SETTINGS } from '#core/settings';
import { desk, drawingOn } from '#core/testing';
import { Drafting, DRAFTING } from '../model/drafting.ts';
import ConstructPopup from './ConstructPopup.tsx';

afterEach(cleanup);

async function shown() {
  const context = desk();
  const { settings } = context;
  const i18n = new I18nextService(['en']);
  await i18n.load('drafting', 'core');
  const { session, pointer } = drawingOn(context, { drafts: true });
  const drafting = new Drafting({ active: { id: 'draw', session }, active$: NEVER } as never, settings, i18n);
  const container = new Container();
  container.bind(I18N).toConstantValue(i18n);
  container.bind(SETTINGS).toConstantValue(settings);
  container.bind(DRAFTING).toConstantValue(drafting);
  render(
    <ServicesProvider container={container}>
      <ConstructPopup />
    </ServicesProvider>,
  );
  act(() => drafting.construct());
  return { session, drafting, pointer, user: userEvent.setup() };
}

describe('The popup of constructions', () => {
  it('sets the chosen one of two vertices given by clicked stations and typed distances', async () => {
    const { session, pointer, user } = await shown();
    act(() => void pointer.click(500, 500).click(600, 500));
    const set = screen.getByRole('button', { name: 'Add vertex' });
    expect(set).toHaveProperty('disabled', true);
    await user.type(screen.getByRole('textbox', { name: 'From A (m)' }), '80');
    await user.type(screen.getByRole('textbox', { name: 'From B (m)' }), '70');
    expect(screen.getByRole('status').textContent).toContain('Two solutions');
    await user.click(screen.getByRole('button', { name: 'Other solution' }));
    await user.click(screen.getByRole('button', { name: 'Add point 2' }));
    expect(distance([0, 0], session.path.vertices[0]!)).toBeCloseTo(80, 6);
  });

  it('says why there is no such place, and what cannot be read', async () => {
    const { user } = await shown();
    await user.type(screen.getByRole('textbox', { name: /^A in/ }), '0 0');
    await user.type(screen.getByRole('textbox', { name: /^B in/ }), '0.001 N 0 E');
    await user.type(screen.getByRole('textbox', { name: 'From A (m)' }), '10');
    await user.type(screen.getByRole('textbox', { name: 'From B (m)' }), '10');
    expect(screen.getByRole('status').textContent).toMatch(/^The distances are too short/);
    await user.type(screen.getByRole('textbox', { name: 'From B (m)' }), 'x');
    expect(screen.getByText('Not a valid length. Enter it like 12.50 m.')).toBeDefined();
  });

  it('closes on Esc', async () => {
    const { drafting, user } = await shown();
    await user.click(screen.getByRole('textbox', { name: 'From A (m)' }));
    await user.keyboard('{Escape}');
    expect(drafting.construction).toBeUndefined();
    expect(screen.queryByRole('region')).toBeNull();
  });
});
