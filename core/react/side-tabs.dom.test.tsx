import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { servicesOf } from '#core/testing';
import { ServicesProvider } from './services.tsx';
import { SideTabs } from './SideTabs.tsx';
import { NARROW } from './useMedia.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Kinds() {
  const [kind, setKind] = useState('map');
  const tabs = ['map', 'file'].map((id) => ({ id, title: id, content: `a ${id}` }));
  return <SideTabs label="Kinds" tabs={tabs} selected={kind} onSelect={setKind} />;
}

it('arrow down leads to the next tab of the column', async () => {
  render(<Kinds />);
  expect(screen.getByRole('tablist', { name: 'Kinds' }).getAttribute('aria-orientation')).toBe('vertical');
  await userEvent.click(screen.getByRole('tab', { name: 'map' }));
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('tabpanel').textContent).toBe('a file');
});

it('on a phone, a select takes the place of the tabs', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === NARROW,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  const services = await servicesOf([], []);
  const { container } = render(
    <ServicesProvider container={services}>
      <Kinds />
    </ServicesProvider>,
  );
  expect(screen.queryByRole('tablist')).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: /Kinds/ }));
  await userEvent.click(screen.getByRole('option', { name: 'file' }));
  expect(container.textContent).toContain('a file');
});
