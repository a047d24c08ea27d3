import type { PaperBox, SheetFrame } from '#core/protocol';
import type { FramePlane } from './frame-plane.ts';

const STEPS = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5, 8, 10];

/** Width and height on the ground of a frame at 1 : `scale`, metres. */
export function groundSize(
  { width, height }: Pick<PaperBox, 'width' | 'height'>,
  scale: number,
): [number, number] {
  return [(width / 1000) * scale, (height / 1000) * scale];
}

/** The smallest round scale number at which a width and height, metres, fit into a frame. */
export function fittingScale(size: readonly [number, number], { width, height }: PaperBox): number {
  const least = Math.max((size[0] / width) * 1000, (size[1] / height) * 1000, 1);
  const power = 10 ** Math.floor(Math.log10(least));
  return (STEPS.find((step) => step * power >= least * 0.999999) ?? 10) * power;
}

/**
 * Longitude and latitude of the border of a frame, clockwise from its upper left corner, closed; each side in `parts`.
 * Throws AppError where the CRS cannot be computed.
 */
export function frameOutline(
  plane: FramePlane,
  { centre, rotation }: SheetFrame,
  size: readonly [number, number],
  parts = 1,
): [number, number][] {
  const [x, y] = plane.toPlane(centre);
  const angle = (rotation * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const [right, up] = [size[0] / 2, size[1] / 2];
  const corners = [
    [-right, up],
    [right, up],
    [right, -up],
    [-right, -up],
    [-right, up],
  ] as const;
  const along: [number, number][] = [[...corners[0]]];
  for (let n = 1; n < corners.length; n++)
    for (let part = 1; part <= parts; part++) {
      const [from, to] = [corners[n - 1]!, corners[n]!];
      along.push([
        from[0] + ((to[0] - from[0]) * part) / parts,
        from[1] + ((to[1] - from[1]) * part) / parts,
      ]);
    }
  return along.map(([a, b]) => plane.fromPlane([x + a * cos + b * sin, y - a * sin + b * cos]));
}

/** West, south, east and north of a frame, degrees; beyond ±180 where it crosses the antimeridian. */
export function frameExtent(
  border: readonly (readonly [number, number])[],
): [number, number, number, number] {
  const from = border[0]![0];
  // Each a little further than the one before, so never by more than half a turn.
  let last = from;
  const longitudes = border.map(([longitude]) => {
    const turns = Math.round((last - longitude) / 360);
    return (last = longitude + 360 * turns);
  });
  const latitudes = border.map(([, latitude]) => latitude);
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}
