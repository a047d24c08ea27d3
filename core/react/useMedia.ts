import { useCallback, useSyncExternalStore } from 'react';

/** Below this width the workbench is laid out for a phone. */
export const NARROW = '(max-width: 760px)';

/** Whether a media query holds now. */
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

/** The context of texts that speak of clicks and keys: hands without a keyboard have their own, `<key>_touch`. */
export function useTouch(): 'touch' | undefined {
  return useMedia('(pointer: coarse)') ? 'touch' : undefined;
}
