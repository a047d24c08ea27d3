import type { Edit, MapObject } from '#core/document';
import { withHeightOf } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';

/** One end of one part of a line. */
export interface LineEnd {
  readonly id: string;
  /** Part of a MultiLineString; 0 for a LineString. */
  readonly part: number;
  readonly atStart: boolean;
  readonly place: Position;
}

/** The ends of an object's lines; none for closed lines and other geometries. */
export function endsOf({ id, location }: MapObject): LineEnd[] {
  return linesOf(location).flatMap((line, part) => {
    const [first, last] = [line[0]!, line.at(-1)!];
    if (first[0] === last[0] && first[1] === last[1]) return [];
    return [
      { id, part, atStart: true, place: first },
      { id, part, atStart: false, place: last },
    ];
  });
}

/** Whether the end is still where it was when chosen. */
export function stillThere(object: MapObject | undefined, end: LineEnd): boolean {
  const same = ({ part, atStart, place }: LineEnd): boolean =>
    part === end.part && atStart === end.atStart && place[0] === end.place[0] && place[1] === end.place[1];
  return object !== undefined && endsOf(object).some(same);
}

/**
 * Extends a line from its end through `places`. In a line with heights, a position without one takes the height of
 * that end; in a line without heights it is flat. Changes nothing if the end is no longer there.
 */
export function extend(end: LineEnd, places: readonly Position[]): Edit {
  return (document) => {
    const before = document.get(end.id);
    if (!before || places.length === 0 || !stillThere(before, end)) return [];
    const lines = linesOf(before.location);
    const line = lines[end.part]!;
    const from = end.atStart ? line[0]! : line.at(-1)!;
    const added = places.map((place) => likeEnd(place, from));
    const longer = end.atStart ? [...added.toReversed(), ...line] : [...line, ...added];
    const location: Geometry =
      before.location.type === 'LineString'
        ? { ...before.location, coordinates: longer }
        : { type: 'MultiLineString', coordinates: lines.with(end.part, longer) };
    return [{ id: end.id, before, after: { ...before, location } }];
  };
}

function likeEnd(place: Position, end: Position): Position {
  return end.length === 2 ? [place[0], place[1]] : withHeightOf(place, end);
}

function linesOf(geometry: Geometry): Position[][] {
  if (geometry.type === 'LineString') return [geometry.coordinates];
  return geometry.type === 'MultiLineString' ? geometry.coordinates : [];
}
