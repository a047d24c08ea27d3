import { openSync, closeSync, readSync } from 'node:fs';
import { crc32, inflateRawSync } from 'node:zlib';
import * as yauzl from 'yauzl';
import { mediaTypeOf } from './kinds.ts';
import { shown, UnusableTileset } from './unusable.ts';

const GB = 1024 ** 3;
const MAX_FILES = 100_000;
const MAX_BYTES = 32 * GB;
/** Largest file: tiles for a browser are far smaller. */
const MAX_FILE_BYTES = GB / 4;
/** Compression ratio above which a large file is treated as a zip bomb. */
const MAX_RATIO = 300;
const RATIO_FROM = GB / 10;
const [STORED, DEFLATED] = [0, 8];

/** A file of the archive and its position in it. */
export interface ArchiveFile {
  path: string;
  start: number;
  packed: number;
  bytes: number;
  deflated: boolean;
  crc: number;
}

/** A zip that was checked; its files are read in place. */
export class TilesetArchive {
  readonly members = new Map<string, ArchiveFile>();
  readonly #file: number;

  private constructor(file: number) {
    this.#file = file;
  }

  /** Throws UnusableTileset saying what is wrong with the archive. */
  static async open(path: string): Promise<TilesetArchive> {
    const zip = await yauzl
      .openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false })
      .catch(() => {
        throw new UnusableTileset('no-archive');
      });
    const directory = new TilesetArchive(openSync(path, 'r'));
    try {
      await directory.#list(zip);
      return directory;
    } catch (thrown) {
      directory.close();
      throw thrown instanceof UnusableTileset ? thrown : new UnusableTileset('archive-damaged');
    } finally {
      zip.close();
    }
  }

  async #list(zip: yauzl.ZipFile): Promise<void> {
    if (zip.entryCount > MAX_FILES)
      throw new UnusableTileset('too-many-files', { files: zip.entryCount, most: MAX_FILES });
    let [total, packed] = [0, 0];
    for await (const entry of zip.eachEntry()) {
      total += entry.uncompressedSize;
      packed += entry.compressedSize;
      if (total > MAX_BYTES) throw new UnusableTileset('too-large', { most: MAX_BYTES / GB });
      if (total > RATIO_FROM && total / Math.max(1, packed) > MAX_RATIO) throw new UnusableTileset('bomb');
      const path = nameOf(entry);
      if (path.endsWith('/') || mediaTypeOf(path) === undefined) continue;
      this.members.set(path, await memberOf(zip, entry, path));
    }
  }

  /** The unpacked bytes of a file. Throws UnusableTileset when they do not match the archive's directory. */
  read({ path, start, packed, bytes, deflated, crc }: ArchiveFile): Buffer {
    try {
      const raw = this.#bytes(start, packed);
      const content = deflated ? inflateRawSync(raw, { maxOutputLength: Math.max(1, bytes) }) : raw;
      if (content.length === bytes && crc32(content) === crc) return content;
    } catch {
      // Reported below: truncated, or not what was packed.
    }
    throw new UnusableTileset('file-damaged', { name: shown(path) });
  }

  #bytes(start: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    for (let done = 0; done < length;) {
      const read = readSync(this.#file, bytes, done, length - done, start + done);
      if (read === 0) throw new RangeError('Cut off.');
      done += read;
    }
    return bytes;
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Throws UnusableTileset when the name leads out of the archive. */
function nameOf(entry: yauzl.Entry): string {
  const raw = entry.fileName as unknown as Buffer;
  const name = yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, false);
  if (yauzl.validateFileName(name) !== null) throw new UnusableTileset('unsafe-path', { name: shown(name) });
  return name;
}

async function memberOf(zip: yauzl.ZipFile, entry: yauzl.Entry, path: string): Promise<ArchiveFile> {
  const { compressedSize: packed, uncompressedSize: bytes, compressionMethod, crc32: crc } = entry;
  const name = shown(path);
  if (entry.isEncrypted()) throw new UnusableTileset('encrypted', { name });
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED)
    throw new UnusableTileset('packing', { name, method: compressionMethod });
  if (Math.max(bytes, packed) > MAX_FILE_BYTES)
    throw new UnusableTileset('file-too-large', { name, most: MAX_FILE_BYTES / 1024 ** 2 });
  const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  return { path, start, packed, bytes, deflated: compressionMethod === DEFLATED, crc };
}
