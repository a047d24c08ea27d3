import type { PointerEvent } from 'react';

/** Tells where the pointer that went down on something is taken, until it is let go. */
export function whileDragged(
  { currentTarget, pointerId }: PointerEvent<HTMLElement>,
  move: (event: globalThis.PointerEvent) => void,
): void {
  currentTarget.setPointerCapture(pointerId);
  const end = () => currentTarget.removeEventListener('pointermove', move);
  currentTarget.addEventListener('pointermove', move);
  currentTarget.addEventListener('lostpointercapture', end, { once: true });
}
