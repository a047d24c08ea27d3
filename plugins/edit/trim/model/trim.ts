import type { Position } from '#core/protocol';
import { nearestOnLine, splitLine } from '#core/shapes';
import { asLine, isOn, type BoundaryEdge } from './edges.ts';

/** Why a line cannot be trimmed or extended; a text key of this plugin after `problem.`. */
export type TrimFault = 'no-edge' | 'runs-along' | 'too-many' | 'closed';

/** A section of a line between two edges, and the rest of the line: none, or pieces on both sides. */
export interface Section {
  readonly goes: readonly Position[];
  readonly rest: readonly Position[][];
}

/** Divides a line into sections at edges, in order; in a closed line each begins and ends at an edge. */
export function sectionsOf(run: readonly Position[], edges: readonly BoundaryEdge[]): Section[] | TrimFault {
  const split = splitLine(asLine(run), edges);
  if ('refused' in split) {
    const { reason } = split.refused;
    return reason === 'runs-along' || reason === 'too-many' ? reason : 'no-edge';
  }
  const own = new Set(run);
  const parts = split.parts.map(({ coordinates }) => coordinates);
  if (isClosed(run) && !isOn(run[0]!, edges)) {
    const [last, first] = [parts.pop()!, parts.shift()!];
    if (parts.length === 0) return 'closed';
    parts.push(joined([last, first], own));
  }
  return parts.map((goes, i) => {
    const [before, after] = [parts.slice(0, i), parts.slice(i + 1)];
    const rest = isClosed(run) ? [[...after, ...before]] : [before, after];
    return { goes, rest: rest.filter((each) => each.length > 0).map((each) => joined(each, own)) };
  });
}

/** Returns the section nearest to a position. */
export function sectionAt(sections: readonly Section[], place: Position): Section {
  const away = ({ goes }: Section): number => nearestOnLine(asLine(goes), place).metres;
  return sections.reduce((best, each) => (away(each) < away(best) ? each : best));
}

export function isClosed(run: readonly Position[]): boolean {
  const [first, last] = [run[0]!, run.at(-1)!];
  return run.length > 3 && first[0] === last[0] && first[1] === last[1];
}

/** Joins consecutive sections, without the positions of edges that no longer end one. */
function joined(parts: readonly Position[][], own: ReadonlySet<Position>): Position[] {
  const all = parts.flatMap((part, i) => (i === 0 ? part : part.slice(1)));
  return all.filter((place, i) => i === 0 || i === all.length - 1 || own.has(place));
}
