import { ByteFile } from '../../byte-file.ts';
import { UnusableCloud } from '../unusable-cloud.ts';

const HEADER = 48;
const CHECKSUM = 4;
const MIN_PAGE = 512;
const MAX_PAGE = 1024 * 1024;
const MAX_XML = 64 * 1024 * 1024;

export interface E57Header {
  version: string;
  page: number;
  xmlAt: number;
  xmlBytes: number;
}

/** Parses the first bytes of an E57 file of `size` bytes. Throws UnusableCloud. */
export function parseE57Header(head: Buffer, size: number): E57Header {
  if (head.toString('latin1', 0, 8) !== 'ASTM-E57') throw new UnusableCloud('not-las');
  if (head.length < HEADER) throw new UnusableCloud('cut-off');
  const [stated, xmlAt, xmlBytes, page] = [16, 24, 32, 40].map((at) => Number(head.readBigUInt64LE(at))) as [
    number,
    number,
    number,
    number,
  ];
  if (stated > size) throw new UnusableCloud('cut-off');
  if (page < MIN_PAGE || page > MAX_PAGE || xmlAt >= size || xmlBytes > Math.min(MAX_XML, size))
    throw new UnusableCloud('damaged');
  return { version: `${head.readUInt32LE(8)}.${head.readUInt32LE(12)}`, page, xmlAt, xmlBytes };
}

/** The bytes of the file that hold its XML: from the first to the last. */
export function xmlRange({ page, xmlAt, xmlBytes }: E57Header, size: number): [number, number] {
  const pages = Math.ceil(xmlBytes / (page - CHECKSUM)) + 1;
  return [xmlAt, Math.min(size, xmlAt + xmlBytes + pages * CHECKSUM) - 1];
}

/** The XML in those bytes. */
export function xmlIn(bytes: Buffer, { page, xmlAt, xmlBytes }: E57Header): string {
  const parts: Buffer[] = [];
  for (let at = xmlAt; at < xmlAt + bytes.length;) {
    const end = at - (at % page) + page;
    parts.push(bytes.subarray(at - xmlAt, Math.max(at, end - CHECKSUM) - xmlAt));
    at = end;
  }
  const content = Buffer.concat(parts);
  if (content.length < xmlBytes) throw new UnusableCloud('cut-off');
  return content.toString('utf8', 0, xmlBytes);
}

/** An E57 file: pages that each end in a checksum, which is left out here. */
export class E57File {
  readonly #file: ByteFile;
  readonly #header: E57Header;

  /** Throws UnusableCloud. */
  constructor(path: string) {
    this.#file = new ByteFile(path);
    const { size } = this.#file;
    this.#header = parseE57Header(this.#file.slice(0, HEADER), size);
  }

  get size(): number {
    return this.#file.size;
  }

  get xml(): string {
    const [from, to] = xmlRange(this.#header, this.size);
    return xmlIn(this.#file.slice(from, to - from + 1), this.#header);
  }

  /** `length` bytes from a position in the file, and the position after them. Throws UnusableCloud beyond its end. */
  read(position: number, length: number): { bytes: Buffer; next: number } {
    const { page } = this.#header;
    const content = page - CHECKSUM;
    if (
      position < 0 ||
      !Number.isSafeInteger(position) ||
      position > this.#file.size ||
      length > this.#file.size
    )
      throw new UnusableCloud('damaged-points');
    const bytes = Buffer.allocUnsafe(length);
    let at = position;
    for (let done = 0; done < length;) {
      const inPage = at % page;
      if (inPage >= content) {
        at += page - inPage;
        continue;
      }
      const some = Math.min(length - done, content - inPage);
      const part = this.#file.slice(at, some);
      if (part.length < some) throw new UnusableCloud('damaged-points');
      part.copy(bytes, done);
      done += some;
      at += some;
    }
    return { bytes, next: at };
  }

  close(): void {
    this.#file.close();
  }
}
