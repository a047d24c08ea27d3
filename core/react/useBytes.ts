import { useEffect, useEffectEvent, useState } from 'react';
import { isAbort, sentenceOf } from '#core/kernel';

interface FetchedBytes {
  readonly key: string;
  /** An address for `src` and `href`, valid while it is shown. */
  readonly url?: string;
  readonly error?: string;
}

/** Fetches a file, a picture by default, with the session's token; again for another `key`, which aborts the one before. */
export function useBytes(
  key: string,
  request: (signal: AbortSignal) => Promise<{ data: ArrayBuffer | undefined }>,
  mediaType = 'image/webp',
): Omit<FetchedBytes, 'key'> {
  const [fetched, setFetched] = useState<FetchedBytes>();
  const fetch = useEffectEvent(request);
  useEffect(() => {
    const reading = new AbortController();
    let url: string | undefined;
    fetch(reading.signal).then(
      ({ data }) => {
        if (reading.signal.aborted) return;
        url = URL.createObjectURL(new Blob([data ?? new ArrayBuffer(0)], { type: mediaType }));
        setFetched({ key, url });
      },
      (failure: unknown) => !isAbort(failure) && setFetched({ key, error: sentenceOf(failure) }),
    );
    return () => {
      reading.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [key, mediaType]);
  return fetched?.key === key ? fetched : {};
}
