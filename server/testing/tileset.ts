import { Buffer } from 'node:buffer';

/** A box of 20 × 20 × 40 m in red as binary glTF 2.0, y up, with its base at the origin; for tests. */
export function boxGlb(): Buffer {
  const [w, h] = [10, 40];
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1 ? w : -w, i & 2 ? h : 0, i & 4 ? w : -w]);
  const faces = [
    [0, 2, 3, 0, 3, 1],
    [4, 5, 7, 4, 7, 6],
    [0, 4, 6, 0, 6, 2],
    [1, 3, 7, 1, 7, 5],
    [0, 1, 5, 0, 5, 4],
    [2, 6, 7, 2, 7, 3],
  ].flat();
  const positions = Buffer.from(new Float32Array(corners.flat()).buffer);
  const indices = Buffer.from(new Uint16Array(faces).buffer);
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, material: 0 }] }],
    materials: [
      { pbrMetallicRoughness: { baseColorFactor: [0.8, 0.1, 0.1, 1], metallicFactor: 0 }, doubleSided: true },
    ],
    accessors: [
      {
        bufferView: 0,
        componentType: 5126,
        count: corners.length,
        type: 'VEC3',
        min: [-w, 0, -w],
        max: [w, h, w],
      },
      { bufferView: 1, componentType: 5123, count: faces.length, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: positions.length },
      { buffer: 0, byteOffset: positions.length, byteLength: indices.length },
    ],
    buffers: [{ byteLength: positions.length + indices.length }],
  };
  const text = padded(Buffer.from(JSON.stringify(json)), 0x20);
  const bytes = padded(Buffer.concat([positions, indices]), 0);
  return Buffer.concat([
    words(0x46546c67, 2, 12 + 8 + text.length + 8 + bytes.length),
    words(text.length, 0x4e4f534a),
    text,
    words(bytes.length, 0x004e4942),
    bytes,
  ]);
}

/** A glTF wrapped as tiles of 1.0 are (b3dm). */
export function b3dm(glb: Buffer): Buffer {
  const features = padded(Buffer.from('{"BATCH_LENGTH":0}'), 0x20, 28);
  const length = 28 + features.length + glb.length;
  return Buffer.concat([Buffer.from('b3dm'), words(1, length, features.length, 0, 0, 0), features, glb]);
}

/** East, north, up at a place on the ellipsoid, as a tile's `transform`. */
export function standing(longitude: number, latitude: number, height = 0): number[] {
  const [l, b] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180];
  const [sl, cl, sb, cb] = [Math.sin(l), Math.cos(l), Math.sin(b), Math.cos(b)];
  const [a, e2] = [6_378_137, 0.0066943799901413165];
  const n = a / Math.sqrt(1 - e2 * sb * sb);
  const origin = [(n + height) * cb * cl, (n + height) * cb * sl, (n * (1 - e2) + height) * sb];
  return [-sl, cl, 0, 0, -sb * cl, -sb * sl, cb, 0, cb * cl, cb * sl, sb, 0, ...origin, 1];
}

const BOX = { box: [0, 0, 20, 10, 0, 0, 0, 10, 0, 0, 0, 20] };
type File = { name: string; content: Buffer };

/** A tileset of two levels: the same box coarse and fine; in 1.0 as b3dm, in 1.1 as glb. */
export function smallTileset(
  edition: '1.0' | '1.1',
  { at = [12.4924, 41.8902], folder = '' }: { at?: [number, number, number?]; folder?: string } = {},
): File[] {
  const ending = edition === '1.0' ? 'b3dm' : 'glb';
  const model = edition === '1.0' ? b3dm(boxGlb()) : boxGlb();
  const tree = {
    asset: { version: edition },
    geometricError: 100,
    root: {
      transform: standing(...at),
      boundingVolume: BOX,
      geometricError: 20,
      refine: 'REPLACE',
      content: { uri: `coarse.${ending}` },
      children: [{ boundingVolume: BOX, geometricError: 0, content: { uri: `tiles/fine.${ending}` } }],
    },
  };
  return [
    { name: `${folder}tileset.json`, content: Buffer.from(JSON.stringify(tree)) },
    { name: `${folder}coarse.${ending}`, content: model },
    { name: `${folder}tiles/fine.${ending}`, content: model },
  ];
}

function words(...values: number[]): Buffer {
  return Buffer.from(new Uint32Array(values).buffer);
}

/** Padded to a multiple of 8 bytes, counted from its position in the file. */
function padded(bytes: Buffer, by: number, at = 0): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((8 - ((at + bytes.length) % 8)) % 8, by)]);
}
