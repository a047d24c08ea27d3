import { act, cleanup, renderHook } from '@testing-library/react';
import { Container } from 'inversify';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { of } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { I18N, I18nextService } from '#core/i18n';
import { HOST, type PaletteItem } from '#core/plugin';
import { ServicesProvider } from '#core/react';
import { useProviders } from './useProviders.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const providers = [
  { plugin: 'projects', id: 'projects', render: 'projects.Palette' },
  { plugin: 'objects', id: 'objects', render: 'objects.Palette' },
];

it('offers no results of an earlier text, unless they match the current one', async () => {
  const requests: { text: string; answer: (...titles: string[]) => void }[] = [];
  const slow = {
    find: (text: string) =>
      new Promise<PaletteItem[]>((resolve) => {
        requests.push({
          text,
          answer: (...titles) => resolve(titles.map((title) => ({ id: title, title }))),
        });
      }),
  };
  const quick = { find: (text: string) => Promise.resolve([{ id: 'it', title: `${text} hand` }]) };
  const container = new Container();
  container.bind(HOST).toConstantValue({
    contributions: () => of(providers),
    current: () => providers,
    service: (plugin: string) => Promise.resolve(plugin === 'projects' ? slow : quick),
  } as never);
  container.bind(I18N).toConstantValue(new I18nextService(['en']));
  const { result, rerender } = renderHook(({ text }) => useProviders(text), {
    initialProps: { text: '' },
    wrapper: ({ children }: { children: ReactNode }) => (
      <MemoryRouter>
        <ServicesProvider container={container}>{children}</ServicesProvider>
      </MemoryRouter>
    ),
  });
  const pause = () => act(() => vi.advanceTimersByTimeAsync(200));
  const titles = () => result.current.found.map(({ items }) => items.map(({ title }) => title));

  await pause();
  requests.at(-1)!.answer('Demo', 'Drawn in the field');
  await pause();
  expect(titles()).toEqual([['Demo', 'Drawn in the field'], [' hand']]);

  rerender({ text: 'drawn' });
  // "Demo" was found for the empty text: Enter would open it instead of what was meant.
  expect(titles()).toEqual([['Drawn in the field'], []]);
  await pause();
  expect(titles()).toEqual([['Drawn in the field'], ['drawn hand']]);
  expect(requests.at(-1)!.text).toBe('drawn');
  expect(result.current.searching).toBe(true);

  // Results of a provider are shown even where their title does not contain the text, as for a place's address.
  requests.at(-1)!.answer('Survey of 1998');
  await pause();
  expect(titles()[0]).toEqual(['Survey of 1998']);
  expect(result.current.searching).toBe(false);
});
