import { closeSync, openSync, writeSync } from 'node:fs';

interface Shape {
  positions: Float64Array;
  normals: Float32Array;
  indices: ArrayLike<number>;
  /** Red, green, blue, opacity: 0 to 255. */
  color: number[];
}

const [FLOAT, UINT] = [5126, 5125];

/** Numbers of one kind, added one after the other. */
class Growing<T extends Float32Array | Uint32Array> {
  #make: (length: number) => T;
  #numbers: T;
  length = 0;

  constructor(make: (length: number) => T) {
    this.#make = make;
    this.#numbers = make(3000);
  }

  room(count: number): T {
    if (this.length + count > this.#numbers.length) {
      const larger = this.#make(Math.max(this.#numbers.length * 2, this.length + count));
      larger.set(this.#numbers.subarray(0, this.length));
      this.#numbers = larger;
    }
    return this.#numbers;
  }

  get all(): T {
    return this.#numbers.subarray(0, this.length) as T;
  }
}

class Primitive {
  readonly color: readonly number[];
  readonly positions = new Growing((length) => new Float32Array(length));
  readonly normals = new Growing((length) => new Float32Array(length));
  readonly features = new Growing((length) => new Float32Array(length));
  readonly indices = new Growing((length) => new Uint32Array(length));
  constructor(color: readonly number[]) {
    this.color = color;
  }
}

/**
 * Writes shapes as binary glTF, one primitive a colour, with the local id of the element of every vertex
 * (EXT_mesh_features, EXT_structural_metadata), so that what is picked on a globe is known.
 */
export class GlbWriter {
  readonly #primitives = new Map<string, Primitive>();
  readonly #ids: number[] = [];
  triangles = 0;

  add({ positions, normals, indices, color }: Shape, localId: number): void {
    const key = color.join();
    let to = this.#primitives.get(key);
    if (!to) this.#primitives.set(key, (to = new Primitive(color)));
    if (this.#ids.at(-1) !== localId) this.#ids.push(localId);
    const feature = this.#ids.length - 1;
    const first = to.positions.length / 3;
    to.positions.room(positions.length).set(positions, to.positions.length);
    to.normals.room(normals.length).set(normals, to.normals.length);
    to.positions.length += positions.length;
    to.normals.length += normals.length;
    const count = positions.length / 3;
    to.features.room(count).fill(feature, to.features.length, to.features.length + count);
    to.features.length += count;
    const room = to.indices.room(indices.length);
    for (let i = 0; i < indices.length; i++) room[to.indices.length + i] = first + indices[i]!;
    to.indices.length += indices.length;
    this.triangles += indices.length / 3;
  }

  write(file: string): void {
    const views: object[] = [];
    const accessors: object[] = [];
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    const put = (numbers: Float32Array | Uint32Array, target?: number): number => {
      chunks.push(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
      views.push({ buffer: 0, byteOffset: bytes, byteLength: numbers.byteLength, ...(target && { target }) });
      bytes += numbers.byteLength;
      return views.length - 1;
    };
    const access = (numbers: Float32Array | Uint32Array, size: 1 | 3, more = {}): number => {
      const isIndex = numbers instanceof Uint32Array;
      accessors.push({
        bufferView: put(numbers, isIndex ? 34_963 : 34_962),
        componentType: isIndex ? UINT : FLOAT,
        count: numbers.length / size,
        type: size === 3 ? 'VEC3' : 'SCALAR',
        ...more,
      });
      return accessors.length - 1;
    };
    const made = [...this.#primitives.values()];
    const primitives = made.map(({ positions, normals, features, indices }, material) => ({
      attributes: {
        POSITION: access(positions.all, 3, boundsOf(positions.all)),
        NORMAL: access(normals.all, 3),
        _FEATURE_ID_0: access(features.all, 1),
      },
      indices: access(indices.all, 1),
      material,
      extensions: {
        EXT_mesh_features: {
          featureIds: [{ featureCount: this.#ids.length, attribute: 0, propertyTable: 0 }],
        },
      },
    }));
    const ids = put(Uint32Array.from(this.#ids));
    const hasShapes = primitives.length > 0;
    const gltf = {
      asset: { version: '2.0', generator: 'Groma' },
      ...(hasShapes && {
        extensionsUsed: ['EXT_mesh_features', 'EXT_structural_metadata'],
        extensions: {
          EXT_structural_metadata: {
            schema: {
              id: 'bim',
              classes: { element: { properties: { localId: { type: 'SCALAR', componentType: 'UINT32' } } } },
            },
            propertyTables: [
              { class: 'element', count: this.#ids.length, properties: { localId: { values: ids } } },
            ],
          },
        },
        meshes: [{ primitives }],
        materials: made.map(({ color }) => materialOf(color)),
        accessors,
        bufferViews: views,
        buffers: [{ byteLength: bytes }],
      }),
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [hasShapes ? { mesh: 0 } : {}],
    };
    const text = Buffer.from(JSON.stringify(gltf));
    const json = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, 0x20)]);
    const head = Buffer.alloc(20);
    head.write('glTF', 0, 'latin1');
    head.writeUInt32LE(2, 4);
    head.writeUInt32LE(20 + json.length + (hasShapes ? 8 + bytes : 0), 8);
    head.writeUInt32LE(json.length, 12);
    head.write('JSON', 16, 'latin1');
    const out = openSync(file, 'w');
    try {
      writeSync(out, head);
      writeSync(out, json);
      if (!hasShapes) return;
      const between = Buffer.alloc(8);
      between.writeUInt32LE(bytes, 0);
      between.write('BIN\0', 4, 'latin1');
      writeSync(out, between);
      for (const chunk of chunks) writeSync(out, chunk);
    } finally {
      closeSync(out);
    }
  }
}

function boundsOf(positions: Float32Array): { min: number[]; max: number[] } {
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (let i = 0; i < positions.length; i++) {
    const k = i % 3;
    if (positions[i]! < min[k]!) min[k] = positions[i]!;
    if (positions[i]! > max[k]!) max[k] = positions[i]!;
  }
  return { min, max };
}

function materialOf([red, green, blue, opacity]: readonly number[]): object {
  const linear = (value: number) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  const alpha = opacity! / 255;
  return {
    pbrMetallicRoughness: {
      baseColorFactor: [linear(red!), linear(green!), linear(blue!), alpha],
      metallicFactor: 0,
      roughnessFactor: 0.9,
    },
    doubleSided: true,
    ...(alpha < 1 && { alphaMode: 'BLEND' }),
  };
}
