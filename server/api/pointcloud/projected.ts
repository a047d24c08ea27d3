import { project, unproject } from '#core/geodesy';
import { strideOf, type PointBlock, type PointSource } from '../../formats/pointcloud/points.ts';
import { UnusableCloud } from '../../formats/pointcloud/unusable-cloud.ts';
import { readyCrs } from '../../shared/crs/registered.ts';
import { utmAt } from './frame.ts';

/** Metres: a hundredth of what degrees are stored with. */
const STEP = 0.0001;

/** A point cloud in degrees, projected; heights are unchanged. */
export async function projected(source: PointSource, from: string, to: string): Promise<PointSource> {
  const moved = await placing(from, to);
  const [scaleX, scaleY, scaleZ] = source.scale;
  const [offsetX, offsetY, offsetZ] = source.offset;
  const place = (words: Int32Array, at: number): [number, number] =>
    moved(words[at]! * scaleX + offsetX, words[at + 1]! * scaleY + offsetY);
  const stride = strideOf(source);
  const [east, north] = firstOf(source, place);
  return {
    ...source,
    scale: [STEP, STEP, scaleZ],
    offset: [east, north, offsetZ],
    bounds: undefined,
    *blocks(step) {
      for (const block of source.blocks(step)) {
        const { words, count }: PointBlock = block;
        for (let i = 0, at = 0; i < count; i++, at += stride) {
          const [x, y] = place(words, at);
          const [stepsX, stepsY] = [Math.round((x - east) / STEP), Math.round((y - north) / STEP)];
          if (stepsX !== (stepsX | 0) || stepsY !== (stepsY | 0))
            throw new UnusableCloud('too-wide', { most: Math.floor((2 ** 31 * STEP) / 1000) });
          words[at] = stepsX;
          words[at + 1] = stepsY;
        }
        yield block;
      }
    },
  };
}

/** Projects degrees. What it returns throws UnusableCloud for what are none. */
export async function placing(from: string, to: string): Promise<(x: number, y: number) => [number, number]> {
  await Promise.all([readyCrs(from), readyCrs(to)]);
  return (x, y) => {
    try {
      if (Math.abs(x) > 360 || Math.abs(y) > 90) throw new RangeError('no degrees');
      return project(to, unproject(from, [x, y]));
    } catch {
      throw new UnusableCloud('not-degrees', { x, y, crs: from });
    }
  };
}

/** The zone of UTM where the first point of a cloud in degrees lies. */
export function zoneOf({ scale, offset, blocks }: PointSource): string {
  for (const { words, count } of blocks())
    if (count > 0) return utmAt(words[0]! * scale[0] + offset[0], words[1]! * scale[1] + offset[1]);
  throw new UnusableCloud('empty');
}

/** Full metres near the first point: integers are counted from there. */
function firstOf(
  source: PointSource,
  place: (words: Int32Array, at: number) => [number, number],
): [number, number] {
  for (const { words } of source.blocks()) return place(words, 0).map(Math.round) as [number, number];
  throw new UnusableCloud('empty');
}
