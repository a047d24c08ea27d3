/** Compresses points of a LAS file. */
export interface PointEncoder {
  /** Content of the record that readers decompress by. */
  record(): Uint8Array;
  /** What comes before the points; `at`: where in the file. */
  start(at: number): Uint8Array;
  /** Whole points; returns what is ready to be written. */
  points(bytes: Uint8Array): Uint8Array;
  /** What comes after the points, and bytes to change before it. */
  end(): { bytes: Uint8Array; patches: { at: number; bytes: Uint8Array }[] };
}
