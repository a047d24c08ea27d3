import { useGridFiles, type GridFiles } from '../../shared/crs/grids.ts';
import { openE57 } from '../../formats/pointcloud/e57/e57-source.ts';
import { openLas } from '../../formats/pointcloud/las/las-source.ts';
import { openPly } from '../../formats/pointcloud/ply/ply-source.ts';
import { openText } from '../../formats/pointcloud/text/text-source.ts';
import type { MeasuredPoint, Place } from '../../formats/pointcloud/measured.ts';
import type { PointSource } from '../../formats/pointcloud/points.ts';
import { UnusableCloud } from '../../formats/pointcloud/unusable-cloud.ts';
import { writeOctree, type WrittenOctree } from '../../formats/pointcloud/octree/write-octree.ts';
import type { CloudHeader, TextColumns } from '#core/protocol';
import type { Frame } from './frame.ts';
import { placing, projected, zoneOf } from './projected.ts';

export interface OpenTask {
  /** Path of the point cloud. */
  file: string;
  format: CloudHeader['format'];
  frame: Frame;
  /** Of a text. */
  columns: TextColumns | null;
  grids: GridFiles;
}

export interface CloudTask extends OpenTask {
  /** Where the octree is written. */
  folder: string;
}

export interface ConvertedCloud extends WrittenOctree {
  /** Of the octree's coordinates; null: unknown. */
  crs: string | null;
}

/** Converts a point cloud to an octree; runs in a thread. */
export async function convertCloud(
  task: CloudTask,
  progress: (part: number) => void,
): Promise<ConvertedCloud> {
  const { folder } = task;
  const { source, crs } = await openCloud(task);
  try {
    return { ...writeOctree(source, { folder, projection: crs ?? '', progress }), crs };
  } catch (thrown) {
    // A file that ends before it says so.
    throw thrown instanceof RangeError ? new UnusableCloud('damaged-points') : thrown;
  } finally {
    source.close();
  }
}

/** The points of a file in metres, and the CRS they are in. Throws UnusableCloud. */
export async function openCloud(task: OpenTask): Promise<{ source: PointSource; crs: string | null }> {
  useGridFiles(task.grids);
  const { file, format, frame } = task;
  const { degrees } = frame;
  if (format === 'las' || format === 'laz' || format === 'copc') {
    const stored = await openLas(file, frame.fileUnit, frame.heightUnit);
    if (degrees === null) return { source: stored, crs: frame.crs };
    try {
      return { source: await projected(stored, degrees, frame.crs!), crs: frame.crs };
    } catch (thrown) {
      stored.close();
      throw thrown;
    }
  }
  const stored = openMeasured(task);
  if (degrees === null) return { source: stored, crs: frame.crs };
  try {
    const crs = zoneOf(stored);
    const move = await placing(degrees, crs);
    const place = (point: MeasuredPoint) => ([point.x, point.y] = move(point.x, point.y));
    return { source: openMeasured(task, place), crs };
  } finally {
    stored.close();
  }
}

/** A file of decimal or floating-point numbers. */
function openMeasured({ file, format, frame, columns }: OpenTask, place?: Place): PointSource {
  const { fileUnit, heightUnit } = frame;
  if (format === 'e57') return openE57(file, place);
  if (format === 'ply') return openPly(file, fileUnit, heightUnit, place);
  if (!columns) throw new UnusableCloud('columns-unknown');
  return openText(file, { columns, pts: format === 'pts' }, fileUnit, heightUnit, place);
}
