import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Container } from 'inversify';
import { BehaviorSubject } from 'rxjs';
import { afterEach, describe, expect, it } from 'vitest';
import { I18N } from '#core/i18n';
import type { Contribution } from '#core/plugin';
import { ServicesProvider } from '#core/react';
import { TOASTS, Toasts } from '#core/toasts';
import { TOOLS } from '#core/tools';
import { ToolGroup } from './ToolGroup.tsx';

afterEach(cleanup);

const tool = (name: string): Contribution<'tools'> => ({
  id: `demo.${name}`,
  plugin: 'demo',
  viewer: '2d',
  group: 'draw',
  icon: 'point',
  title: `demo:${name}`,
  order: 0,
  route: name,
});

function rail(...names: string[]) {
  const active$ = new BehaviorSubject<{ id: string } | undefined>(undefined);
  const tools = {
    active$,
    get active() {
      return active$.value;
    },
    activate: (id: string) => Promise.resolve(active$.next({ id })),
  };
  const container = new Container();
  const i18n = {
    t: (key: string) => key.replace('demo:', ''),
    language: 'en',
    ready$: new BehaviorSubject(0),
    changes$: new BehaviorSubject(0),
    load: () => Promise.resolve(),
  };
  container.bind(I18N).toConstantValue(i18n as never);
  container.bind(TOOLS).toConstantValue(tools as never);
  container.bind(TOASTS).toConstantValue(new Toasts());
  render(
    <ServicesProvider container={container}>
      <ToolGroup group="draw" tools={names.map(tool)} narrow={false} />
    </ServicesProvider>,
  );
  return { tools, user: userEvent.setup() };
}
const shown = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));

describe('A group of tools in the rail', () => {
  it('shows up to five tools', () => {
    rail('a', 'b', 'c', 'd', 'e');
    expect(shown()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('keeps the rest in a menu, and the one chosen there visible', async () => {
    const { tools, user } = rail('a', 'b', 'c', 'd', 'e', 'f', 'g');
    expect(shown()).toHaveLength(5);
    await user.click(screen.getAllByRole('button').at(-1)!);
    await user.click(await screen.findByRole('menuitem', { name: 'f' }));
    expect(tools.active?.id).toBe('demo.f');
    const taken = await screen.findByRole('button', { name: 'f' });
    expect(taken.getAttribute('aria-pressed')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'a' }));
    // Still there for the next time.
    expect(screen.getByRole('button', { name: 'f' }).getAttribute('aria-pressed')).toBe('false');
  });
});
