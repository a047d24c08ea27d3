import { useRef, type PointerEvent } from 'react';

/** Handlers of an element that is dragged; `move` gets the CSS pixels since the last move, to the right and down. */
export function useDragged(move: (by: readonly [number, number]) => void) {
  const last = useRef<readonly [number, number] | undefined>(undefined);
  const end = () => {
    last.current = undefined;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      last.current = [event.clientX, event.clientY];
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
      if (!last.current) return;
      const by = [clientX - last.current[0], clientY - last.current[1]] as const;
      last.current = [clientX, clientY];
      move(by);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
