import { isEmpty } from '#core/fields';
import { StoredValue, type TextStorage } from '#core/browser';
import { asRecord, withLatest } from '#core/kernel';
import type { LastValues } from '../api.ts';

/** Most types stored; those unused for longest are dropped. */
const MAX_TYPES = 50;
/** Longer texts are not stored. */
const MAX_LENGTH = 500;

/** The last values by object type, of the person, in the device's storage. */
export class StoredLastValues implements LastValues {
  readonly #types: StoredValue<Readonly<Record<string, unknown>>>;

  constructor(storage: TextStorage | undefined) {
    this.#types = new StoredValue({ storage, key: 'attributes.last', read: asRecord });
  }

  of(typeName: string): Readonly<Record<string, unknown>> {
    return asRecord(this.#types.get()[typeName]);
  }

  remember(typeName: string, values: Readonly<Record<string, unknown>>): void {
    const worthy = Object.entries(values).filter(
      ([, value]) => !isEmpty(value) && !(typeof value === 'string' && value.length > MAX_LENGTH),
    );
    if (worthy.length === 0) return;
    const latest = { ...this.of(typeName), ...Object.fromEntries(worthy) };
    this.#types.set(withLatest(this.#types.get(), typeName, latest, MAX_TYPES));
  }
}
