import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { protobuf } from '#core/testing';
import { describeTiles } from './describe-tiles.ts';
import { offeredTiles } from './offered-tiles.ts';
import { TileArchive } from './tile-archive.ts';

const { varint } = protobuf;

interface Entry {
  readonly tile: number;
  readonly run: number;
  readonly length: number;
  readonly offset: number;
}

/** A directory of PMTiles 3: the columns one after the other. */
function directory(entries: readonly Entry[], count = entries.length): Uint8Array {
  const steps = entries.map(({ tile }, n) => tile - (entries[n - 1]?.tile ?? 0));
  return gzipSync(
    Uint8Array.from([
      ...varint(count),
      ...steps.flatMap(varint),
      ...entries.flatMap(({ run }) => varint(run)),
      ...entries.flatMap(({ length }) => varint(length)),
      ...entries.flatMap(({ offset }) => varint(offset + 1)),
    ]),
  );
}

interface Parts {
  readonly root: Uint8Array;
  readonly leaf?: Uint8Array;
  readonly data?: Uint8Array;
  readonly tileType?: number;
}

/** A PMTiles 3 file: header, root directory, leaf directories, tiles. */
function archive({
  root,
  leaf = new Uint8Array(),
  data = new Uint8Array(),
  tileType = 1,
}: Parts): Uint8Array {
  const header = new Uint8Array(127);
  header.set(new TextEncoder().encode('PMTiles'));
  header[7] = 3;
  const view = new DataView(header.buffer);
  const leafAt = 127 + root.length;
  const dataAt = leafAt + leaf.length;
  [127, root.length, 0, 0, leafAt, leaf.length, dataAt, data.length].forEach((value, n) =>
    view.setBigUint64(8 + 8 * n, BigInt(value), true),
  );
  header.set([2, 2, tileType, 0, 14], 97);
  return Buffer.concat([header, root, leaf, data]);
}

const open = (file: Uint8Array) =>
  TileArchive.open(async (from, to) => Uint8Array.from(file.subarray(from, to + 1)).buffer);
const first = { z: 0, x: 0, y: 0 };
const tile = (length: number, offset = 0): Entry => ({ tile: 0, run: 1, length, offset });

describe('A PMTiles file', () => {
  it('gives its tiles unpacked, through a directory of directories', async () => {
    const data = gzipSync('tile');
    const leaf = directory([tile(data.length)]);
    const root = directory([{ tile: 0, run: 0, length: leaf.length, offset: 0 }]);
    const file = await open(archive({ root, leaf, data }));
    expect([file.minZoom, file.maxZoom]).toEqual([0, 14]);
    expect(new TextDecoder().decode(await file.tile(first))).toBe('tile');
    expect(await file.tile({ z: 15, x: 0, y: 0 })).toBeUndefined();
  });

  it('is damaged where directories lead in a circle', async () => {
    const pointer = { tile: 0, run: 0, length: 0, offset: 0 };
    // Its length is known only when it is packed; it names itself.
    let leaf = directory([{ ...pointer, length: 40 }]);
    leaf = directory([{ ...pointer, length: leaf.length }]);
    const root = directory([{ ...pointer, length: leaf.length }]);
    await expect((await open(archive({ root, leaf }))).tile(first)).rejects.toMatchObject({
      id: 'vector-tiles.damaged',
    });
  });

  it.each([
    [
      'vector-tiles.damaged',
      'a directory that counts entries it has not',
      { root: directory([tile(4)], 2 ** 30) },
    ],
    ['vector-tiles.large', 'a tile of two gigabytes', { root: directory([tile(2 ** 31 - 1)]) }],
    ['vector-tiles.damaged', 'a tile behind the end', { root: directory([tile(40, 90_000)]) }],
    ['vector-tiles.large', 'a bomb of gzip', { bomb: 9 * 1024 ** 2 }],
    ['vector-tiles.images', 'images', { root: directory([]), tileType: 2 }],
  ])('is refused with %s for %s', async (id, _, { bomb, ...parts }: Partial<Parts> & { bomb?: number }) => {
    const data = bomb === undefined ? new Uint8Array() : gzipSync(new Uint8Array(bomb));
    const root = parts.root ?? directory([tile(data.length)]);
    const reading = open(archive({ ...parts, root, data })).then((file) => file.tile(first));
    await expect(reading).rejects.toMatchObject({ id });
  });

  it('is refused with a root directory that is a bomb', async () => {
    const root = gzipSync(new Uint8Array(64 * 1024 ** 2));
    await expect(open(archive({ root }))).rejects.toMatchObject({ id: 'vector-tiles.large' });
  });
});

describe('An address of vector tiles', () => {
  const TILEJSON = JSON.stringify({
    tiles: ['t/{z}/{x}/{y}.pbf'],
    minzoom: 2,
    maxzoom: 12,
    attribution: '<a href="https://a.test">© City</a>',
  });
  const reading = (texts: Readonly<Record<string, string>>, file: Uint8Array = new Uint8Array()) => ({
    text: async (address: string) => texts[address]!,
    bytes: () => async (from: number, to: number) => Uint8Array.from(file.subarray(from, to + 1)).buffer,
  });

  it('may be a TileJSON, whose tiles are beside it', () => {
    expect(describeTiles(TILEJSON, 'https://a.test/maps/city.json')).toMatchObject({
      url: 'https://a.test/maps/t/{z}/{x}/{y}.pbf',
      minZoom: 2,
      maxZoom: 12,
      attribution: '© City',
    });
  });

  it('may be a style, which names a TileJSON', async () => {
    const style = JSON.stringify({
      version: 8,
      name: 'Streets',
      layers: [],
      sources: { map: { type: 'vector', url: 'city.json' } },
    });
    const texts = { 'https://a.test/style.json': style, 'https://a.test/city.json': TILEJSON };
    const { name, source } = await offeredTiles('https://a.test/style.json', reading(texts));
    expect([name, source.style, source.url]).toEqual([
      'Streets',
      'https://a.test/style.json',
      'https://a.test/t/{z}/{x}/{y}.pbf',
    ]);
    const circle = { 'https://a.test/style.json': style, 'https://a.test/city.json': style };
    await expect(offeredTiles('https://a.test/style.json', reading(circle))).rejects.toMatchObject({
      id: 'vector-tiles.other',
    });
  });

  it('may be a pattern, or a file with the levels that it states', async () => {
    const pattern = await offeredTiles('https://a.test/{z}/{x}/{y}.mvt', reading({}));
    expect(pattern.source).toMatchObject({ archive: 'none', minZoom: 0, maxZoom: 14 });
    const file = archive({ root: directory([tile(1)]) });
    const { name, source } = await offeredTiles('https://a.test/city.pmtiles', reading({}, file));
    expect([name, source.archive, source.maxZoom]).toEqual(['city', 'pmtiles', 14]);
  });

  it.each(['<html/>', '{}', '[1]', 'null'])('is refused where it answers %s', (text) => {
    expect(() => describeTiles(text, 'https://a.test/')).toThrow(
      expect.objectContaining({ id: 'vector-tiles.other' }),
    );
  });
});
