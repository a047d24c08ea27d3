import { useCallback, useState } from 'react';

interface Kept {
  /** The open panel; null: closed by the person; absent: never touched. */
  panel?: string | null;
  width: number;
  /** The open panel below the map. */
  below?: string | null;
  height: number;
}

const KEY = 'groma.dock';
/** CSS pixels. */
export const DOCK = { least: 240, usual: 320, most: 640 } as const;
export const BELOW = { least: 140, usual: 260, most: 900 } as const;

function read(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
    const { panel, below } = kept;
    return { panel, width: within(DOCK, kept.width), below, height: within(BELOW, kept.height) };
  } catch {
    return { width: DOCK.usual, height: BELOW.usual };
  }
}

/** A size a person set, kept within what can be used. */
export function within({ least, usual, most }: typeof DOCK | typeof BELOW, size: unknown): number {
  return Math.round(Math.min(most, Math.max(least, typeof size === 'number' ? size : usual)));
}

/** Which panels are open and how large, remembered on this device. */
export function useDockState(): readonly [Kept, (change: Partial<Kept>) => void] {
  const [kept, setKept] = useState(read);
  const change = useCallback((part: Partial<Kept>) => {
    setKept((before) => {
      const after = { ...before, ...part };
      localStorage.setItem(KEY, JSON.stringify(after));
      return after;
    });
  }, []);
  return [kept, change];
}
