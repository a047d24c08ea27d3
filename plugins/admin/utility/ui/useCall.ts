import { useEffect, useState } from 'react';
import { isAbort } from '#core/kernel';

export interface CallState<T> {
  data: T | undefined;
  error: unknown;
  /** Calls again; the previous result stays until the new one arrives. */
  again: () => void;
  set: (data: T) => void;
}

/** Calls the server when mounted and on `again`; the newest answer wins. */
export function useCall<T>(ask: (signal: AbortSignal) => Promise<T>): CallState<T> {
  const [data, set] = useState<T>();
  const [error, setError] = useState<unknown>();
  const [turn, setTurn] = useState(0);
  const [first] = useState(() => ask);
  useEffect(() => {
    const stop = new AbortController();
    first(stop.signal).then(
      (answer) => {
        if (stop.signal.aborted) return;
        set(answer);
        setError(undefined);
      },
      (failure: unknown) => {
        if (!stop.signal.aborted && !isAbort(failure)) setError(failure);
      },
    );
    return () => stop.abort();
  }, [first, turn]);
  return { data, error, again: () => setTurn((before) => before + 1), set };
}
