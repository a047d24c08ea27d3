import { isEmpty } from '#core/fields';
import type { LastValues } from '../api.ts';

const KEY = 'groma.attributes.last';
/** Of so many types; the ones not used longest go. */
const MOST_TYPES = 50;
const LONGEST = 500;

type Kept = Record<string, Record<string, unknown>>;

/** Last values in the device's storage; what cannot be kept or read there is simply not offered. */
export class KeptValues implements LastValues {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;
  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#storage = storage;
  }

  of(typeName: string): Readonly<Record<string, unknown>> {
    return this.#read()[typeName] ?? {};
  }

  remember(typeName: string, values: Readonly<Record<string, unknown>>): void {
    const worthy = Object.entries(values).filter(
      ([, value]) => !isEmpty(value) && !(typeof value === 'string' && value.length > LONGEST),
    );
    if (worthy.length === 0) return;
    const { [typeName]: earlier, ...others } = this.#read();
    const latest = Object.entries(others).slice(1 - MOST_TYPES);
    const kept = Object.fromEntries([...latest, [typeName, { ...earlier, ...Object.fromEntries(worthy) }]]);
    try {
      this.#storage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // A full or forbidden storage: nothing is offered again.
    }
  }

  #read(): Kept {
    try {
      const read: unknown = JSON.parse(this.#storage.getItem(KEY) ?? '{}');
      return typeof read === 'object' && read !== null ? (read as Kept) : {};
    } catch {
      return {};
    }
  }
}
