import { useCallback, useSyncExternalStore } from 'react';

/** Up to this width the workbench has its phone layout. */
export const NARROW = '(max-width: 760px)';

/** Returns whether a media query matches. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Returns the i18n context for texts about clicks and keys: on touch devices they are `<key>_touch`. */
export function useTouch(): 'touch' | undefined {
  return useMedia('(pointer: coarse)') ? 'touch' : undefined;
}
