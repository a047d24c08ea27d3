import type { CloudSample } from '#core/protocol';
import { strideOf, type Triple } from '../../formats/pointcloud/points.ts';
import { openCloud, type OpenTask } from './convert.ts';

/** Points up to which all are read. */
const MOST = 1_000_000;
/** The cells that the density is counted in, in a row. */
const ROW = 2 ** 26;

export interface SampleTask extends OpenTask {
  /** Points that are read; by default a million. */
  most?: number;
}

export type SampledCloud = Omit<CloudSample, 'place'> & {
  /** Of its coordinates in metres; null: unknown. */
  crs: string | null;
  bounds: { min: Triple; max: Triple } | null;
};

/** Counts classes, returns and density of a point cloud, of a part where it is large; runs in a thread. */
export async function sampleCloud(task: SampleTask): Promise<SampledCloud> {
  const { most = MOST, format, columns } = task;
  const { source, crs } = await openCloud(task);
  try {
    const step = Math.max(1, Math.ceil((source.count ?? 0) / most));
    const [classes, returns] = [new Map<number, number>(), new Map<number, number>()];
    const cells = new Set<number>();
    const stride = strideOf(source);
    const [scaleX, scaleY] = source.scale;
    const [min, max]: [Triple, Triple] = [
      [Infinity, Infinity, Infinity],
      [-Infinity, -Infinity, -Infinity],
    ];
    let [points, isWhole] = [0, step === 1];
    for (const { words, count } of source.blocks(step)) {
      if (points >= most) {
        isWhole = false;
        break;
      }
      for (let i = 0, at = 0; i < count; i++, at += stride) {
        const flags = words[at + 5]!;
        add(classes, flags & 255);
        add(returns, (flags >> 8) & 255);
        for (let axis = 0; axis < 3; axis++) {
          const value = words[at + axis]!;
          if (value < min[axis]!) min[axis] = value;
          if (value > max[axis]!) max[axis] = value;
        }
        cells.add(Math.floor(words[at]! * scaleX) * ROW + Math.floor(words[at + 1]! * scaleY));
      }
      points += count;
    }
    const isLas = format === 'las' || format === 'laz' || format === 'copc';
    isWhole ||= points === source.count;
    const has = (column: 'classification' | 'return', counts: Map<number, number>, none: number) =>
      isLas || columns?.columns.includes(column) === true || [...counts.keys()].some((one) => one !== none);
    const placed = (corner: Triple) =>
      corner.map((value, axis) => value * source.scale[axis]! + source.offset[axis]!) as Triple;
    return {
      crs,
      bounds: points > 0 ? { min: placed(min), max: placed(max) } : null,
      points,
      isWhole,
      isSpread: step > 1 && isLas,
      classes: has('classification', classes, 0)
        ? sorted(classes).map(([code, count]) => ({ class: code, count }))
        : [],
      returns: has('return', returns, 1)
        ? sorted(returns).map(([number, count]) => ({ return: number, count }))
        : [],
      density: isWhole && crs !== null && cells.size > 0 ? points / cells.size : null,
    };
  } finally {
    source.close();
  }
}

function add(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

const sorted = (counts: Map<number, number>): [number, number][] => [...counts].sort(([a], [b]) => a - b);
