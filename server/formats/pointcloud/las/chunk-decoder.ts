/** Decodes the points of one chunk of a LAZ file. */
export interface ChunkDecoder {
  /** The records of a chunk, valid until the next call. Throws UnusableCloud. */
  decode(chunk: Uint8Array, count: number): Uint8Array;
}
