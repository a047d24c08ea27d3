import { useCallback, type RefCallback } from 'react';
import { NARROW, useMedia } from '#core/react';

/** Scrolls new content into view on a phone, where the panel shows little more than the list above it. */
export function useScrollIntoView(): RefCallback<HTMLElement> {
  const isNarrow = useMedia(NARROW);
  return useCallback(
    (card) => {
      if (isNarrow) card?.scrollIntoView({ block: 'nearest' });
    },
    [isNarrow],
  );
}
