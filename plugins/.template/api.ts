import { serviceToken } from '#core/kernel';

/** What other plugins may ask of this one. */
export interface Tally {
  readonly count: number;
  add(): void;
}
export const TALLY = serviceToken<Tally>('template.Tally');

declare module '#core/events' {
  interface Facts {
    /** Something was counted. */
    templateCounted: { count: number };
  }
}
