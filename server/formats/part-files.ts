import fs from 'node:fs';
import path from 'node:path';
import { OutFile } from './out-file.ts';

const CHUNK = 1024 * 1024;

/** Parts of one file that are written side by side and stand after each other in it. */
export class PartFiles<Name extends string> {
  readonly #folder: string;
  readonly #parts = new Map<Name, { path: string; out: OutFile }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  to(name: Name): OutFile {
    const known = this.#parts.get(name);
    if (known) return known.out;
    const file = path.join(this.#folder, `.${name}.part`);
    const out = new OutFile(file);
    this.#parts.set(name, { path: file, out });
    return out;
  }

  has(name: Name): boolean {
    return this.#parts.has(name);
  }

  /** Appends a part to the file, and removes it. */
  append(name: Name, to: OutFile): void {
    const part = this.#parts.get(name);
    if (!part) return;
    this.#parts.delete(name);
    part.out.close();
    const file = fs.openSync(part.path, 'r');
    const chunk = Buffer.allocUnsafe(CHUNK);
    try {
      for (let read = fs.readSync(file, chunk); read > 0; read = fs.readSync(file, chunk))
        to.bytes(Uint8Array.from(chunk.subarray(0, read)));
    } finally {
      fs.closeSync(file);
      fs.unlinkSync(part.path);
    }
  }
}
