import { loadVerticalCrs, UNMOVED, verticalCrsOf } from '#core/geodesy';
import type { CloudHeader } from '#core/protocol';
import type { FileRow } from '../../../shared/files/store.ts';
import type { Placed } from '../../../shared/placement/georeferences.ts';

// Records are made without waiting.
await loadVerticalCrs();

/** In which units a cloud is viewed. */
interface Units {
  readonly isCopc: boolean;
  readonly crs: string | null;
  /** Metres per unit of x and y of the CRS, and of heights in the file. */
  readonly unit: number;
  readonly heightUnit: number;
}

/**
 * What the coordinates of a cloud are, and where that is by its file. They are those in which it is viewed: metres in an
 * octree, as stored in a COPC.
 */
export function ownPlace(row: FileRow, { isCopc, crs, unit, heightUnit }: Units): Placed {
  const { verticalCrs = null } = row.facts as CloudHeader;
  const vertical = verticalCrs === null ? undefined : verticalCrsOf(verticalCrs);
  const scale = scaleOf({ isCopc, unit, heightUnit }, vertical?.metres);
  return {
    fileId: row.id,
    basis: [row.content, crs ?? '', unit, heightUnit, isCopc ? 'copc' : 'octree'].join(' '),
    own: {
      crs,
      verticalCrs: vertical ? vertical.code : null,
      transform: { ...UNMOVED, scale },
      unit,
      heightUnit: vertical?.metres ?? 1,
      found: 'file',
      note: verticalCrs !== null && !vertical ? verticalCrs : null,
      fit: null,
    },
  };
}

/** Units of the map per unit of the view. */
function scaleOf(
  { isCopc, unit, heightUnit }: Omit<Units, 'crs'>,
  verticalUnit = 1,
): [number, number, number] {
  return isCopc ? [1, 1, heightUnit / verticalUnit] : [1 / unit, 1 / unit, 1 / verticalUnit];
}
