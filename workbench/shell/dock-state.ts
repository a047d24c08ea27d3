import { useCallback, useState } from 'react';
import { browserStorage, StoredValue } from '#core/browser';
import { asRecord } from '#core/kernel';

export interface DockState {
  /** The open panel; null: closed by the person; absent: never changed. */
  panel?: string | null;
  width: number;
  /** The open panel below the map. */
  below?: string | null;
  height: number;
}

/** CSS pixels. */
export const DOCK = { min: 240, default: 320, max: 640 } as const;
export const BELOW = { min: 140, default: 260, max: 900 } as const;

/** Panels whose ids have changed since they were stored. */
const RENAMED: Readonly<Record<string, string>> = {
  'draw-2d.entry': 'draw.entry',
  'modify-2d.vertex': 'modify.vertex',
  'shapes-2d.options': 'shapes.options',
  'split-2d.panel': 'split.panel',
  'sun-3d.panel': 'globe-views.sun',
  'table-2d.table': 'table.table',
  'validate-2d.panel': 'validate.panel',
};

function storedDock(): StoredValue<DockState> {
  return new StoredValue<DockState>({
    storage: browserStorage(),
    key: 'groma.dock',
    read: (stored) => {
      const { panel, below, width, height } = asRecord(stored) as Partial<DockState>;
      return {
        panel: panel && (RENAMED[panel] ?? panel),
        width: within(DOCK, width),
        below: below && (RENAMED[below] ?? below),
        height: within(BELOW, height),
      };
    },
  });
}

/** Returns a stored size, limited to the usable range. */
export function within(range: typeof DOCK | typeof BELOW, size: unknown): number {
  return Math.round(
    Math.min(range.max, Math.max(range.min, typeof size === 'number' ? size : range.default)),
  );
}

/** Which panels are open and how large, stored on this device. */
export function useDockState(): readonly [DockState, (change: Partial<DockState>) => void] {
  const [stored] = useState(storedDock);
  const [state, setState] = useState(() => stored.get());
  const change = useCallback(
    (part: Partial<DockState>) => {
      setState((before) => {
        const after = { ...before, ...part };
        stored.set(after);
        return after;
      });
    },
    [stored],
  );
  return [state, change];
}
