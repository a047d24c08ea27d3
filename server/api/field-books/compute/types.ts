import type { BookRecord } from '../../../formats/instruments/model.ts';

/** How a book is computed. */
export interface ComputeSettings {
  /** Coefficient of refraction; 0.13 usually. */
  refraction: number;
  /** Lengths stay as on the ground, or are reduced to the ellipsoid and to the plane of the CRS. */
  lengths: 'ground' | 'grid';
  /** One standard deviation: directions and zenith angles in seconds of arc, distances in millimetres and ppm. */
  sigmaDirection: number;
  sigmaZenith: number;
  sigmaDistance: number;
  sigmaPpm: number;
  /** Of centring instrument and target, and of measuring their heights, millimetres. */
  sigmaCentring: number;
}

export const DEFAULT_SETTINGS: ComputeSettings = {
  refraction: 0.13,
  lengths: 'ground',
  sigmaDirection: 5,
  sigmaZenith: 5,
  sigmaDistance: 2,
  sigmaPpm: 2,
  sigmaCentring: 2,
};

export interface KnownPoint {
  name: string;
  east: number;
  north: number;
  height: number | null;
}

/** A record with its number in the book. */
export type Numbered<R extends BookRecord = BookRecord> = R & { ordinal: number; used: boolean };

export interface ComputeInput {
  records: readonly Numbered[];
  known: readonly KnownPoint[];
  settings: ComputeSettings;
  /** Grid length divided by length on the ellipsoid at a place; undefined without a projected CRS. */
  scaleAt?: ((place: { east: number; north: number }) => number) | undefined;
}

export interface ComputeProblem {
  /** Names the sentence `field-book.computed.<kind>`. */
  kind: string;
  values?: Record<string, string | number>;
}
