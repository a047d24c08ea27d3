import type { FieldBookSettings, KnownPoint } from '#core/protocol';
import type { BookRecord, Coordinates } from '../../../formats/instruments/model.ts';

export const DEFAULT_SETTINGS: FieldBookSettings = {
  refraction: 0.13,
  lengths: 'ground',
  sigmaDirection: 5,
  sigmaZenith: 5,
  sigmaDistance: 2,
  sigmaPpm: 2,
  sigmaCentring: 2,
};

/** A record with its number in the book. */
export type Numbered<R extends BookRecord = BookRecord> = R & { ordinal: number; used: boolean };

/** Where a geocentric vector leads to from a place of the plane; with a height. */
export type VectorAt = (from: Coordinates, vector: readonly [number, number, number]) => Coordinates;

export interface ComputeInput {
  records: readonly Numbered[];
  known: readonly KnownPoint[];
  settings: FieldBookSettings;
  /** Grid length divided by length on the ellipsoid at a place; undefined without a projected CRS. */
  scaleAt?: ((place: { east: number; north: number }) => number) | undefined;
  /** Undefined without a projected CRS. */
  vectorAt?: VectorAt | undefined;
}

export interface ComputeProblem {
  /** Names the sentence `field-book.computed.<kind>`. */
  kind: string;
  values?: Record<string, string | number>;
}
