import { useEffect, useState } from 'react';
import { Latest, sentenceOf } from '#core/kernel';
import { refusedServer } from '../model/refused-server.ts';

interface Reading<T> {
  /** What was read last; undefined before, while it is read, and when it failed. */
  readonly found: T | undefined;
  readonly error: string | undefined;
  /** The server that the organization does not allow, if that is why it failed. */
  readonly refused: string | undefined;
  readonly isReading: boolean;
  /** A newer reading ends the one before. Resolves to what was found. */
  readonly read: (load: (signal: AbortSignal) => Promise<T>) => Promise<T | undefined>;
}

/** Reads from another server when a person asks for it; ends with the component. */
export function useReading<T>(): Reading<T> {
  const [found, setFound] = useState<T>();
  const [error, setError] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const [isReading, setReading] = useState(false);
  const [newest] = useState(() => new Latest());
  useEffect(() => () => newest.cancel(), [newest]);
  const end = (result: { found?: T; error?: string; refused?: string | undefined }) => {
    setFound(result.found);
    setError(result.error);
    setRefused(result.refused);
    setReading(false);
    return result.found;
  };
  const read: Reading<T>['read'] = async (load) => {
    end({});
    setReading(true);
    try {
      const loaded = await newest.run(load);
      return loaded === undefined ? undefined : end({ found: loaded });
    } catch (thrown) {
      return end({ error: sentenceOf(thrown), refused: refusedServer(thrown) });
    }
  };
  return { found, error, refused, isReading, read };
}
