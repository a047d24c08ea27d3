/** Sums over cells within an outline. */
export interface VolumeSums {
  /** Cubic metres above the base, and below it. */
  above: number;
  below: number;
  /** Square metres with heights, and without within the grid. */
  known: number;
  unknown: number;
  /** Square metres of the surface itself. */
  surface: number;
  /** Number of cells that count, whole or cut. */
  cells: number;
  /** Sum of the squares of what the slope within each cut cell adds to the volume of its part, m⁶. */
  cutSquares: number;
}

export function noVolume(): VolumeSums {
  return { above: 0, below: 0, known: 0, unknown: 0, surface: 0, cells: 0, cutSquares: 0 };
}

export function addTo(sums: VolumeSums, more: VolumeSums): void {
  for (const key of Object.keys(more) as (keyof VolumeSums)[]) sums[key] += more[key];
}
