import { open } from 'node:fs/promises';
import { HttpError } from '../../base/http-error.ts';
import { Findings, Unreadable } from '../../base/problems.ts';
import { Archive, type ZipMember } from '../../formats/zip/archive.ts';

/** A zip may have this in front of it. */
export const isZip = (head: Buffer): boolean => head[0] === 0x50 && head[1] === 0x4b;

/** Runs `work` with the only IFC file of an archive. Throws HttpError 422 saying what is wrong with the archive. */
async function ofArchive<T>(
  file: string,
  name: string,
  work: (archive: Archive, member: ZipMember) => Promise<T>,
): Promise<T> {
  let archive: Archive | undefined;
  try {
    archive = await Archive.open(file, new Findings());
    const members = archive.members.filter(({ extension }) => extension === 'ifc');
    if (members.length !== 1) throw new HttpError(422, 'bim.zip-content', { name, count: members.length });
    return await work(archive, members[0]!);
  } catch (thrown) {
    if (thrown instanceof Unreadable)
      throw new HttpError(422, `import.refused.${thrown.key}`, { name, ...thrown.values });
    throw thrown;
  } finally {
    archive?.close();
  }
}

/** The first bytes of the IFC file in an archive. */
export function headInZip(file: string, name: string, bytes: number): Promise<Buffer> {
  return ofArchive(file, name, (archive, member) => archive.head(member, bytes));
}

/** Unpacks the IFC file of an archive into a folder; resolves to its path. */
export function unpackIfc(file: string, folder: string, name: string): Promise<string> {
  return ofArchive(file, name, (archive, member) => archive.extract(member, folder, 'model.ifc'));
}

/** The last bytes of a file. */
export async function tailOf(file: string, bytes: number): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const buffer = Buffer.alloc(Math.min(bytes, size));
    await handle.read(buffer, 0, buffer.length, size - buffer.length);
    return buffer;
  } finally {
    await handle.close();
  }
}
