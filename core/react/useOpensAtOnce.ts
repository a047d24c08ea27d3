import { useEffect, useRef, useState, type RefObject } from 'react';

/**
 * For what opens from a button and has just taken the place of its doorbell: the button gets the focus, so that closing
 * returns it there, and then it opens.
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
