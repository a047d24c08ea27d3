export interface Timers {
  /** Calls `work` after a delay in milliseconds. Returns a function that cancels it. */
  after(milliseconds: number, work: () => void): () => void;
  now(): number;
}

export const BROWSER_TIMERS: Timers = {
  after: (milliseconds, work) => {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
  now: () => Date.now(),
};
