import type { Extent } from '#core/document';
import type { Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';

/** Samples across and down. */
const SAMPLES_PER_SIDE = 5;
/** Limit as a multiple of the distance of the nearest edge: farther things are too small to be loaded. */
const FAR = 4;

/**
 * The visible extent of the ground in a picture of `size` CSS pixels. Near the horizon a pixel covers kilometres: the
 * extent is limited to a multiple of the distance of the lower edge. First > third across the antimeridian.
 */
export function seenExtent(
  toPosition: (pixel: Pixel) => Position | undefined,
  [width, height]: Pixel,
  [longitude, latitude]: Position,
): Extent {
  const seen: { east: number; north: number }[] = [];
  for (let row = 0; row < SAMPLES_PER_SIDE; row++)
    for (let column = 0; column < SAMPLES_PER_SIDE; column++) {
      const place = toPosition([
        (column * width) / (SAMPLES_PER_SIDE - 1),
        (row * height) / (SAMPLES_PER_SIDE - 1),
      ]);
      if (place) seen.push({ east: turned(place[0] - longitude), north: place[1] - latitude });
    }
  const squeeze = Math.cos((latitude * Math.PI) / 180);
  const away = ({ east, north }: { east: number; north: number }) => Math.hypot(east * squeeze, north);
  const foot = toPosition([width / 2, height]);
  const near = foot && away({ east: turned(foot[0] - longitude), north: foot[1] - latitude });
  const worth = near ? seen.filter((place) => away(place) <= FAR * near) : seen;
  const [easts, norths] = [worth.map(({ east }) => east), worth.map(({ north }) => north)];
  return [
    turned(longitude + Math.min(0, ...easts)),
    Math.max(-90, latitude + Math.min(0, ...norths)),
    turned(longitude + Math.max(0, ...easts)),
    Math.min(90, latitude + Math.max(0, ...norths)),
  ];
}

/** Wraps to ±180 degrees. */
function turned(degrees: number): number {
  return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
}
