import { useEffect, useEffectEvent, type RefObject } from 'react';

/**
 * Keys reach an open dialog also in the moment in which nothing has the focus: a button that was replaced when it was pressed
 * took it along, and Escape would close nothing.
 */
export function useUnfocusedKeys(
  dialog: RefObject<HTMLElement | null>,
  isOpen: boolean,
  close: () => void,
): void {
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    const { body, activeElement } = document;
    const uppermost = [...document.querySelectorAll('.g-dialog')].at(-1);
    if ((activeElement !== null && activeElement !== body) || uppermost !== dialog.current) return;
    dialog.current?.focus();
    if (key === 'Escape') close();
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen]);
}
