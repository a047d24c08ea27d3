import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Container } from 'inversify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { I18N, I18nextService } from '#core/i18n';
import { fetchParts, ServicesProvider } from '#core/react';
import { TOASTS } from '#core/toasts';
import { SETTINGS } from '#core/settings';
import { desk } from '#core/testing';
import { flawed } from './testing/flawed.ts';
import ValidatePanel from './ValidatePanel.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

// Happy DOM has no layout: the height of the list in these tests.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 300 });
Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 320 });

async function shown(...given: Parameters<typeof flawed>) {
  const parts = flawed(...given);
  const i18n = new I18nextService(['en']);
  await Promise.all([i18n.load('validate', 'core'), fetchParts()]);
  const container = new Container();
  container.bind(I18N).toConstantValue(i18n);
  container.bind(SETTINGS).toConstantValue(desk().settings);
  container.bind(TOASTS).toConstantValue({ show: vi.fn() } as never);
  parts.bindTo(container);
  render(
    <ServicesProvider container={container}>
      <ValidatePanel />
    </ServicesProvider>,
  );
  return { ...parts, user: userEvent.setup() };
}

describe('The panel that checks the drawing', () => {
  it('checks, shows a finding, proposes its repair with a choice, and repairs it', async () => {
    const { user, project } = await shown();
    expect(screen.getByText('Not checked yet')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Check' }));
    expect(await screen.findByText(/5 objects checked · 3 issues/)).toBeDefined();
    await user.click(await screen.findByRole('row', { name: /Overlap/ }));
    expect(screen.getByText('Parcel 101 · Parcel 102')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Repair…' }));
    await user.click(await screen.findByRole('radio', { name: '2. Parcel 102' }));
    expect(await screen.findByText('One object changes.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Repair' }));
    expect(project.history.state.done).toHaveLength(1);
    expect(await screen.findByText(/2 issues/)).toBeDefined();
    expect(screen.getByText(/Objects have changed since/)).toBeDefined();
  });

  it('scrolls the repairs of a finding into view on a phone', async () => {
    const media = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
    vi.stubGlobal('matchMedia', () => media);
    const shownOnes: string[] = [];
    const scrolls = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (
      this: Element,
    ) {
      shownOnes.push(this.getAttribute('aria-label') ?? '');
    });
    const { user } = await shown();
    await user.click(screen.getByRole('button', { name: 'Check' }));
    await user.click(await screen.findByRole('row', { name: /Overlap/ }));
    await user.click(screen.getByRole('button', { name: /^Next/ }));
    expect(shownOnes).toEqual(['Overlap', 'Dangle']);
    scrolls.mockRestore();
  });

  it('says what was checked where nothing is found', async () => {
    const { user } = await shown([]);
    await user.click(screen.getByRole('button', { name: 'Check' }));
    expect(await screen.findByText('No issues found')).toBeDefined();
    expect(screen.getByText(/There were no objects to check/)).toBeDefined();
    expect(screen.queryByText(/Not all objects are loaded/)).toBeNull();
  });

  it('says that issues may be missing where not all objects are loaded', async () => {
    const { user, project } = await shown();
    vi.spyOn(project, 'covers').mockReturnValue(false);
    await user.click(screen.getByRole('button', { name: 'Check' }));
    expect(await screen.findByText(/Not all objects are loaded/)).toBeDefined();
  });

  it('offers no repair of objects that the person may not change, and says why', async () => {
    const { user } = await shown(undefined, []);
    await user.click(screen.getByRole('button', { name: 'Check' }));
    await user.click(await screen.findByRole('row', { name: /Self-intersection/ }));
    expect(screen.getByRole('button', { name: 'Repair…' })).toHaveProperty('disabled', true);
    expect(screen.getByText('Your role may not edit objects.')).toBeDefined();
  });

  it('switches checks on and off, each with its tolerance', async () => {
    const { user, validation } = await shown();
    await user.click(screen.getByRole('button', { name: /Checks \(9 of 9\)/ }));
    await user.click(screen.getByRole('checkbox', { name: 'Overlap' }));
    expect(screen.getByRole('button', { name: /Checks \(8 of 9\)/ })).toBeDefined();
    const field = screen.getByRole('textbox', { name: 'Dangle: tolerance' });
    await user.clear(field);
    await user.type(field, '0,1');
    expect(validation.stored.checks.dangle).toEqual({ on: true, metres: 0.1 });
  });

  it('can ignore a finding, and show it again on request', async () => {
    const { user } = await shown();
    await user.click(screen.getByRole('button', { name: 'Check' }));
    await user.click(await screen.findByRole('row', { name: /Self-intersection/ }));
    await user.click(screen.getByRole('button', { name: 'Ignore' }));
    expect(await screen.findByText(/2 issues/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Show one ignored' }));
    expect(await screen.findByRole('row', { name: /Self-intersection/ })).toBeDefined();
  });
});
