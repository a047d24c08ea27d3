import { useEffect, useRef, useState } from 'react';
import { isAbort, sentenceOf } from '#core/kernel';

interface Reading<T> {
  /** What was read last; undefined before, while it is read, and when it failed. */
  readonly found: T | undefined;
  readonly error: string | undefined;
  readonly isReading: boolean;
  /** A newer reading ends the one before. Resolves to what was found. */
  readonly read: (load: (signal: AbortSignal) => Promise<T>) => Promise<T | undefined>;
}

/** Reads from another server when a person asks for it; ends with the component. */
export function useReading<T>(): Reading<T> {
  const [found, setFound] = useState<T>();
  const [error, setError] = useState<string>();
  const [isReading, setReading] = useState(false);
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const read: Reading<T>['read'] = async (load) => {
    abort.current?.abort();
    const { signal } = (abort.current = new AbortController());
    setReading(true);
    setError(undefined);
    setFound(undefined);
    try {
      const loaded = await load(signal);
      if (signal.aborted) return undefined;
      setFound(loaded);
      return loaded;
    } catch (thrown) {
      if (!isAbort(thrown)) setError(sentenceOf(thrown));
      return undefined;
    } finally {
      if (!signal.aborted) setReading(false);
    }
  };
  return { found, error, isReading, read };
}
