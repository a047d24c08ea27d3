import { useEffect, useEffectEvent, useState } from 'react';
import { isAbort, sentenceOf } from '#core/kernel';

interface FetchedFile {
  readonly key: string;
  /** An address for `src` and `href`, valid while it is shown. */
  readonly url?: string;
  readonly error?: string;
}

/** Fetches a file with the session's token; again for another `key`. */
export function useFile(
  key: string,
  mediaType: string,
  request: (signal: AbortSignal) => Promise<{ data: ArrayBuffer | undefined }>,
): Omit<FetchedFile, 'key'> {
  const [file, setFile] = useState<FetchedFile>();
  const fetch = useEffectEvent(request);
  useEffect(() => {
    const reading = new AbortController();
    let url: string | undefined;
    fetch(reading.signal).then(
      ({ data }) => {
        if (reading.signal.aborted) return;
        url = URL.createObjectURL(new Blob([data ?? new ArrayBuffer(0)], { type: mediaType }));
        setFile({ key, url });
      },
      (failure: unknown) => !isAbort(failure) && setFile({ key, error: sentenceOf(failure) }),
    );
    return () => {
      reading.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [key, mediaType]);
  return file?.key === key ? file : {};
}
