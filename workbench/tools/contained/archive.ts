import { buffer } from 'node:stream/consumers';
import * as yauzl from 'yauzl';
import { ZipFile } from 'yazl';

/** The moment of all files in a package, so that the same files always make the same package. */
const MOMENT = new Date('2000-01-01T00:00:00Z');

/** Zips the files of a package, sorted by name. */
export function zipFiles(files: ReadonlyMap<string, Uint8Array>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    zip.addBuffer(Buffer.from(content), name, { mtime: MOMENT, mode: 0o100644 });
  zip.end();
  return buffer(zip.outputStream);
}

/** The files of a package that this tool has made. */
export async function unzipFiles(bytes: Buffer): Promise<Map<string, Uint8Array>> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  const files = new Map<string, Uint8Array>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}
