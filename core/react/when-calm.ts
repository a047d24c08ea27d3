import type { LazyChunk } from './on-demand.ts';

/** A finger's click may come so long after the finger has left: milliseconds. */
const CLICK = 400;

/**
 * Fetches a part at the first sign of a hand or a key, and calls back once it has come and nothing in `box` is in use. What
 * is replaced under a hand would lose the tap, what the tap opened, and where the keys were.
 */
export function whenCalm(box: HTMLElement, part: LazyChunk<unknown>, then: () => void): () => void {
  const over = new AbortController();
  let isFetching = false;
  let isPressed = false;
  let click: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    over.abort();
    clearTimeout(click);
  };
  const look = (): void => {
    if (over.signal.aborted || !part.here || isPressed || click !== undefined || isInUse(box)) return;
    stop();
    then();
  };
  const notice = (): void => {
    if (part.here) look();
    if (part.here || isFetching) return;
    isFetching = true;
    // Without the network nothing changes; the next hand tries again.
    void part
      .fetch()
      .catch(() => undefined)
      .finally(() => {
        isFetching = false;
        look();
      });
  };
  const press = (): void => {
    isPressed = true;
    notice();
  };
  const release = (): void => {
    isPressed = false;
    clearTimeout(click);
    click = setTimeout(() => {
      click = undefined;
      look();
    }, CLICK);
  };
  for (const [kind, hear] of [
    ['pointermove', notice],
    ['keydown', notice],
    ['keyup', notice],
    ['pointerdown', press],
    ['pointerup', release],
    ['pointercancel', release],
  ] as const)
    window.addEventListener(kind, hear, { capture: true, signal: over.signal });
  return stop;
}

/** The keys are on a control in one of its rows, or something that a row opened is open. */
function isInUse(box: HTMLElement): boolean {
  const focused = document.activeElement;
  const onControl = box.contains(focused) && focused?.role !== 'row';
  return onControl || box.querySelector('button[aria-expanded="true"]') !== null;
}
