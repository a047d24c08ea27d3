/** A table of a FlatBuffer that was not checked: what lies beyond it throws RangeError. */
export class FlatTable {
  readonly #view: DataView;
  readonly #at: number;
  readonly #fields: number;
  readonly #size: number;

  private constructor(view: DataView, at: number) {
    this.#view = view;
    this.#at = at;
    this.#fields = at - view.getInt32(at, true);
    this.#size = view.getUint16(this.#fields, true);
  }

  /** The root table of a buffer without its size in front. */
  static root(view: DataView): FlatTable {
    return new FlatTable(view, view.getUint32(0, true));
  }

  /** Where the field with this number (from 0) lies; undefined where it has its default. */
  #place(field: number): number | undefined {
    const entry = 4 + 2 * field;
    if (entry + 2 > this.#size) return undefined;
    const offset = this.#view.getUint16(this.#fields + entry, true);
    return offset === 0 ? undefined : this.#at + offset;
  }

  byte(field: number, otherwise = 0): number {
    const at = this.#place(field);
    return at === undefined ? otherwise : this.#view.getUint8(at);
  }

  ushort(field: number, otherwise: number): number {
    const at = this.#place(field);
    return at === undefined ? otherwise : this.#view.getUint16(at, true);
  }

  int(field: number, otherwise = 0): number {
    const at = this.#place(field);
    return at === undefined ? otherwise : this.#view.getInt32(at, true);
  }

  ulong(field: number): number {
    const at = this.#place(field);
    return at === undefined ? 0 : Number(this.#view.getBigUint64(at, true));
  }

  text(field: number): string | undefined {
    const bytes = this.bytes(field);
    return bytes && new TextDecoder().decode(bytes);
  }

  bytes(field: number): Uint8Array | undefined {
    const found = this.#vector(field, 1);
    return found && new Uint8Array(this.#view.buffer, this.#view.byteOffset + found.at, found.length);
  }

  doubles(field: number): number[] | undefined {
    const found = this.#vector(field, 8);
    return (
      found && Array.from({ length: found.length }, (_, n) => this.#view.getFloat64(found.at + 8 * n, true))
    );
  }

  uints(field: number): number[] | undefined {
    const found = this.#vector(field, 4);
    return (
      found && Array.from({ length: found.length }, (_, n) => this.#view.getUint32(found.at + 4 * n, true))
    );
  }

  tables(field: number): FlatTable[] {
    const found = this.#vector(field, 4);
    if (!found) return [];
    return Array.from({ length: found.length }, (_, n) => {
      const at = found.at + 4 * n;
      return new FlatTable(this.#view, at + this.#view.getUint32(at, true));
    });
  }

  table(field: number): FlatTable | undefined {
    const at = this.#place(field);
    return at === undefined ? undefined : new FlatTable(this.#view, at + this.#view.getUint32(at, true));
  }

  #vector(field: number, bytes: number): { at: number; length: number } | undefined {
    const place = this.#place(field);
    if (place === undefined) return undefined;
    const at = place + this.#view.getUint32(place, true);
    const length = this.#view.getUint32(at, true);
    if (length * bytes > this.#view.byteLength - at - 4)
      throw new RangeError('Beyond the end of the buffer.');
    return { at: at + 4, length };
  }
}
