import { useCallback, useState } from 'react';
import type { KnownPoint } from '#core/protocol';

export interface PointEntry {
  readonly name: string;
  readonly east: number | undefined;
  readonly north: number | undefined;
  readonly height: number | undefined;
}

const EMPTY: PointEntry = { name: '', east: undefined, north: undefined, height: undefined };

/** A point that is typed into a form. It is empty for the next one at once; a point that could not be stored comes back. */
export function usePointEntry(onAdd: (point: KnownPoint) => Promise<unknown>): {
  entry: PointEntry;
  /** Changes some of its values. */
  put: (some: Partial<PointEntry>) => void;
  /** Throws what `onAdd` throws. */
  add: () => Promise<void>;
} {
  const [entry, setEntry] = useState(EMPTY);
  const put = useCallback((some: Partial<PointEntry>) => setEntry((before) => ({ ...before, ...some })), []);
  return {
    entry,
    put,
    add: async () => {
      setEntry(EMPTY);
      try {
        const { name, east = null, north = null, height = null } = entry;
        await onAdd({ name: name.trim(), east, north, height });
      } catch (failure) {
        setEntry(entry);
        throw failure;
      }
    },
  };
}
