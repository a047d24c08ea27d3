import { serviceToken } from '#core/plugin';

/** The values a person gave last, by object type: offered again for the next object. Kept on this device. */
export interface LastValues {
  of(typeName: string): Readonly<Record<string, unknown>>;
  /** Empty values are not remembered. */
  remember(typeName: string, values: Readonly<Record<string, unknown>>): void;
}
export const LAST_VALUES = serviceToken<LastValues>('attributes.LastValues');
