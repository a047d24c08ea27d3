import { cleanup, render } from '@testing-library/react';
import { Container } from 'inversify';
import { afterEach, expect, it, vi } from 'vitest';
import { I18N } from '#core/i18n';
import { HOST } from '#core/plugin';
import { ServicesProvider } from '#core/react';
import { useSpareParts } from './useSpareParts.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Page() {
  useSpareParts();
  return null;
}

it('fetches the code and texts of what the person may use once the page has been idle for a while, and nothing before', async () => {
  vi.useFakeTimers();
  const [draw, ask] = ['draw', 'ask'].map((id) => ({ id, load: vi.fn(() => Promise.resolve()) }));
  // The network may already be gone; the error is reported when the tool is activated.
  ask!.load.mockRejectedValue(new Error('no network'));
  const denied = { id: 'denied', load: vi.fn() };
  const words = vi.fn(() => Promise.resolve());
  const container = new Container();
  container.bind(HOST).toConstantValue({
    manifests: [draw, ask, denied],
    current: (point: string) =>
      point === 'tools' ? [{ plugin: 'draw' }, { plugin: 'draw' }] : [{ plugin: 'ask' }],
  } as never);
  container.bind(I18N).toConstantValue({ load: words } as never);
  render(
    <ServicesProvider container={container}>
      <Page />
    </ServicesProvider>,
  );
  window.dispatchEvent(new Event('pointerdown'));
  await vi.advanceTimersByTimeAsync(7_000);
  expect(draw!.load).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  for (const { load } of [draw!, ask!]) expect(load).toHaveBeenCalledOnce();
  expect(words.mock.calls).toEqual([['draw'], ['ask']]);
  expect(denied.load).not.toHaveBeenCalled();
});
