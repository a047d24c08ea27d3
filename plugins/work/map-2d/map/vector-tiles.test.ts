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
import { desk, object, protobuf } from '#core/testing';
import { VectorTiles } from './vector-tiles.ts';

const { varint, number, bytes, text, zigzag } = protobuf;

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

/** A tile with many points of `parcels`, each a feature. */
function tileWithPoints(count: number): ArrayBuffer {
  const feature = bytes(2, [...bytes(2, [0, 0]), ...number(3, 1), ...bytes(4, [9, 2, 2])]);
  const layer = [
    ...number(15, 2),
    ...text(1, 'parcels'),
    ...text(3, 'id'),
    ...bytes(4, text(1, 'a')),
    ...number(5, 4096),
  ];
  const content = new Uint8Array(layer.length + count * feature.length);
  content.set(layer);
  for (let n = 0; n < count; n++) content.set(feature, layer.length + n * feature.length);
  const head = [...varint((3 << 3) | 2), ...varint(content.length)];
  const all = new Uint8Array(head.length + content.length);
  all.set(head);
  all.set(content, head.length);
  return all.buffer;
}

/** A tile whose merged `parcels` cover its north-western quarter. */
function tileWithMerged(): ArrayBuffer {
  const line = [0, 0, 2048, 0, 0, 2048, -2048, 0].map(zigzag);
  const geometry = [9, line[0]!, line[1]!, 26, ...line.slice(2), 15].flatMap(varint);
  const feature = [...bytes(2, [0, 0, 1, 1, 2, 2]), ...number(3, 3), ...bytes(4, geometry)];
  const layer = [
    ...number(15, 2),
    ...text(1, 'parcels'),
    ...bytes(2, feature),
    ...text(3, 'typeName'),
    ...text(3, 'count'),
    ...text(3, 'side'),
    ...bytes(4, text(1, 'parcels')),
    ...bytes(4, number(5, 900)),
    ...bytes(4, number(5, 16)),
    ...number(5, 4096),
  ];
  return new Uint8Array(bytes(3, layer)).buffer;
}

/** The code that reads tiles loads first, which takes long on a busy machine. */
const WHILE_READ = { timeout: 20_000 };
/** Zoom 1: the north-eastern quarter of the world is tile 1/1/0. */
const NORTH_EAST: ProjectedExtent = [1, 1, HALF_WORLD, HALF_WORLD];
const RESOLUTION = resolutionOf(1);

function setUp(answer: (y: string) => ArrayBuffer, objects: MapObject[] = [], extent?: Extent) {
  const generation$ = new BehaviorSubject(0);
  const loading$ = new BehaviorSubject<{ inFlight: number; error: string | undefined }>({
    inFlight: 0,
    error: undefined,
  });
  let loaded = true;
  const project = { ...desk(objects).project, generation$, loading$, covers: () => loaded };
  const calls: string[] = [];
  const changed = vi.fn<(box?: ProjectedExtent) => void>();
  const api: Pick<Api, 'bytes'> = {
    bytes: (_call, request) => {
      const { z, x, y } = request.params as unknown as { z: string; x: string; y: string };
      calls.push(`${z}/${x}/${y}`);
      return Promise.resolve({ data: answer(y), etag: '"1"', status: 200 });
    },
  };
  const tiles = new VectorTiles({
    project,
    api,
    size: { requestedExtent: extent },
    shownAt: (zoom) => zoom < 15,
    changed,
  });
  const drawn = (): ProjectedGeometry[] => {
    const found: ProjectedGeometry[] = [];
    tiles.paint('parcels', NORTH_EAST, RESOLUTION, (shapes) => found.push(...shapes.map(({ flat }) => flat)));
    return found;
  };
  const setLoaded = (now: boolean) => {
    loaded = now;
    loading$.next({ inFlight: now ? 0 : 1, error: undefined });
  };
  return { tiles, calls, changed, drawn, project, generation$, setLoaded };
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
    // Before anything was requested, too.
    expect(tiles.isLoading(NORTH_EAST, 1)).toBe(true);
    expect(here()).toBe(false);
    expect(tiles.isLoading(NORTH_EAST, 1)).toBe(true);
    await vi.waitFor(() => expect(changed).toHaveBeenCalled(), WHILE_READ);
    // An empty tile counts as loaded; and where objects are loaded no tile is needed.
    expect(here()).toBe(true);
    expect(tiles.isLoading(NORTH_EAST, 1)).toBe(false);
    expect(tiles.isLoading(NORTH_EAST, 15)).toBe(false);
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
    tiles.paint('parcels', [1, 1, HALF_WORLD / 2 - 1, HALF_WORLD / 2 - 1], resolutionOf(2), (shapes, cut) => {
      expect(cut.map(Math.round)).toEqual([0, 0, HALF_WORLD / 2, HALF_WORLD / 2].map(Math.round));
      found.push(...shapes.map(({ flat }) => flat));
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

  it('show merged objects once: those of the document are not drawn over them, unless they change', async () => {
    // North-western quarter of tile 1/1/0: 0 to 90 degrees east. The object is a point there, and no id is in the tile.
    const here = object('a', { type: 'Point', coordinates: [40, 80] }, { typeName: 'parcels' });
    const { tiles, changed, drawn, project } = setUp(tileWithMerged, [here]);
    const isMerged = (one: MapObject) => tiles.mergedAt(RESOLUTION)!(one);
    expect(isMerged(here)).toBe(false);
    drawn();
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1), WHILE_READ);
    let side: number | undefined;
    tiles.paint('parcels', NORTH_EAST, RESOLUTION, ([shape]) => (side = shape?.side));
    // 16 of the 4096 units of a tile that is half a world wide.
    expect(side).toBeCloseTo((16 * HALF_WORLD) / 4096, 3);
    expect(isMerged(here)).toBe(true);
    expect(tiles.mergedAt(resolutionOf(15))).toBeUndefined();
    const after = { ...here, properties: { name: 'new' } };
    project.document.apply([{ id: 'a', before: here, after }], 'edit');
    expect(isMerged(after)).toBe(false);
  });

  it('that show changed objects merged are requested again when these are saved', async () => {
    const here = object('a', { type: 'Point', coordinates: [40, 80] }, { typeName: 'parcels' });
    const { calls, changed, drawn, project } = setUp(tileWithMerged, [here]);
    drawn();
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1), WHILE_READ);
    vi.useFakeTimers();
    try {
      project.document.apply([{ id: 'a', before: here, after: undefined }], 'edit');
      expect(calls).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(calls).toEqual(['1/1/0.mvt', '1/1/0.mvt']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('in view stay, however many shapes they have', async () => {
    const { tiles, calls } = setUp(() => tileWithPoints(40_000));
    const paint = (x: number) =>
      tiles.paint('parcels', [x + 1, 1, x + HALF_WORLD / 4, 9], resolutionOf(3), () => undefined);
    const all = () => [0, 1, 2].map((n) => paint((n * HALF_WORLD) / 4));
    all();
    await vi.waitFor(() => expect(all()).toEqual([true, true, true]), WHILE_READ);
    const before = calls.length;
    expect(all()).toEqual([true, true, true]);
    expect(calls).toHaveLength(before);
  });

  it('of overviews stay while those with many shapes are dropped', async () => {
    const { tiles, drawn } = setUp((y) => (y === '0.mvt' ? tileWithMerged() : tileWithPoints(40_000)));
    const paint = (zoom: number, x: number) =>
      tiles.paint('parcels', [x + 1, 1, x + 9, 9], resolutionOf(zoom), () => undefined);
    await vi.waitFor(() => expect(drawn()).toHaveLength(1), WHILE_READ);
    for (const n of [0, 1, 2]) {
      const x = (n * HALF_WORLD) / 4;
      await vi.waitFor(() => expect(paint(3, x)).toBe(true), WHILE_READ);
    }
    await vi.waitFor(() => expect(paint(4, 0)).toBe(true), WHILE_READ);
    expect(paint(3, 0)).toBe(false);
    expect(drawn()).toHaveLength(1);
  });

  it('stay where objects are still loading, and are redrawn when they are there', async () => {
    const { tiles, calls, changed, drawn, setLoaded } = setUp(() => tileWithPoint('a', 2048, 2048));
    drawn();
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1), WHILE_READ);
    setLoaded(false);
    const close = () => {
      const found: ProjectedGeometry[] = [];
      tiles.paint('parcels', NORTH_EAST, resolutionOf(15), (shapes) =>
        found.push(...shapes.map(({ flat }) => flat)),
      );
      return found;
    };
    expect(close()).toHaveLength(1);
    setLoaded(true);
    expect(changed).toHaveBeenLastCalledWith(NORTH_EAST);
    expect(close()).toEqual([]);
    expect(calls).toEqual(['1/1/0.mvt']);
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
