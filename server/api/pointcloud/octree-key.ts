export const OCTREE_FILES = ['metadata.json', 'hierarchy.bin', 'octree.bin'] as const;
export type OctreeFile = (typeof OCTREE_FILES)[number];

/** Storage key of a file of an octree. */
export function octreeKey(fileId: string, version: number, file: OctreeFile): string {
  return `clouds/${fileId}/${version}/${file}`;
}
