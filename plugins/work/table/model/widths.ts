import { StoredValue, type TextStorage } from '#core/browser';
import { asRecord, serviceToken, withLatest } from '#core/kernel';

/** Most object types stored; those unchanged for longest are dropped. */
const MAX_TYPES = 100;

/** Width of columns in CSS pixels, by field name. */
export type Widths = Readonly<Record<string, number>>;

/** The column widths that a person set for an object type, on this device. */
export class StoredWidths {
  readonly #types: StoredValue<Readonly<Record<string, unknown>>>;

  constructor(storage: TextStorage | undefined) {
    this.#types = new StoredValue({ storage, key: 'table.widths', read: asRecord });
  }

  of(typeName: string): Widths {
    return asRecord(this.#types.get()[typeName]) as Widths;
  }

  keep(typeName: string, widths: Widths): void {
    this.#types.set(withLatest(this.#types.get(), typeName, widths, MAX_TYPES));
  }
}

// Private to this plugin.
export const WIDTHS = serviceToken<StoredWidths>('table.Widths');
