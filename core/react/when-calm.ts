import type { LazyChunk } from './on-demand.ts';

/** Maximum time from lifting a finger to its click, milliseconds. */
const CLICK = 400;

/**
 * Fetches a part at the first pointer or key event, and calls `then` once it is loaded and nothing in `box` is in
 * use. Replacing elements in use would lose the tap, what the tap opened, and the focus. Returns a function that
 * cancels it.
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
    // Without a network nothing changes; the next event tries again.
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
  for (const [kind, listener] of [
    ['pointermove', notice],
    ['keydown', notice],
    ['keyup', notice],
    ['pointerdown', press],
    ['pointerup', release],
    ['pointercancel', release],
  ] as const)
    window.addEventListener(kind, listener, { capture: true, signal: over.signal });
  return stop;
}

/** Returns whether a control in one of its rows has the focus, or something opened from a row is open. */
function isInUse(box: HTMLElement): boolean {
  const focused = document.activeElement;
  const onControl = box.contains(focused) && focused?.role !== 'row';
  return onControl || box.querySelector('button[aria-expanded="true"]') !== null;
}
