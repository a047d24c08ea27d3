import { open } from 'node:fs/promises';
import path from 'node:path';
import * as yauzl from 'yauzl';
import { Unreadable, type Findings } from '../../base/problems.ts';
import { decoderOf } from '../encoding.ts';
import { Unpacking } from './unpacking.ts';

const MAX_ENTRIES = 10_000;
const MAX_BYTES = 2 * 1024 ** 3;
/** Text tables of blanks compress a hundredfold; beyond this ratio, and beyond 100 MB, it is a zip bomb. */
const MAX_RATIO = 300;
const RATIO_FROM = 100 * 1024 ** 2;

export interface ZipMember {
  /** As in the archive, for messages only: it is never used as a path. */
  name: string;
  /** Folder and name without extension, in lower case: files that belong together share it. */
  group: string;
  base: string;
  extension: string;
  entry: yauzl.Entry;
}

/** A zip that was checked; members are written to files with generated names. */
export class Archive {
  readonly members: ZipMember[] = [];
  #zip: yauzl.ZipFile;
  #path: string;
  readonly #begun: Unpacking[] = [];

  private constructor(zip: yauzl.ZipFile, path: string) {
    this.#zip = zip;
    this.#path = path;
  }

  /** Throws Unreadable saying what is wrong with the archive. */
  static async open(file: string, findings: Findings): Promise<Archive> {
    await checkMagic(file);
    let zip: yauzl.ZipFile;
    try {
      zip = await yauzl.openPromise(file, { lazyEntries: true, autoClose: false, decodeStrings: false });
    } catch {
      throw new Unreadable('zip-broken');
    }
    const archive = new Archive(zip, file);
    try {
      await archive.#list(findings);
      return archive;
    } catch (thrown) {
      zip.close();
      throw thrown instanceof Unreadable ? thrown : new Unreadable('zip-broken');
    }
  }

  async #list(findings: Findings): Promise<void> {
    if (this.#zip.entryCount > MAX_ENTRIES)
      throw new Unreadable('zip-too-many-entries', { count: this.#zip.entryCount, most: MAX_ENTRIES });
    let total = 0;
    let packed = 0;
    for await (const entry of this.#zip.eachEntry()) {
      total += entry.uncompressedSize;
      packed += entry.compressedSize;
      if (total > MAX_BYTES) throw new Unreadable('zip-too-large', { most: MAX_BYTES / 1024 ** 3 });
      if (total > RATIO_FROM && total / Math.max(1, packed) > MAX_RATIO) throw new Unreadable('zip-bomb');
      const name = nameOf(entry);
      const parts = name.split(/[\\/]/);
      const leaf = parts[parts.length - 1]!;
      if (leaf === '' || parts.includes('__MACOSX') || leaf.startsWith('._')) continue;
      if (parts.includes('..') || /^([\\/]|[a-z]:)/i.test(name))
        findings.once('zip-unsafe-path', { name: leaf.slice(0, 80) });
      const dot = leaf.lastIndexOf('.');
      if (dot <= 0) continue;
      const base = leaf.slice(0, dot);
      this.members.push({
        name: leaf,
        base,
        group: [...parts.slice(0, -1), base].join('/').toLowerCase(),
        extension: leaf.slice(dot + 1).toLowerCase(),
        entry,
      });
    }
  }

  /** Unpacks one member into `folder` under the name `as`; resolves to its path. */
  async extract(member: ZipMember, folder: string, as: string): Promise<string> {
    const unpacking = await this.begin(member, folder, as);
    await unpacking.done;
    return unpacking.path;
  }

  /** Begins to unpack one member as `extract` does; the archive stays open until all of it is there. */
  async begin(member: ZipMember, folder: string, as: string): Promise<Unpacking> {
    const { entry, name } = member;
    if (entry.isEncrypted()) throw new Unreadable('zip-encrypted', { name });
    if (!entry.canDecodeFileData()) throw new Unreadable('zip-member-broken', { name });
    const { fileDataStart: start } = await this.#zip
      .readLocalFileHeaderPromise(entry, { minimal: true })
      .catch(() => {
        throw new Unreadable('zip-member-broken', { name });
      });
    const { compressedSize: length, uncompressedSize: size, crc32 } = entry;
    const packed = { file: this.#path, start, length, deflated: entry.isCompressed(), size, crc32 };
    const damaged = () => new Unreadable('zip-member-broken', { name });
    const unpacking = new Unpacking(packed, path.join(folder, as), damaged);
    this.#begun.push(unpacking);
    return unpacking;
  }

  /** The first bytes of a member. */
  async head(member: ZipMember, bytes: number): Promise<Buffer> {
    if (member.entry.isEncrypted()) throw new Unreadable('zip-encrypted', { name: member.name });
    const content = await this.#zip.openReadStreamPromise(member.entry);
    const chunks: Buffer[] = [];
    let length = 0;
    try {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        length += chunk.length;
        if (length >= bytes) break;
      }
    } catch {
      throw new Unreadable('zip-member-broken', { name: member.name });
    }
    return Buffer.concat(chunks).subarray(0, bytes);
  }

  close(): void {
    for (const unpacking of this.#begun) unpacking.stop();
    this.#zip.close();
  }
}

async function checkMagic(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    if (bytesRead === 0) throw new Unreadable('empty-file');
    const magic = buffer.toString('latin1', 0, bytesRead);
    if (magic === '\x00\x00\x27\x0a') throw new Unreadable('bare-shp');
    if (magic !== 'PK\x03\x04' && magic !== 'PK\x05\x06') throw new Unreadable('no-zip');
  } finally {
    await handle.close();
  }
}

const UTF8_FLAG = 0x800;
const ofDos = decoderOf('cp437');

function nameOf(entry: yauzl.Entry): string {
  const raw = entry.fileName as unknown as Uint8Array;
  return entry.generalPurposeBitFlag & UTF8_FLAG ? new TextDecoder().decode(raw) : ofDos(raw);
}
