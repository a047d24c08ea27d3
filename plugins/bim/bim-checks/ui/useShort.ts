import { useState } from 'react';

/** Rows of a list that are shown at first, and by each press of “more”. */
const STEP = 50;

/** The first rows of a list, and how more of them are shown. */
export function useShort<T>(rows: readonly T[]): {
  readonly first: readonly T[];
  more: () => void;
  left: number;
} {
  const [count, setCount] = useState(STEP);
  return {
    first: rows.slice(0, count),
    more: () => setCount(count + STEP),
    left: Math.max(0, rows.length - count),
  };
}
