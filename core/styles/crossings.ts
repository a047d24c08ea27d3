/** A geometry in CSS pixels: its runs one after the other, and where in `coordinates` each ends. */
export interface LabelledShape {
  readonly kind: 'points' | 'lines' | 'areas';
  readonly coordinates: ArrayLike<number>;
  readonly ends: readonly number[];
}

/** Where the rings of an area cross the height `y`, from left to right: it is inside between each pair. */
export function crossings({ coordinates, ends }: LabelledShape, y: number): number[] {
  const found: number[] = [];
  let start = 0;
  for (const end of ends) {
    for (let i = start + 2; i < end; i += 2) {
      const [ay, by] = [coordinates[i - 1]!, coordinates[i + 1]!];
      if (ay > y === by > y) continue;
      const [ax, bx] = [coordinates[i - 2]!, coordinates[i]!];
      found.push(ax + ((y - ay) / (by - ay)) * (bx - ax));
    }
    start = end;
  }
  return found.sort((a, b) => a - b);
}

/** Returns the middle and width of the widest interval inside the area at half its height; holes are excluded. */
export function widestInterior(
  area: LabelledShape,
): { readonly x: number; readonly y: number; readonly width: number } | undefined {
  const y = middleHeight(area.coordinates);
  const sides = crossings(area, y);
  let best: { x: number; y: number; width: number } | undefined;
  for (let i = 1; i < sides.length; i += 2) {
    const width = sides[i]! - sides[i - 1]!;
    if (!best || width > best.width) best = { x: (sides[i]! + sides[i - 1]!) / 2, y, width };
  }
  return best;
}

function middleHeight(coordinates: ArrayLike<number>): number {
  let [least, most] = [Infinity, -Infinity];
  for (let i = 1; i < coordinates.length; i += 2) {
    least = Math.min(least, coordinates[i]!);
    most = Math.max(most, coordinates[i]!);
  }
  return (least + most) / 2;
}
