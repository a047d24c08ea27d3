import { asRecord, serviceToken, StoredValue, type TextStorage, withLatest } from '#core/kernel';

/** More object types than these are not stored: the ones not changed longest go. */
const MAX_TYPES = 100;

/** CSS pixels of a column by the name of its field. */
export type Widths = Readonly<Record<string, number>>;

/** The widths that a person gave to the columns of an object type, on this device. */
export class StoredWidths {
  readonly #types: StoredValue<Readonly<Record<string, unknown>>>;

  constructor(storage: TextStorage | undefined, person: () => string) {
    this.#types = new StoredValue({
      storage,
      key: () => `groma.table-2d.widths.${person()}`,
      read: asRecord,
    });
  }

  of(typeName: string): Widths {
    return asRecord(this.#types.get()[typeName]) as Widths;
  }

  keep(typeName: string, widths: Widths): void {
    this.#types.set(withLatest(this.#types.get(), typeName, widths, MAX_TYPES));
  }
}

// Inside this plugin only.
export const WIDTHS = serviceToken<StoredWidths>('table.Widths');
