import type { Geometry, PaperBox } from '#core/protocol';
import { planeAbout, type FramePlane } from '#core/sheets';
import { runsOf } from '../../../formats/shapes.ts';
import type { PlacedFrame } from '../content/sheet-task.ts';

type Place = readonly [east: number, north: number];

/** Frames one after the other along a line, at most `most`, each turned so that the line runs from left to right. */
export function framesAlong(
  crs: string,
  location: Geometry,
  of: { frame: PlacedFrame; box: PaperBox; overlap: number; most: number },
): PlacedFrame[] {
  if (!location.type.endsWith('LineString')) return [];
  return runsOf(location).flatMap(({ positions }) => {
    const plane = planeAbout(crs, positions[0]!);
    return placedAlong(
      plane,
      positions.map((position) => plane.toPlane(position)),
      of,
    );
  });
}

function placedAlong(
  plane: FramePlane,
  line: readonly Place[],
  { frame, box, overlap, most }: { frame: PlacedFrame; box: PaperBox; overlap: number; most: number },
): PlacedFrame[] {
  const wide = (box.width / 1000) * frame.scale * (1 - overlap);
  const lengths = [0];
  for (let n = 1; n < line.length; n++)
    lengths.push(lengths[n - 1]! + Math.hypot(line[n]![0] - line[n - 1]![0], line[n]![1] - line[n - 1]![1]));
  const whole = lengths.at(-1)!;
  const count = Math.min(most, Math.max(1, Math.ceil(whole / wide - 1e-9)));
  const step = whole / count;
  return Array.from({ length: count }, (_, n) => {
    const from = placeAt(line, lengths, n * step);
    const to = placeAt(line, lengths, (n + 1) * step);
    const azimuth = (Math.atan2(to[0] - from[0], to[1] - from[1]) * 180) / Math.PI;
    const centre = plane.fromPlane([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
    // The line runs to the right: the upward direction is a quarter turn to its left.
    return { centre, rotation: (azimuth - 90 + 720) % 360, scale: frame.scale };
  });
}

/** The place at a distance from the beginning of the line. */
function placeAt(line: readonly Place[], lengths: readonly number[], distance: number): Place {
  const found = lengths.findIndex((length) => length >= distance);
  const n = found < 0 ? line.length - 1 : Math.max(1, found);
  const long = lengths[n]! - lengths[n - 1]!;
  const share = long > 0 ? Math.min(1, (distance - lengths[n - 1]!) / long) : 0;
  const [a, b] = [line[n - 1]!, line[n]!];
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
}
