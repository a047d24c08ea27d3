import { act, cleanup, render } from '@testing-library/react';
import { Container } from 'inversify';
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { I18N } from '#core/i18n';
import { VIEWS } from '#core/mapview';
import { HOST } from '#core/plugin';
import { fetchParts, ServicesProvider } from '#core/react';
import { TOOLS } from '#core/tools';
import { useFetchAhead } from './useFetchAhead.ts';

// They would be fetched in real time.
beforeAll(() => Promise.all([fetchParts(), import('./fetch-ahead.ts')]));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** A page with the plugins draw, measure and ask, of which ask cannot be loaded, and one that the role excludes. */
function openPage() {
  const loaded: string[] = [];
  const manifests = ['ask', 'draw', 'measure', 'denied'].map((id) => ({
    id,
    load: async () => {
      if (id === 'ask') throw new TypeError('Failed to fetch dynamically imported module');
      loaded.push(id);
    },
  }));
  const contributions = {
    tools: [
      { id: 'draw.line', plugin: 'draw' },
      { id: 'draw.point', plugin: 'draw' },
      { id: 'measure.distance', plugin: 'measure' },
    ],
    commands: [{ id: 'ask', plugin: 'ask' }],
    panels: [],
  };
  const open$ = new BehaviorSubject<unknown[]>([]);
  const active$ = new BehaviorSubject<unknown>(undefined);
  const texts: string[] = [];
  const container = new Container();
  container.bind(HOST).toConstantValue({
    manifests,
    current: (point: keyof typeof contributions) => contributions[point],
  } as never);
  container.bind(I18N).toConstantValue({ load: async (id: string) => void texts.push(id) } as never);
  container.bind(VIEWS).toConstantValue({ open$, open: [] } as never);
  container.bind(TOOLS).toConstantValue({ active$ } as never);
  function Page() {
    useFetchAhead();
    return null;
  }
  render(
    <ServicesProvider container={container}>
      <Page />
    </ServicesProvider>,
  );
  const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  return { loaded, texts, wait, active$, openView: () => act(() => open$.next([{}])) };
}

it('fetches code and texts of what the person may use once a view has been open for a while', async () => {
  const page = openPage();
  await page.wait(60_000);
  expect(page.loaded).toEqual([]);
  page.openView();
  await page.wait(7_000);
  expect(page.loaded).toEqual([]);
  await page.wait(5_000);
  expect(page.loaded).toEqual(['draw', 'measure']);
  expect(page.texts).toEqual(['draw', 'measure', 'ask']);
});

it('begins with the tools used most', async () => {
  const page = openPage();
  page.active$.next({ id: 'select', isSelectTool: true });
  for (const id of ['draw.line', 'measure.distance', 'measure.distance'])
    page.active$.next({ id, isSelectTool: false });
  page.openView();
  await page.wait(12_000);
  expect(page.loaded).toEqual(['measure', 'draw']);
});

it.each([{ saveData: true, effectiveType: '4g' }, { effectiveType: '3g' }])(
  'fetches nothing on a connection that saves data or is slow: %o',
  async (connection) => {
    vi.stubGlobal('navigator', { ...navigator, connection });
    const page = openPage();
    page.openView();
    await page.wait(60_000);
    expect(page.loaded).toEqual([]);
  },
);

it('ends at the budget of the page', async () => {
  const observed: { report: (list: unknown) => void }[] = [];
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(readonly report: (list: unknown) => void) {
        observed.push(this);
      }
      observe() {}
      disconnect() {}
    },
  );
  const page = openPage();
  const entries = [
    { name: 'http://groma.test/assets/start-1.js', encodedBodySize: 500_000 },
    { name: 'http://groma.test/tiles/1/2/3.mvt', encodedBodySize: 900_000 },
  ];
  page.openView();
  await page.wait(0);
  observed[0]!.report({ getEntries: () => entries });
  await page.wait(8_300);
  expect(page.loaded).toEqual(['draw']);
  observed[0]!.report({ getEntries: () => entries });
  await page.wait(60_000);
  expect(page.loaded).toEqual(['draw']);
});
