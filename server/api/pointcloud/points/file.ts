import { rmSync } from 'node:fs';
import type { CloudSelection } from '#core/protocol';
import type { LasFormat } from '../../../formats/pointcloud/las-layout.ts';
import { LazEncoder } from '../../../formats/pointcloud/laz/laz-encoder.ts';
import { LasWriter } from '../../../formats/pointcloud/las-writer.ts';
import type { Vector3 } from '../../../formats/pointcloud/source.ts';
import { Unusable } from '../../../base/unusable.ts';
import type { Cloud } from './cloud.ts';
import { thinning } from './thin.ts';
import type { CloudFile, WrittenCloud } from './task.ts';
import { Walk } from './walk.ts';

const SECONDS = 1500;

/** Writes the points of a selection to one LAS or LAZ file. */
export async function writeCloudFile(
  clouds: readonly Cloud[],
  selection: CloudSelection,
  file: CloudFile,
): Promise<WrittenCloud> {
  const [first] = clouds;
  const { scale, offset } = first!.source;
  const format = formatOf(clouds, file.version);
  // Compressed files are LAS 1.4: the compression of the older point formats is another.
  const encoder = file.format === 'laz' && format >= 6 ? new LazEncoder(format as 6 | 7) : undefined;
  if (file.format === 'laz' && !encoder) throw new Unusable('pointcloud.laz-version');
  const { version, wkt, epsg } = file;
  const writer = new LasWriter(file.path, { version, format, scale, offset, wkt, epsg, encoder });
  const keep = thinning(file.thin);
  let stoppedBy: WrittenCloud['stoppedBy'] = null;
  try {
    for (const cloud of clouds) {
      const limits = {
        seconds: SECONDS,
        points: file.limit - writer.count,
        level: file.level,
        spacing: file.spacing,
      };
      const walk = new Walk(cloud, selection, limits);
      const place = placing(cloud, scale, offset);
      for await (const { points, chosen } of walk.found())
        for (const i of chosen) {
          const at = place(points.positions, i);
          if (keep(at[0] * scale[0] + offset[0], at[1] * scale[1] + offset[1], at[2] * scale[2] + offset[2]))
            writer.add(points, i, at);
        }
      stoppedBy ??= walk.stoppedBy;
    }
    writer.close();
  } catch (failure) {
    writer.abandon();
    rmSync(file.path, { force: true });
    throw failure;
  }
  return { points: writer.count, stoppedBy, lostClasses: writer.lostClasses };
}

function formatOf(clouds: readonly Cloud[], version: CloudFile['version']): LasFormat {
  const colour = clouds.some(({ source }) => source.hasColour);
  if (version === '1.4') return colour ? 7 : 6;
  return colour ? 3 : 1;
}

/** Integers of the file: those of the first cloud as they are, of others by their coordinates. */
function placing(
  cloud: Cloud,
  scale: Vector3,
  offset: Vector3,
): (positions: Int32Array, i: number) => Vector3 {
  const own = cloud.source;
  const same = [0, 1, 2].every(
    (axis) => own.scale[axis] === scale[axis] && own.offset[axis] === offset[axis],
  );
  const at: Vector3 = [0, 0, 0];
  return (positions, i) => {
    for (let axis = 0; axis < 3; axis++) {
      const integer = positions[3 * i + axis]!;
      at[axis] = same
        ? integer
        : Math.round((integer * own.scale[axis]! + own.offset[axis]! - offset[axis]!) / scale[axis]!);
      if (Math.abs(at[axis]!) >= 2 ** 31) throw new Unusable('pointcloud.too-far-apart');
    }
    return at;
  };
}
