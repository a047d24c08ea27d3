import { buffer } from 'node:stream/consumers';
import * as yauzl from 'yauzl';
import { ENTRY_FILE, JOBS_FILE, MANIFEST_FILE, PACKAGE_LIMITS, SIGNATURE_FILE } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';

/** The only files of a package, with their most bytes. A name that is none of these is refused, so none is ever a path. */
const FILES: ReadonlyMap<string, number> = new Map([
  [MANIFEST_FILE, PACKAGE_LIMITS.manifest],
  [ENTRY_FILE, PACKAGE_LIMITS.entry],
  [JOBS_FILE, PACKAGE_LIMITS.jobs],
  [SIGNATURE_FILE, PACKAGE_LIMITS.signature],
]);

/** The files of a package by their names. Throws 422 saying what is wrong; at most the bytes above are unpacked. */
export async function unzipPackage(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl
    .fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false, validateEntrySizes: true })
    .catch(() => Promise.reject(new HttpError(422, 'plugins.no-zip')));
  const files = new Map<string, Buffer>();
  try {
    for await (const entry of zip.eachEntry()) {
      const name = (entry.fileName as unknown as Buffer).toString('latin1');
      const most = FILES.get(name);
      if (most === undefined || files.has(name))
        throw new HttpError(422, 'plugins.other-file', { name: printable(name) });
      if (entry.isEncrypted()) throw new HttpError(422, 'plugins.encrypted', { name });
      if (entry.uncompressedSize > most)
        throw new HttpError(422, 'plugins.file-too-large', { name, most: Math.floor(most / 1024) });
      files.set(name, await buffer(await zip.openReadStreamPromise(entry)));
    }
  } catch (thrown) {
    throw thrown instanceof HttpError ? thrown : new HttpError(422, 'plugins.broken-zip');
  }
  for (const name of [MANIFEST_FILE, ENTRY_FILE])
    if (!files.has(name)) throw new HttpError(422, 'plugins.missing-file', { name });
  return files;
}

function printable(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '?').slice(0, 80);
}
