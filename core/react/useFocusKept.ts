import { useEffect, type RefObject } from 'react';

/**
 * Keys of an open dialog reach it also when nothing has the focus: a button that was replaced when it was pressed took it along,
 * and Escape would close nothing.
 */
export function useFocusKept(
  dialog: RefObject<HTMLElement | null>,
  isOpen: boolean,
  close: () => void,
): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      const { body, activeElement } = document;
      const top = [...document.querySelectorAll('.g-dialog')].at(-1);
      if ((activeElement !== null && activeElement !== body) || top !== dialog.current) return;
      dialog.current?.focus();
      if (event.key === 'Escape') close();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}
