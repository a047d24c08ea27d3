import type { GroundLine } from '../../content/sheet-task.ts';

/** A place of the line for which the band has numbers. */
export interface Station {
  readonly along: number;
  /** Undefined: the ground is not known there. */
  readonly height: number | undefined;
}

/** Distances that differ by less, metres, are one station. */
const SAME = 0.001;

/**
 * The stations from the start of the line to `end`: its vertices, both ends of each piece of ground, and the multiples of
 * `step` between; `least` metres apart, since their numbers have to be beside each other. `left`: vertices and ends that
 * are nearer to one before them.
 */
export function stationsOf(
  { pieces, corners }: Pick<GroundLine, 'pieces' | 'corners'>,
  { end, step, least }: { end: number; step: number; least: number },
): { stations: Station[]; left: number } {
  const within = (along: number) => along <= end + SAME;
  const ends = pieces.flatMap((piece) => [piece[0]![0], piece.at(-1)![0]]);
  const needed = [...new Set([...corners, ...ends, end])].filter(within).sort((a, b) => a - b);
  const placed: number[] = [];
  let left = 0;
  for (const along of needed) {
    const before = placed.at(-1);
    if (before === undefined || along - before >= least) placed.push(along);
    else if (along - before > SAME) left++;
  }
  const between: number[] = [];
  for (let n = 1; n * step < end; n++) {
    const along = n * step;
    if (placed.every((one) => Math.abs(one - along) >= least)) between.push(along);
  }
  const stations = [...placed, ...between]
    .sort((a, b) => a - b)
    .map((along) => ({ along, height: heightAt(pieces, along) }));
  return { stations, left };
}

/** The height of the ground at a distance, between the two places around it. */
export function heightAt(pieces: GroundLine['pieces'], along: number): number | undefined {
  for (const piece of pieces) {
    if (along < piece[0]![0] - SAME || along > piece.at(-1)![0] + SAME) continue;
    const next = piece.findIndex(([at]) => at >= along - SAME);
    const [to, high] = piece[next]!;
    const [from, low] = piece[Math.max(0, next - 1)]!;
    return to - from < SAME ? high : low + ((high - low) * (along - from)) / (to - from);
  }
  return undefined;
}

/** The ground from the start to `end`, cut there. */
export function piecesUpTo(pieces: GroundLine['pieces'], end: number): [number, number][][] {
  return pieces.flatMap((piece) => {
    const part = piece
      .filter(([along]) => along <= end)
      .map(([along, height]): [number, number] => [along, height]);
    if (part.length === 0) return [];
    const last = heightAt([piece], end);
    if (part.length < piece.length && last !== undefined) part.push([end, last]);
    return part.length > 1 ? [part] : [];
  });
}
