import type { Coordinates } from '../../../formats/instruments/model.ts';

/** Corners reach at most so many times the offset; sharper ones are cut off. */
const MITRE = 4;

/** The line beside another, `offset` metres to the right of its direction; corners are mitred. */
export function lineBeside(line: readonly Coordinates[], offset: number, isClosed: boolean): Coordinates[] {
  const corners = line.filter((at, i) => i === 0 || apart(at, line[i - 1]!) > 1e-6);
  if (isClosed && corners.length > 1 && apart(corners[0]!, corners.at(-1)!) <= 1e-6) corners.pop();
  const count = corners.length;
  const rightOf = (from: Coordinates, to: Coordinates) => {
    const length = apart(from, to);
    return { east: (to.north - from.north) / length, north: (from.east - to.east) / length };
  };
  const moved = corners.flatMap((at, i): Coordinates[] => {
    const before = i > 0 ? corners[i - 1] : isClosed ? corners[count - 1] : undefined;
    const after = i < count - 1 ? corners[i + 1] : isClosed ? corners[0] : undefined;
    const [a, b] = [before && rightOf(before, at), after && rightOf(at, after)];
    const shift = (side: { east: number; north: number }, by: number): Coordinates => ({
      ...at,
      east: at.east + side.east * by,
      north: at.north + side.north * by,
    });
    if (!a || !b) return [shift((a ?? b)!, offset)];
    // Along the bisector, the longer the sharper the corner.
    const sum = { east: a.east + b.east, north: a.north + b.north };
    const square = sum.east ** 2 + sum.north ** 2;
    if (square < (2 / MITRE) ** 2) return [shift(a, offset), shift(b, offset)];
    return [shift(sum, (2 * offset) / square)];
  });
  return isClosed && moved.length > 0 ? [...moved, moved[0]!] : moved;
}

function apart(a: Coordinates, b: Coordinates): number {
  return Math.hypot(b.east - a.east, b.north - a.north);
}
