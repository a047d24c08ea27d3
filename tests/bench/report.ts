/** One figure with its floor or peer, measured in the same run. */
export interface ReportRow {
  /** What was measured: `bbox of 1,000 objects, PostgreSQL`. */
  what: string;
  ours: number;
  /** The figure of the floor or peer; undefined where there is none on this machine. */
  peer: number | undefined;
  /** Name of the peer: `the same SQL through the driver`. */
  against: string;
  unit: string;
  /** ours / peer, where there is a peer. */
  ratio?: number | undefined;
  /** The target: `at most 2 times`. */
  target: string;
  /** Whether the target is met; undefined where it could not be judged. */
  met?: boolean | undefined;
}

export interface Bench {
  name: string;
  /** Parts that can be run alone; `run` receives the requested ones. */
  parts?: readonly string[];
  /** It counts bytes, which do not depend on who else is at work. */
  counts?: true;
  run(requested: ReadonlySet<string>): Promise<ReportRow[]>;
}

/** Judges `ours` against `peer`: met when ours is at most `times` as much. */
export function atMost(times: number, row: Omit<ReportRow, 'ratio' | 'target' | 'met'>): ReportRow {
  const ratio = row.peer === undefined ? undefined : row.ours / row.peer;
  return {
    ...row,
    ratio,
    target: `at most ${times} times`,
    met: ratio === undefined ? undefined : ratio <= times,
  };
}

/** Judges `ours` against a fixed budget. */
export function within(
  budget: number,
  row: Omit<ReportRow, 'peer' | 'ratio' | 'target' | 'met' | 'against'>,
): ReportRow {
  return {
    ...row,
    peer: undefined,
    against: 'budget',
    target: `at most ${budget} ${row.unit}`,
    met: row.ours <= budget,
  };
}

/** The median of the samples. */
export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Ours and the peer alternate, so that a slow moment of the machine affects both; the medians. */
export async function inTurns(
  turns: number,
  measure: (kind: 'ours' | 'peer') => Promise<number>,
): Promise<{ ours: number; peer: number }> {
  const times: Record<'ours' | 'peer', number[]> = { ours: [], peer: [] };
  for (let turn = 0; turn < turns; turn++)
    for (const kind of ['peer', 'ours'] as const) times[kind].push(await measure(kind));
  return { ours: median(times.ours), peer: median(times.peer) };
}
