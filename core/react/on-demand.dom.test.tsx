import { cleanup, render, screen } from '@testing-library/react';
import { Container } from 'inversify';
import { useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { I18N } from '#core/i18n';
import { TOASTS, Toasts } from '#core/toasts';
import { fetched, fetchParts, lazyChunk, onDemand } from './on-demand.ts';
import { ServicesProvider } from './services.tsx';

afterEach(cleanup);

function desk() {
  const container = new Container();
  const toasts = new Toasts();
  container.bind(TOASTS).toConstantValue(toasts);
  container.bind(I18N).toConstantValue({ t: (key: string) => key } as never);
  return { container, toasts };
}

describe('A component whose code is loaded on demand', () => {
  it('replaces its placeholder once it is loaded', async () => {
    const Part = onDemand(async () => ({ default: ({ name }: { name: string }) => <p>{name}</p> }));
    render(
      <ServicesProvider container={desk().container}>
        <Part name="Sheet" fallback={<i>wait</i>} />
      </ServicesProvider>,
    );
    expect(screen.getByText('wait')).toBeTruthy();
    expect(await screen.findByText('Sheet')).toBeTruthy();
    expect(screen.queryByText('wait')).toBeNull();
  });

  it('gives its placeholder the same properties', () => {
    const Part = onDemand(
      async () => ({ default: ({ name }: { name: string }) => <p>{name}</p> }),
      ({ name }) => <i>{name} is loading</i>,
    );
    render(
      <ServicesProvider container={desk().container}>
        <Part name="Sheet" />
      </ServicesProvider>,
    );
    expect(screen.getByText('Sheet is loading')).toBeTruthy();
  });

  it('shows a message if it cannot be loaded, leaves the page alone, and tries again when shown', async () => {
    let isCut = true;
    const Part = onDemand(async () => {
      if (isCut) throw new TypeError('Failed to fetch dynamically imported module');
      return { default: () => <p>Sheet</p> };
    });
    const { container, toasts } = desk();
    let lost = 0;
    const page = (shown: boolean) => (
      <ServicesProvider container={container}>
        <p>The rest</p>
        {shown && <Part onLoadError={() => lost++} />}
      </ServicesProvider>
    );
    const { rerender } = render(page(true));
    await expect.poll(() => toasts.shown.map(({ message }) => message)).toEqual(['core:part.lost']);
    expect(lost).toBe(1);
    expect(screen.getByText('The rest')).toBeTruthy();
    isCut = false;
    rerender(page(false));
    rerender(page(true));
    expect(await screen.findByText('Sheet')).toBeTruthy();
  });

  it('is shown when its code arrives between rendering and its effect', async () => {
    const Part = onDemand(async () => ({ default: () => <p>Sheet</p> }));
    // Runs during rendering; React runs the effect that loads the code in a later task.
    const Beside = () => {
      useLayoutEffect(() => void fetchParts(), []);
      return null;
    };
    const host = document.createElement('div');
    const root = createRoot(host);
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
    root.render(
      <ServicesProvider container={desk().container}>
        <Part fallback={<i>wait</i>} />
        <Beside />
      </ServicesProvider>,
    );
    await expect.poll(() => host.textContent).toBe('Sheet');
    root.unmount();
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  });

  it('is shown at once, without a network, if all chunks were fetched before', async () => {
    let isCut = false;
    const load = vi.fn(async () => {
      if (isCut) throw new TypeError('Failed to fetch dynamically imported module');
      return { default: () => <p>Sheet</p> };
    });
    const Early = onDemand(load);
    await fetchParts();
    const Late = onDemand(load);
    await fetchParts();
    expect(load).toHaveBeenCalledTimes(2);
    isCut = true;
    render(
      <ServicesProvider container={desk().container}>
        <Early />
        <Late />
      </ServicesProvider>,
    );
    expect(screen.getAllByText('Sheet')).toHaveLength(2);
  });

  it('is fetched before it is shown only as long as that may continue', async () => {
    const loads = [1, 2, 3].map(() => vi.fn(async () => ({ default: () => null })));
    for (const load of loads) onDemand(load);
    let left = 2;
    await fetchParts(() => left-- > 0);
    expect(loads.map((load) => load.mock.calls.length)).toEqual([1, 1, 0]);
  });
});

describe('Code that is loaded on demand', () => {
  it('is loaded once; if it cannot be, a sentence says so, and the next call tries again', async () => {
    let isCut = true;
    const load = vi.fn(async () => {
      if (isCut) throw new TypeError('Failed to fetch dynamically imported module');
      return { answer: 42 };
    });
    const chunk = lazyChunk(load);
    const i18n = { t: (key: string) => `sentence of ${key}` };
    await expect(fetched(chunk, i18n)).rejects.toThrow('sentence of core:part.lost');
    isCut = false;
    expect((await fetched(chunk, i18n)).answer).toBe(42);
    expect((await fetched(chunk, i18n)).answer).toBe(42);
    expect(load).toHaveBeenCalledTimes(2);
  });
});
