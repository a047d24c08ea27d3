import { useGridFiles, type GridFiles } from '../../shared/crs/grids.ts';
import { openE57 } from '../../formats/pointcloud/e57/e57-source.ts';
import { openLas } from '../../formats/pointcloud/las/las-source.ts';
import { openPly } from '../../formats/pointcloud/ply/ply-source.ts';
import { openText } from '../../formats/pointcloud/text/text-source.ts';
import type { PointSource } from '../../formats/pointcloud/points.ts';
import { UnusableCloud } from '../../formats/pointcloud/unusable-cloud.ts';
import { writeOctree, type WrittenOctree } from '../../formats/pointcloud/octree/write-octree.ts';
import type { CloudHeader, TextColumns } from '#core/protocol';
import type { Frame } from './frame.ts';
import { projected } from './projected.ts';

export interface CloudTask {
  /** Path of the point cloud. */
  file: string;
  /** Where the octree is written. */
  folder: string;
  format: CloudHeader['format'];
  frame: Frame;
  /** Of a text. */
  columns: TextColumns | null;
  grids: GridFiles;
}

/** Converts a point cloud to an octree; runs in a thread. */
export async function convertCloud(
  task: CloudTask,
  progress: (part: number) => void,
): Promise<WrittenOctree> {
  const { folder, frame } = task;
  const stored = await openCloud(task);
  try {
    const source = frame.degrees === null ? stored : await inMetres(stored, task);
    return writeOctree(source, { folder, projection: frame.crs ?? '', progress });
  } catch (thrown) {
    // A file that ends before it says so.
    throw thrown instanceof RangeError ? new UnusableCloud('damaged-points') : thrown;
  } finally {
    stored.close();
  }
}

async function openCloud({ file, format, frame, columns }: CloudTask): Promise<PointSource> {
  const unit = frame.fileUnit;
  switch (format) {
    case 'las':
    case 'laz':
    case 'copc':
      return openLas(file, unit, frame.heightUnit);
    case 'e57':
      return openE57(file);
    case 'ply':
      return openPly(file, unit, frame.heightUnit);
    case 'pts':
    case 'xyz':
      if (!columns) throw new UnusableCloud('columns-unknown');
      return openText(file, { columns, pts: format === 'pts' }, unit, frame.heightUnit);
  }
}

async function inMetres(source: PointSource, { frame, grids }: CloudTask): Promise<PointSource> {
  useGridFiles(grids);
  return projected(source, frame.degrees!, frame.crs!);
}
