const DISK_FULL = 'the disk is full';
const NOT_PERMITTED = 'this user may not read or write its files';
/** What the engine's file system throws has only a number, of WASI. */
const CAUSES: Readonly<Record<number, string>> = {
  2: NOT_PERMITTED,
  19: DISK_FULL,
  29: 'its files cannot be read or written',
  51: DISK_FULL,
  63: NOT_PERMITTED,
  69: 'the file system is read-only',
};

/** Why the engine did not open, of anything that it throws. */
export function causeOf(thrown: unknown): string {
  const { errno } = thrown as { errno?: unknown };
  if (typeof errno === 'number') return CAUSES[errno] ?? `error ${errno} of its file system`;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  // PGlite does not tell why it cannot open a folder.
  return /Aborted|failed to initialize/.test(message) ? 'its files are incomplete or unreadable' : message;
}

/** The message for the operator, with what to do. */
export function openingFailure(folder: string, cause: string): string {
  const remedy = cause === DISK_FULL ? 'Free space' : 'If it is damaged, restore the folder from a backup';
  return `The database in ${folder} cannot be opened (${cause}). ${remedy}, or set GROMA_DATA to another folder.`;
}
