import * as yauzl from 'yauzl';
import sax from 'sax';

/** Of one file: members, bytes of those that are read, and elements within each other. */
const MAX_ENTRIES = 20_000;
const MAX_BYTES = 256 * 1024 * 1024;
const DEEPEST = 1_000;

/** What happens in an XML, in order; names have no prefix. */
export interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** The parts of an office file, read one after the other. Throws on what is damaged, encrypted or too large. */
export class ZipParts {
  readonly #zip: yauzl.ZipFile;
  readonly #entries: ReadonlyMap<string, yauzl.Entry>;
  #bytes = 0;

  private constructor(zip: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  static async open(file: string): Promise<ZipParts> {
    const zip = await yauzl.openPromise(file, { lazyEntries: true, autoClose: false });
    const entries = new Map<string, yauzl.Entry>();
    try {
      if (zip.entryCount > MAX_ENTRIES) throw new Error('The file has too many parts.');
      for await (const entry of zip.eachEntry()) entries.set(String(entry.fileName), entry);
      return new ZipParts(zip, entries);
    } catch (thrown) {
      zip.close();
      throw thrown;
    }
  }

  get names(): Iterable<string> {
    return this.#entries.keys();
  }

  /** False where there is no such part. `isEnough` ends it early. */
  async read(name: string, handler: XmlHandler, isEnough: () => boolean = () => false): Promise<boolean> {
    const entry = this.#entries.get(name);
    if (!entry) return false;
    if (entry.isEncrypted()) throw new Error('The file is encrypted.');
    const parser = sax.parser(true);
    let depth = 0;
    parser.onerror = (error) => {
      throw error;
    };
    parser.ondoctype = () => {
      throw new Error('An office file has no document type.');
    };
    parser.onopentag = ({ name: tag, attributes }) => {
      if (++depth > DEEPEST) throw new Error('The elements are too deep in each other.');
      handler.open?.(tag.slice(tag.indexOf(':') + 1), attributes as Record<string, string>);
    };
    parser.onclosetag = (tag) => {
      depth--;
      handler.close?.(tag.slice(tag.indexOf(':') + 1));
    };
    parser.ontext = (text) => handler.text?.(text);
    const decoder = new TextDecoder();
    for await (const chunk of (await this.#zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      this.#bytes += chunk.length;
      if (this.#bytes > MAX_BYTES) throw new Error('The file is too large when unpacked.');
      parser.write(decoder.decode(chunk, { stream: true }));
      if (isEnough()) return true;
    }
    parser.close();
    return true;
  }

  close(): void {
    this.#zip.close();
  }
}
