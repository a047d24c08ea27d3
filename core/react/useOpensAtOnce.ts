import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/**
 * For a popup of `popupOnDemand` that has just been loaded: its button, drawn again, gets the focus, so that closing
 * returns it there; then the popup opens.
 */
export function useOpensAtOnce(
  opens: boolean,
): readonly [RefObject<HTMLSpanElement | null>, boolean, (open: boolean) => void] {
  const box = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  // Before anything else runs: a button without focus that is not yet expanded counts as out of use (`whenCalm`).
  useLayoutEffect(() => {
    if (!opens) return;
    box.current?.querySelector('button')?.focus();
    const frame = requestAnimationFrame(() => setOpen(true));
    return () => cancelAnimationFrame(frame);
  }, [opens]);
  return [box, isOpen, setOpen];
}
