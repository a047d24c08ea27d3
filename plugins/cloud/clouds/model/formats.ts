/** Endings of files that hold points. */
export const CLOUD_ENDINGS = ['.las', '.laz', '.e57', '.ply', '.pts', '.xyz', '.csv', '.txt'] as const;
