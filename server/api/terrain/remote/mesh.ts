/** A tile of triangles; positions as fractions of the tile from west and south. */
export interface QuantizedMesh {
  readonly right: Float64Array;
  readonly up: Float64Array;
  /** Metres above the ellipsoid. */
  readonly heights: Float64Array;
  /** Three corner indices each. */
  readonly triangles: Uint32Array;
}

/** The bytes are not a quantized-mesh 1.0 tile. */
export class NoMesh extends Error {}

/** Centre, bounding sphere and horizon point are for rendering only. Minimum and maximum height lie between. */
const HEADER = 88;
const HEIGHTS_AT = 24;
/** Quantization steps of a tile. */
const PARTS = 32_767;
const MAX_VERTICES = 100_000;

/**
 * Reads a quantized-mesh 1.0 tile (github.com/CesiumGS/quantized-mesh): delta-encoded vertices, high-water-mark
 * encoded indices. Edges and extensions are not read.
 * Throws NoMesh.
 */
export function readMesh(bytes: Buffer): QuantizedMesh {
  if (bytes.length < HEADER + 4) throw new NoMesh();
  const { lowest, highest } = heightsOf(bytes);
  const count = bytes.readUInt32LE(HEADER);
  const verticesAt = HEADER + 4;
  if (count < 3 || count > MAX_VERTICES || verticesAt + 6 * count > bytes.length) throw new NoMesh();
  const list = (number: number) => differences(bytes, verticesAt + 2 * count * number, count);
  const [right, up, high] = [list(0), list(1), list(2)];
  const heights = high.map((part) => lowest + part * (highest - lowest));
  return { right, up, heights, triangles: corners(bytes, verticesAt + 6 * count, count) };
}

/** Height range of a tile. Throws NoMesh. */
export function heightsOf(bytes: Buffer): { lowest: number; highest: number } {
  if (bytes.length < HEADER) throw new NoMesh();
  const [lowest, highest] = [bytes.readFloatLE(HEIGHTS_AT), bytes.readFloatLE(HEIGHTS_AT + 4)];
  if (!(lowest >= -12_000 && highest <= 100_000 && lowest <= highest)) throw new NoMesh();
  return { lowest, highest };
}

function differences(bytes: Buffer, at: number, count: number): Float64Array {
  const parts = new Float64Array(count);
  let sum = 0;
  for (let n = 0; n < count; n++) {
    const folded = bytes.readUInt16LE(at + 2 * n);
    sum += (folded >> 1) ^ -(folded & 1);
    if (sum < 0 || sum > PARTS) throw new NoMesh();
    parts[n] = sum / PARTS;
  }
  return parts;
}

function corners(bytes: Buffer, from: number, vertices: number): Uint32Array {
  const wide = vertices > 65_536;
  const size = wide ? 4 : 2;
  const at = Math.ceil(from / size) * size;
  if (at + 4 > bytes.length) throw new NoMesh();
  const count = 3 * bytes.readUInt32LE(at);
  if (at + 4 + count * size > bytes.length) throw new NoMesh();
  const triangles = new Uint32Array(count);
  let next = 0;
  for (let n = 0; n < count; n++) {
    const offset = at + 4 + n * size;
    const below = wide ? bytes.readUInt32LE(offset) : bytes.readUInt16LE(offset);
    const corner = next - below;
    if (corner < 0 || corner >= vertices) throw new NoMesh();
    triangles[n] = corner;
    if (below === 0) next++;
  }
  return triangles;
}
