import { BehaviorSubject } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import {
  eastingOf,
  HALF_WORLD,
  northingOf,
  resolutionOf,
  type ProjectedExtent,
  type ProjectedGeometry,
} from '#core/canvas';
import type { Api } from '#core/api';
import type { Extent, MapObject } from '#core/document';
import { desk, object } from '#core/testing';
import { VectorTiles } from './vector-tiles.ts';

/** Hand-written protocol buffers: a varint field, and a bytes field. */
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
const number = (field: number, value: number): number[] => [...varint(field << 3), ...varint(value)];
const bytes = (field: number, content: readonly number[]): number[] => [
  ...varint((field << 3) | 2),
  ...varint(content.length),
  ...content,
];
const text = (field: number, value: string): number[] => bytes(field, [...new TextEncoder().encode(value)]);
const zigzag = (value: number): number => (value << 1) ^ (value >> 31);

/** A vector tile (version 2.1) with one point of `parcels`, at a place of its 4096 by 4096 grid. */
function tileWithPoint(id: string, x: number, y: number): ArrayBuffer {
  const geometry = [9, zigzag(x), zigzag(y)].flatMap(varint);
  const feature = [...bytes(2, [0, 0, 1, 1]), ...number(3, 1), ...bytes(4, geometry)];
  const layer = [
    ...number(15, 2),
    ...text(1, 'parcels'),
    ...bytes(2, feature),
    ...text(3, 'id'),
    ...text(3, 'typeName'),
    ...bytes(4, text(1, id)),
    ...bytes(4, text(1, 'parcels')),
    ...number(5, 4096),
  ];
  return new Uint8Array(bytes(3, layer)).buffer;
}

/** The code that reads tiles loads first, which takes long on a busy machine. */
const WHILE_READ = { timeout: 20_000 };
/** Zoom 1: the north-eastern quarter of the world is tile 1/1/0. */
const NORTH_EAST: ProjectedExtent = [1, 1, HALF_WORLD, HALF_WORLD];
const RESOLUTION = resolutionOf(1);

function setUp(answer: (y: string) => ArrayBuffer, objects: MapObject[] = [], asked?: Extent) {
  const generation$ = new BehaviorSubject(0);
  const project = { ...desk(objects).project, generation$ };
  const calls: string[] = [];
  const changed = vi.fn<(box?: ProjectedExtent) => void>();
  const api: Pick<Api, 'bytes'> = {
    bytes: (_call, request) => {
      const { z, x, y } = request.params as unknown as { z: string; x: string; y: string };
      calls.push(`${z}/${x}/${y}`);
      return Promise.resolve({ data: answer(y), etag: '"1"', status: 200 });
    },
  };
  const tiles = new VectorTiles({ project, api, size: { asked }, shownAt: (zoom) => zoom < 15, changed });
  const drawn = (): ProjectedGeometry[] => {
    const found: ProjectedGeometry[] = [];
    tiles.paint('parcels', NORTH_EAST, RESOLUTION, (flat) => found.push(flat));
    return found;
  };
  return { tiles, calls, changed, drawn, project, generation$ };
}

describe('vector tiles', () => {
  it('are requested once, and drawn at their place when loaded', async () => {
    // The middle of the tile: 2048 of 4096.
    const { calls, changed, drawn } = setUp(() => tileWithPoint('a', 2048, 2048));
    expect(drawn()).toEqual([]);
    expect(drawn()).toEqual([]);
    await vi.waitFor(() => expect(changed).toHaveBeenCalledWith([0, 0, HALF_WORLD, HALF_WORLD]), WHILE_READ);
    expect(calls).toEqual(['1/1/0.mvt']);
    const [flat] = drawn();
    expect(flat).toMatchObject({ kind: 'points' });
    expect(flat!.coordinates[0]).toBeCloseTo(HALF_WORLD / 2, 3);
    expect(flat!.coordinates[1]).toBeCloseTo(HALF_WORLD / 2, 3);
  });

  it('leave out objects of the document, and those deleted here', async () => {
    const { changed, drawn, project } = setUp(() => tileWithPoint('a', 2048, 2048));
    drawn();
    await vi.waitFor(() => expect(changed).toHaveBeenCalled(), WHILE_READ);
    const loaded = object('a', { type: 'Point', coordinates: [90, 60] });
    project.document.apply([{ id: 'a', before: undefined, after: loaded }], 'load');
    expect(drawn()).toEqual([]);
    project.document.apply([{ id: 'a', before: loaded, after: undefined }], 'edit');
    expect(drawn()).toEqual([]);
  });

  it('report whether everything needed is loaded', async () => {
    const { changed, tiles } = setUp(() => new ArrayBuffer(0));
    const here = () => tiles.paint('parcels', NORTH_EAST, RESOLUTION, () => expect.unreachable());
    expect(here()).toBe(false);
    await vi.waitFor(() => expect(changed).toHaveBeenCalled(), WHILE_READ);
    // An empty tile counts as loaded; and where objects are loaded no tile is needed.
    expect(here()).toBe(true);
    expect(tiles.paint('parcels', NORTH_EAST, resolutionOf(15), () => expect.unreachable())).toBe(true);
  });

  it('draw nothing where objects are loaded, and request nothing', () => {
    const { tiles, calls } = setUp(() => new ArrayBuffer(0));
    tiles.paint('parcels', NORTH_EAST, resolutionOf(15), () => expect.unreachable());
    expect(calls).toEqual([]);
  });

  it('are not requested where the project has no objects', async () => {
    const south: Extent = [10, -45, 11, -44];
    const { calls, drawn, tiles } = setUp(() => new ArrayBuffer(0), [], south);
    drawn();
    await Promise.resolve();
    expect(calls).toEqual([]);
    const there: ProjectedExtent = [eastingOf(10), northingOf(-45), eastingOf(11), northingOf(-44)];
    tiles.paint('parcels', there, RESOLUTION, () => undefined);
    await vi.waitFor(() => expect(calls).toEqual(['1/1/1.mvt']), WHILE_READ);
  });

  it('are reloaded after a large change by others, and stay until then', async () => {
    let id = 'a';
    const { calls, changed, drawn, generation$ } = setUp(() =>
      tileWithPoint(id, id === 'a' ? 1024 : 3072, 9),
    );
    drawn();
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1), WHILE_READ);
    id = 'b';
    generation$.next(1);
    expect(drawn()[0]!.coordinates[0]).toBeCloseTo(HALF_WORLD / 4, 3);
    await vi.waitFor(
      () => expect(drawn()[0]!.coordinates[0]).toBeCloseTo((HALF_WORLD * 3) / 4, 3),
      WHILE_READ,
    );
    expect(calls).toEqual(['1/1/0.mvt', '1/1/0.mvt']);
  });

  it('are reloaded when objects are freed, which they then draw', async () => {
    const here = object('a', { type: 'Point', coordinates: [90, 42] });
    const { tiles, calls, drawn, project } = setUp(() => tileWithPoint('a', 1024, 2048), [here]);
    drawn();
    await vi.waitFor(
      () => expect(tiles.paint('parcels', NORTH_EAST, RESOLUTION, () => {})).toBe(true),
      WHILE_READ,
    );
    expect(drawn()).toEqual([]);
    project.document.apply([{ id: 'a', before: here, after: undefined }], 'unload');
    expect(drawn()).toHaveLength(1);
    await vi.waitFor(() => expect(calls).toEqual(['1/1/0.mvt', '1/1/0.mvt']));
  });

  it('of a coarser zoom are shown until the finer ones are loaded', async () => {
    const { tiles, changed, drawn, calls } = setUp(() => tileWithPoint('a', 1024, 3072));
    drawn();
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1), WHILE_READ);
    // A quarter of the way east, three quarters south: in tile 2/2/1 of the next zoom.
    const found: ProjectedGeometry[] = [];
    tiles.paint('parcels', [1, 1, HALF_WORLD / 2 - 1, HALF_WORLD / 2 - 1], resolutionOf(2), (flat, cut) => {
      expect(cut).toEqual([0, 0, HALF_WORLD / 2, HALF_WORLD / 2]);
      found.push(flat);
    });
    expect(found).toHaveLength(1);
    await vi.waitFor(() => expect(calls).toContain('2/2/1.mvt'), WHILE_READ);
  });

  it('of the next finer zoom are shown until the coarser one is loaded', async () => {
    const { tiles, changed, drawn } = setUp(() => tileWithPoint('a', 2048, 2048));
    tiles.paint('parcels', [1, 1, HALF_WORLD / 2 - 1, HALF_WORLD / 2 - 1], resolutionOf(2), () => undefined);
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1), WHILE_READ);
    // The middle of tile 2/2/1 is a quarter of the world's half from the origin.
    expect(drawn().map(({ coordinates }) => Math.round(coordinates[0]! / (HALF_WORLD / 4)))).toEqual([1]);
  });

  it('that failed are requested again when they are next in view', async () => {
    let failing = true;
    const { calls, drawn } = setUp(() => {
      if (failing) throw new Error('offline');
      return tileWithPoint('a', 9, 9);
    });
    drawn();
    await vi.waitFor(() => expect(calls).toHaveLength(1), WHILE_READ);
    failing = false;
    await vi.waitFor(() => expect(drawn()).toHaveLength(1), WHILE_READ);
  });
});
