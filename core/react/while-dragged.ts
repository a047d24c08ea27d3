import type { PointerEvent } from 'react';

/** Calls `move` for every pointer move from a press on an element until it is released. */
export function whileDragged(
  { currentTarget, pointerId }: PointerEvent<HTMLElement>,
  move: (event: globalThis.PointerEvent) => void,
): void {
  currentTarget.setPointerCapture(pointerId);
  const end = () => currentTarget.removeEventListener('pointermove', move);
  currentTarget.addEventListener('pointermove', move);
  currentTarget.addEventListener('lostpointercapture', end, { once: true });
}
