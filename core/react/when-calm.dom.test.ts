import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whenCalm } from './when-calm.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

function waiting() {
  const box = document.createElement('div');
  box.innerHTML = '<div role="row" tabindex="-1"><button>Hide</button></div>';
  document.body.append(box);
  let come = (): void => undefined;
  let cut = (): void => undefined;
  const part = {
    here: undefined as object | undefined,
    fetch: vi.fn(
      () =>
        new Promise<void>((resolve, reject) => {
          come = () => {
            part.here = {};
            resolve();
          };
          cut = () => reject(new TypeError('Failed to fetch'));
        }),
    ),
  };
  const then = vi.fn();
  const stop = whenCalm(box, part, then);
  const arrive = async (): Promise<void> => {
    come();
    await vi.advanceTimersByTimeAsync(0);
  };
  const fail = async (): Promise<void> => {
    cut();
    await vi.advanceTimersByTimeAsync(0);
  };
  const hand = (kind: string): void => void window.dispatchEvent(new Event(kind));
  return {
    part,
    then,
    stop,
    arrive,
    fail,
    hand,
    row: box.querySelector('div')!,
    button: box.querySelector('button')!,
  };
}

describe('A deferred replacement of part of the page', () => {
  it('is fetched once at the first pointer event, and happens at once if nothing is in use', async () => {
    const { part, then, arrive, hand } = waiting();
    expect(part.fetch).not.toHaveBeenCalled();
    hand('pointermove');
    hand('pointermove');
    expect(part.fetch).toHaveBeenCalledTimes(1);
    await arrive();
    expect(then).toHaveBeenCalledTimes(1);
  });

  it('waits for the end of a tap and for its click, which follows after the finger is lifted', async () => {
    const { then, arrive, hand } = waiting();
    hand('pointerdown');
    await arrive();
    expect(then).not.toHaveBeenCalled();
    hand('pointerup');
    // Chromium waits up to 300 ms for a second tap.
    await vi.advanceTimersByTimeAsync(300);
    expect(then).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(then).toHaveBeenCalledTimes(1);
  });

  it('leaves a focused control alone, and happens when the focus moves on', async () => {
    const { then, arrive, hand, row, button } = waiting();
    button.focus();
    hand('keydown');
    await arrive();
    expect(then).not.toHaveBeenCalled();
    row.focus();
    hand('keyup');
    expect(then).toHaveBeenCalledTimes(1);
  });

  it('leaves alone what was opened from a row, until it is closed', async () => {
    const { then, arrive, hand, button } = waiting();
    button.setAttribute('aria-expanded', 'true');
    hand('pointermove');
    await arrive();
    expect(then).not.toHaveBeenCalled();
    button.setAttribute('aria-expanded', 'false');
    hand('pointermove');
    expect(then).toHaveBeenCalledTimes(1);
  });

  it('is fetched again at the next event after a failure', async () => {
    const { part, then, arrive, fail, hand } = waiting();
    hand('pointermove');
    await fail();
    hand('pointermove');
    expect(part.fetch).toHaveBeenCalledTimes(2);
    await arrive();
    expect(then).toHaveBeenCalledTimes(1);
  });

  it('never happens after it was cancelled', async () => {
    const { then, stop, arrive, hand } = waiting();
    hand('pointerdown');
    hand('pointerup');
    stop();
    await arrive();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(then).not.toHaveBeenCalled();
  });
});
