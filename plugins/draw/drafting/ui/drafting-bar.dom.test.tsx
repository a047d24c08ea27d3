import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Container } from 'inversify';
import { of } from 'rxjs';
import { afterEach, describe, expect, it } from 'vitest';
import { I18N, I18nextService } from '#core/i18n';
import { HOST } from '#core/plugin';
import { ServicesProvider } from '#core/react';
import type { PathKind } from '#core/sketch';
import { desk, drawingOn } from '#core/testing';
import { TOOLS } from '#core/tools';
import manifest from '../manifest.ts';
import { Drafting, DRAFTING } from '../model/drafting.ts';
import { DraftingBar } from './DraftingBar.tsx';

afterEach(cleanup);

async function shown(kind: PathKind, drafts = true) {
  const context = desk();
  const i18n = new I18nextService(['en']);
  await i18n.load('drafting', 'core');
  const { session, pointer } = drawingOn(context, { kind, drafts });
  const active = { id: 'draw', session };
  const tools = { active, active$: of(active) } as never;
  const container = new Container();
  container.bind(I18N).toConstantValue(i18n);
  container.bind(TOOLS).toConstantValue(tools);
  container.bind(DRAFTING).toConstantValue(new Drafting(tools, context.settings, i18n));
  const commands = manifest.commands!.map((command) => ({ ...command, plugin: manifest.id }));
  container.bind(HOST).toConstantValue({ contributions: () => of(commands), current: () => commands } as never); // prettier-ignore
  render(
    <ServicesProvider container={container}>
      <DraftingBar />
    </ServicesProvider>,
  );
  return { session, pointer, user: userEvent.setup() };
}
const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed');

describe('The bar of drafting', () => {
  it('constrains the next segments as the pressed button says, until it is released', async () => {
    const { session, pointer, user } = await shown('line');
    pointer.click(500, 500).click(600, 500);
    await user.click(screen.getByRole('button', { name: 'Arc through a point' }));
    expect(session.path.lead$.value?.id).toBe('arc');
    await user.click(screen.getByRole('button', { name: 'Trace edges' }));
    expect([pressed('Arc through a point'), pressed('Trace edges')]).toEqual(['false', 'true']);
    await user.click(screen.getByRole('button', { name: 'Trace edges' }));
    expect(session.path.lead$.value).toBeUndefined();
  });

  it('shows the reference of the constraint', async () => {
    const { session, pointer, user } = await shown('line');
    pointer.click(500, 500).click(600, 500).move(700, 300);
    await user.click(screen.getByRole('button', { name: 'Perpendicular to an edge' }));
    expect(session.path.constraint$.value?.kind).toBe('perpendicular');
    expect(pressed('Perpendicular to an edge')).toBe('true');
  });

  it('offers only construction for a point, and nothing for tools without free vertices', async () => {
    await shown('point');
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Construct next vertex',
    ]);
    cleanup();
    await shown('line', false);
    expect(screen.queryByRole('toolbar')).toBeNull();
  });
});
