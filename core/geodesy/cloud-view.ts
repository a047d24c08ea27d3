import type { StoredGeoreference } from '#core/protocol';
import { inUnits, type Affine } from './local-transform.ts';

/**
 * From the stored coordinates of a point cloud to those in which it is viewed and asked about: those of its CRS, in
 * metres for an octree, and for a COPC in the units of the CRS with heights in the unit of the file.
 */
export function cloudViewOf(
  { transform, unit, heightUnit }: Pick<StoredGeoreference, 'transform' | 'unit' | 'heightUnit'>,
  { isCopc, metresPerHeightUnit }: { readonly isCopc: boolean; readonly metresPerHeightUnit: number },
): Affine {
  return inUnits(transform, isCopc ? [1, 1, heightUnit / metresPerHeightUnit] : [unit, unit, heightUnit]);
}
