import { useCallback, useState } from 'react';

interface Kept {
  /** The open panel; null: closed by the person; absent: never touched. */
  panel?: string | null;
  width: number;
}

const KEY = 'groma.dock';
/** CSS pixels. */
export const DOCK = { narrowest: 240, usual: 320, widest: 640 } as const;

function read(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
    const width = typeof kept.width === 'number' ? kept.width : DOCK.usual;
    return { panel: kept.panel, width: Math.min(DOCK.widest, Math.max(DOCK.narrowest, width)) };
  } catch {
    return { width: DOCK.usual };
  }
}

/** Which panel is open and how wide, remembered on this device. */
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
