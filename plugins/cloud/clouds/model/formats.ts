/** Endings of files that hold points. */
export const CLOUD_ENDINGS = ['.las', '.laz', '.e57', '.ply', '.pts', '.xyz', '.csv', '.txt'] as const;
/** Of which one dropped on the map is meant as points: tables may be something else. */
const DROPPED = /\.(las|laz|e57|ply|pts|xyz)$/i;

export function isCloudFile(name: string): boolean {
  return DROPPED.test(name);
}
