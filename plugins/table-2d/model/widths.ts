import { serviceToken } from '#core/kernel';

const KEY = 'groma.table-2d.widths';
/** Of so many object types; the ones not changed longest go. */
const MOST_TYPES = 100;

/** Pixels of a column by the name of its field. */
export type Widths = Readonly<Record<string, number>>;
type Kept = Record<string, Widths>;

/** The widths that a person gave to the columns of an object type, on this device. */
export class KeptWidths {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly #person: () => string;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>, person: () => string) {
    this.#storage = storage;
    this.#person = person;
  }

  of(typeName: string): Widths {
    return this.#read()[typeName] ?? {};
  }

  keep(typeName: string, widths: Widths): void {
    const { [typeName]: _earlier, ...others } = this.#read();
    const latest = Object.entries(others).slice(1 - MOST_TYPES);
    try {
      this.#storage.setItem(this.#key, JSON.stringify(Object.fromEntries([...latest, [typeName, widths]])));
    } catch {
      // A full or forbidden storage: the columns are as they were the next time.
    }
  }

  get #key(): string {
    return `${KEY}.${this.#person()}`;
  }

  #read(): Kept {
    try {
      const read: unknown = JSON.parse(this.#storage.getItem(this.#key) ?? '{}');
      return typeof read === 'object' && read !== null ? (read as Kept) : {};
    } catch {
      return {};
    }
  }
}

// Inside this plugin only.
export const WIDTHS = serviceToken<KeptWidths>('table-2d.Widths');
