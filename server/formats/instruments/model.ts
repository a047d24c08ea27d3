/** Where an instrument stood. Angles are degrees, lengths metres; what a file does not say is missing. */
export interface StationRecord {
  kind: 'station';
  line: number;
  name: string;
  instrumentHeight?: number;
  at?: Coordinates;
  code?: string;
  /** The point that oriented it. */
  backsight?: string;
  /** Azimuth of the backsight, as the file says it. */
  azimuth?: number;
  /** Reading of the circle at the backsight. */
  circle?: number;
  /** Readings of the circle are azimuths already. */
  oriented?: boolean;
}

/** One pointing of the telescope. */
export interface ObservationRecord {
  kind: 'observation';
  line: number;
  target: string;
  purpose: 'backsight' | 'foresight' | 'sideshot';
  /** Reading of the horizontal circle, clockwise. */
  circle?: number;
  /** Zenith angle; above 180 in face two. */
  zenith?: number;
  face?: 1 | 2;
  slope?: number;
  /** Measured as such, where the file has no slope distance. */
  horizontal?: number;
  /** Between the axis of the telescope and the target. */
  vertical?: number;
  targetHeight?: number;
  /** Constant of the prism, metres. */
  prism?: number;
  /** Atmospheric correction. */
  ppm?: number;
  /** The distance has the constant and the correction already. */
  corrected?: boolean;
  code?: string;
  note?: string;
  /** Coordinates that the instrument has computed itself. */
  at?: Coordinates;
}

/** Coordinates without an observation. */
export interface PointRecord {
  kind: 'point';
  line: number;
  name: string;
  at: Coordinates;
  /** Typed or uploaded into the instrument, or measured with it. */
  origin: 'control' | 'measured';
  code?: string;
}

/** The known height of a point whose place the file does not say. */
export interface HeightRecord {
  kind: 'height';
  line: number;
  name: string;
  height: number;
}

/** A vector between two GNSS receivers, in geocentric axes. */
export interface BaselineRecord {
  kind: 'baseline';
  line: number;
  from: string;
  to: string;
  vector: [number, number, number];
  covariance?: Covariance;
  /** Of the antennas above the marks, where the vector is from antenna to antenna; metres. */
  fromHeight?: number;
  toHeight?: number;
  code?: string;
}

/** xx, xy, xz, yy, yz, zz, square metres. */
export type Covariance = [number, number, number, number, number, number];

/** Undefined where an entry is missing, or no errors can have these variances. */
export function covarianceOf(entries: readonly (number | undefined)[]): Covariance | undefined {
  if (entries.length !== 6 || !entries.every((entry) => Number.isFinite(entry))) return undefined;
  const [xx, xy, xz, yy, yz, zz] = entries as Covariance;
  const minor = xx * yy - xy * xy;
  const determinant = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
  return xx > 0 && minor > 0 && determinant > 0 ? [xx, xy, xz, yy, yz, zz] : undefined;
}

export interface NoteRecord {
  kind: 'note';
  line: number;
  text: string;
}

export type BookRecord =
  | StationRecord
  | ObservationRecord
  | PointRecord
  | HeightRecord
  | BaselineRecord
  | NoteRecord;

/** Easting, northing and height where it is known, metres. */
export interface Coordinates {
  east: number;
  north: number;
  height?: number;
}

/** Undefined without both easting and northing. */
export function coordinatesOf(
  east: number | undefined,
  north: number | undefined,
  height: number | undefined,
): Coordinates | undefined {
  if (east === undefined || north === undefined) return undefined;
  return height === undefined ? { east, north } : { east, north, height };
}

export type AngleUnit = 'gon' | 'deg' | 'dms' | 'mil' | 'rad';
export type LengthUnit = 'm' | 'ft' | 'usft';

export interface BookProblem {
  /** From 1; 0: the whole file. */
  line: number;
  /** Names the sentence `field-book.problem.<kind>`. */
  kind: string;
  values?: Record<string, string | number>;
}

export const BOOK_FORMATS = [
  'gsi',
  'rw5',
  'sdr',
  'nikon',
  'topcon',
  'are',
  'jobxml',
  'zeiss',
  'leica-list',
  'landxml',
] as const;
export type BookFormat = (typeof BOOK_FORMATS)[number];

/** What the file of an instrument says, in the order of the file. */
export interface FieldBookFile {
  format: BookFormat;
  instrument?: string;
  job?: string;
  units: { angle: AngleUnit; length: LengthUnit };
  /** Coefficient of refraction that the file states. */
  refraction?: number;
  /** Scale of lengths that the instrument was set to, for the person to know: nothing is multiplied by it. */
  scale?: number;
  records: BookRecord[];
  problems: BookProblem[];
  /** Also of those that are not listed. */
  problemCount: number;
}

export const METRES_IN: Record<LengthUnit, number> = { m: 1, ft: 0.3048, usft: 1200 / 3937 };
