import { useCallback, type RefCallback } from 'react';
import { NARROW, useMedia } from '#core/react';

/** What comes up is brought into sight on a phone, whose panel holds little more than the list above it. */
export function useInSight(): RefCallback<HTMLElement> {
  const isNarrow = useMedia(NARROW);
  return useCallback(
    (card) => {
      if (isNarrow) card?.scrollIntoView({ block: 'nearest' });
    },
    [isNarrow],
  );
}
