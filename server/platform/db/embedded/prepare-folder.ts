import fs from 'node:fs';
import path from 'node:path';

const CAUSES: Readonly<Record<string, string>> = {
  EEXIST: 'a file has its name',
  ENOTDIR: 'a part of its path is a file',
  EACCES: 'this user may not write to it',
  EPERM: 'this user may not write to it',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'no folder can be created there',
};

/** Node's own way never ends in a folder where none can be made, such as /proc. */
function makeFolder(folder: string): void {
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'EEXIST' && fs.statSync(folder).isDirectory()) return;
    if (code !== 'ENOENT' || fs.existsSync(path.dirname(folder))) throw thrown;
    makeFolder(path.dirname(folder));
    fs.mkdirSync(folder, { mode: 0o700 });
  }
}

/**
 * Creates the folder of the database with its parent, readable by this user alone. Throws an error that says why it
 * cannot be used.
 */
export function prepareFolder(folder: string): void {
  try {
    makeFolder(folder);
    fs.accessSync(path.dirname(folder), fs.constants.W_OK);
    // A folder of before may be open to others.
    fs.chmodSync(folder, 0o700);
    const trial = path.join(path.dirname(folder), `.trial-${process.pid}`);
    fs.writeFileSync(trial, '');
    fs.rmSync(trial);
  } catch (thrown) {
    const { code = '', message } = thrown as NodeJS.ErrnoException;
    throw new Error(
      `The data folder ${path.dirname(folder)} cannot be used: ${CAUSES[code] ?? message}. Correct that, or set GROMA_DATA to another folder.`,
      { cause: thrown },
    );
  }
}
