import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { bytesOf } from '../../../shared/files/bytes.ts';
import type { Storage } from '../../../platform/storage/storage.ts';

/** Where the classes of an edited node are: a file, a place in it, and the version that wrote them. */
export interface NodeClasses {
  key: string;
  offset: number;
  bytes: number;
  version: number;
}

const MAX_STATE = 4 * 1024 ** 3;
const MAX_INDEX = 512 * 1024 ** 2;

/**
 * The classes of all edited nodes at one version. A state is one file: the classes that its edit wrote, and an index of
 * all nodes edited until then, which may lie in files of earlier edits. Neither is ever rewritten.
 */
export type ClassState = ReadonlyMap<string, NodeClasses>;

export async function readState(storage: Storage, key: string | null): Promise<ClassState> {
  if (key === null) return new Map();
  const head = Buffer.from(await bytesOf(storage, key, 0, 7));
  const length = Number(head.readBigUInt64LE(0));
  if (!(length <= MAX_INDEX)) throw new Error(`The index of ${key} is damaged.`);
  const { keys, nodes } = JSON.parse((await bytesOf(storage, key, 8, 7 + length)).toString()) as Index;
  return new Map(
    nodes.map(([name, file, offset, bytes, version]) => [name, { key: keys[file]!, offset, bytes, version }]),
  );
}

interface Index {
  keys: string[];
  nodes: [name: string, file: number, offset: number, bytes: number, version: number][];
}

export async function readClasses(storage: Storage, at: NodeClasses): Promise<Uint8Array> {
  return inflateRawSync(await bytesOf(storage, at.key, at.offset, at.offset + at.bytes - 1));
}

/** Writes the state after an edit that gave nodes these classes. */
export async function writeState(
  storage: Storage,
  key: string,
  version: number,
  before: ClassState,
  changed: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const packed = [...changed].map(([name, classes]) => ({
    name,
    bytes: deflateRawSync(classes, { level: 1 }),
  }));
  const keys: string[] = [key];
  const places = new Map([[key, 0]]);
  const nodes: Index['nodes'] = [];
  for (const [name, at] of before) {
    if (changed.has(name)) continue;
    if (!places.has(at.key)) places.set(at.key, keys.push(at.key) - 1);
    nodes.push([name, places.get(at.key)!, at.offset, at.bytes, at.version]);
  }
  // The offsets count from the end of the index, whose length depends on them: a number of fixed width comes first.
  const build = (start: number) => {
    let offset = start;
    const own = packed.map(({ name, bytes }): Index['nodes'][number] => {
      offset += bytes.length;
      return [name, 0, offset - bytes.length, bytes.length, version];
    });
    return Buffer.from(JSON.stringify({ keys, nodes: [...nodes, ...own] } satisfies Index));
  };
  let room = build(0).length;
  let index = build(8 + room);
  while (index.length > room) {
    room = index.length + 64;
    index = build(8 + room);
  }
  const padded = Buffer.concat([index, Buffer.alloc(room - index.length, ' ')]);
  const head = Buffer.alloc(8);
  head.writeBigUInt64LE(BigInt(room));
  await storage.write(key, Readable.from([head, padded, ...packed.map(({ bytes }) => bytes)]), MAX_STATE);
}
