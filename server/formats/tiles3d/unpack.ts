import { moved, IDENTITY, type Matrix } from './matrix.ts';

/** A model in the content of a tile. */
export interface PackedModel {
  kind: 'glb' | 'gltf';
  bytes: Buffer;
  /** From the model's coordinates, z up, to the tile's. */
  transform: Matrix;
}

/** What a content has besides triangles, which are not read from it. */
export type OtherContent = 'points' | 'instances' | 'unreadable';

export interface UnpackedContent {
  models: PackedModel[];
  other: OtherContent[];
}

/** Contents may contain contents. */
const MAX_DEPTH = 4;

/** The models in a tile's content: glTF, alone or as b3dm, also several (cmpt). */
export function unpack(bytes: Buffer, depth = 0): UnpackedContent {
  const magic = bytes.toString('latin1', 0, 4);
  try {
    if (magic === 'glTF') return { models: [{ kind: 'glb', bytes, transform: IDENTITY }], other: [] };
    if (magic === 'b3dm') return unpackB3dm(bytes);
    if (magic === 'cmpt' && depth < MAX_DEPTH) return unpackSeveral(bytes, depth);
    if (magic === 'pnts') return { models: [], other: ['points'] };
    if (magic === 'i3dm') return { models: [], other: ['instances'] };
    if (/^\ufeff?\s*\{/.test(bytes.toString('utf8', 0, 16)))
      return { models: [{ kind: 'gltf', bytes, transform: IDENTITY }], other: [] };
  } catch {
    // A length leads out of the file.
  }
  return { models: [], other: ['unreadable'] };
}

function unpackB3dm(bytes: Buffer): UnpackedContent {
  const length = bytes.readUInt32LE(8);
  const [features, featureBytes, batches, batchBytes] = [12, 16, 20, 24].map((at) =>
    bytes.readUInt32LE(at),
  ) as [number, number, number, number];
  const table = bytes.toString('utf8', 28, 28 + features).trim();
  const { RTC_CENTER: center } = (table === '' ? {} : JSON.parse(table)) as { RTC_CENTER?: unknown };
  const transform = isVector(center) ? moved(center) : IDENTITY;
  const glb = bytes.subarray(28 + features + featureBytes + batches + batchBytes, length);
  if (glb.toString('latin1', 0, 4) !== 'glTF') return { models: [], other: ['unreadable'] };
  return { models: [{ kind: 'glb', bytes: glb, transform }], other: [] };
}

function unpackSeveral(bytes: Buffer, depth: number): UnpackedContent {
  const all: UnpackedContent = { models: [], other: [] };
  const count = bytes.readUInt32LE(12);
  let at = 16;
  for (let i = 0; i < count && at + 12 <= bytes.length; i++) {
    const length = bytes.readUInt32LE(at + 8);
    if (length < 12) break;
    const { models, other } = unpack(bytes.subarray(at, at + length), depth + 1);
    all.models.push(...models);
    all.other.push(...other);
    at += length;
  }
  return all;
}

function isVector(value: unknown): value is [number, number, number] {
  return Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);
}
