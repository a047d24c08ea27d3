import { useEffect, useRef, useState, type RefObject } from 'react';

/**
 * For a popup that has just replaced its `preloadTrigger`: its button gets the focus, so that closing returns it
 * there; then the popup opens.
 */
export function useOpensAtOnce(
  wanted: boolean,
): readonly [RefObject<HTMLSpanElement | null>, boolean, (open: boolean) => void] {
  const box = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!wanted) return;
    box.current?.querySelector('button')?.focus();
    const frame = requestAnimationFrame(() => setOpen(true));
    return () => cancelAnimationFrame(frame);
  }, [wanted]);
  return [box, isOpen, setOpen];
}
