import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { servicesOf } from '#core/testing';
import { ServicesProvider } from './services.tsx';
import { SideTabs } from './SideTabs.tsx';
import { ViewerModes } from './ViewerModes.tsx';
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

function onPhone(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === NARROW,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}

it('on a phone, a select takes the place of the tabs', async () => {
  onPhone();
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

it('on a phone, one button opens the ways in which a camera moves', async () => {
  onPhone();
  const chosen = vi.fn<(mode: string) => void>();
  const modes = ['orbit', 'walk'].map((id) => ({ id, title: id, path: 'M0 0' }));
  const services = await servicesOf([], []);
  render(
    <ServicesProvider container={services}>
      <ViewerModes label="Camera" modes={modes} selected="orbit" onSelect={chosen} />
    </ServicesProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Camera: orbit' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'walk' }));
  expect(chosen).toHaveBeenCalledWith('walk');
});
