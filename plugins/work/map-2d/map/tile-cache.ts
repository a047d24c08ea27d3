import { boxesMeet, eastingOf, growBox, HALF_WORLD, northingOf, type ProjectedExtent } from '#core/canvas';
import type { Api } from '#core/api';
import type { Disposable } from '#core/kernel';
import { tile as tileCall } from '#core/protocol';
import type { ProjectSize } from '../model/project-size.ts';
import { RequestQueue } from './request-queue.ts';
import type { TileLayer, TileObject } from './tile-format.ts';

/** A vector tile; its layers by type name. */
export interface CachedTile {
  readonly box: ProjectedExtent;
  /** Undefined while loading. */
  readonly layers: ReadonlyMap<string, TileLayer> | undefined;
}

interface Entry extends CachedTile {
  layers: ReadonlyMap<string, TileLayer> | undefined;
  /** Number of shapes. */
  size: number;
  etag: string | undefined;
  controller: AbortController | undefined;
}

const MAX_CACHED = 1_000;
/** Shapes in cached tiles, unless those of the zoom in view have more. */
const MAX_SHAPES = 60_000;
/** Dropping a tile with fewer shapes frees little; an overview may show thousands of objects as one shape. */
const FEW_SHAPES = 50;
/** A tile this many times wider is of no use for this one: small objects were drawn as dots. */
const COARSEST = 8;
/** Milliseconds after which a failed tile is requested again. */
const RETRY_DELAY = 3_000;

interface TileCacheDependencies {
  readonly projectId: string;
  readonly api: Pick<Api, 'bytes'>;
  readonly size: Pick<ProjectSize, 'requestedExtent'>;
  /** A tile has arrived, or is to be requested again. */
  readonly changed: (box: ProjectedExtent) => void;
}

/** The server's vector tiles of a project: requested when first needed, the least recently used dropped first. */
export class TileCache implements Disposable {
  readonly #tiles = new Map<string, Entry>();
  readonly #parts: TileCacheDependencies;
  readonly #requests = new RequestQueue((key) => this.#fetch(key));
  readonly #retries = new Set<ReturnType<typeof setTimeout>>();

  constructor(parts: TileCacheDependencies) {
    this.#parts = parts;
  }

  /** The tiles that cover the box; those not here yet are requested. `zoom`: an integer. */
  covering(box: ProjectedExtent, zoom: number): CachedTile[] {
    const found = this.#keysOf(box, zoom).map(({ key, cut }) => this.#use(key, cut));
    this.#dropOld(sizeAt(zoom));
    return found;
  }

  /** Whether all tiles that cover the box are here. `zoom`: an integer. */
  covers(box: ProjectedExtent, zoom: number): boolean {
    return this.#keysOf(box, zoom).every(({ key }) => this.#tiles.get(key)?.layers !== undefined);
  }

  #keysOf(box: ProjectedExtent, zoom: number): { key: string; cut: ProjectedExtent }[] {
    const size = sizeAt(zoom);
    const last = 2 ** zoom - 1;
    const index = (metres: number) => Math.max(0, Math.min(last, Math.floor(metres / size)));
    const found: { key: string; cut: ProjectedExtent }[] = [];
    const whole = this.#parts.size.requestedExtent;
    // No tile is requested beyond the extent of the objects, extended by the size of symbols.
    const ours =
      whole &&
      growBox(
        [eastingOf(whole[0]), northingOf(whole[1]), eastingOf(whole[2]), northingOf(whole[3])],
        size / 32,
      );
    for (let y = index(HALF_WORLD - box[3]); y <= index(HALF_WORLD - box[1]); y++) {
      for (let x = index(box[0] + HALF_WORLD); x <= index(box[2] + HALF_WORLD); x++) {
        const [west, north] = [x * size - HALF_WORLD, HALF_WORLD - y * size];
        // The neighbour has the same numbers, so that no seam is between them.
        const [south, east] = [HALF_WORLD - (y + 1) * size, (x + 1) * size - HALF_WORLD];
        const cut: ProjectedExtent = [west, south, east, north];
        if (!ours || boxesMeet(cut, ours)) found.push({ key: `${zoom}/${x}/${y}`, cut });
      }
    }
    return found;
  }

  /** The loaded tiles that meet the box: of this zoom, an integer, or the finest where there are none of it. */
  loaded(box: ProjectedExtent, zoom: number): CachedTile[] {
    const near = [...this.#tiles.values()].filter((each) => each.layers && boxesMeet(each.box, box));
    const width = sizeAt(zoom);
    const ofZoom = near.filter((each) => Math.abs(widthOf(each) - width) < 0.1 * width);
    return ofZoom.length > 0 ? ofZoom : this.finest(box);
  }

  /** Finds the tile around a position, if it is here now. `zoom`: an integer. */
  finder(zoom: number): (easting: number, northing: number) => CachedTile | undefined {
    const size = sizeAt(zoom);
    const found = new Map<number, CachedTile | undefined>();
    return (easting, northing) => {
      const column = Math.floor((easting + HALF_WORLD) / size);
      const row = Math.floor((HALF_WORLD - northing) / size);
      // Tens of thousands of objects ask for few tiles.
      const number = row * 2 ** zoom + column;
      if (!found.has(number)) found.set(number, this.#tiles.get(`${zoom}/${column}/${row}`));
      return found.get(number);
    };
  }

  /** The finest loaded tiles of those that meet the box. */
  finest(box: ProjectedExtent): CachedTile[] {
    const near = [...this.#tiles.values()].filter((each) => each.layers && boxesMeet(each.box, box));
    const finest = Math.min(...near.map(widthOf));
    return near.filter((each) => widthOf(each) < 1.5 * finest);
  }

  /** What another zoom has of a tile that is still loading: the nearest coarser one, or the next finer. */
  fromOtherZoom(cut: ProjectedExtent, typeName: string): readonly TileObject[] {
    const size = cut[2] - cut[0];
    let coarser: Entry | undefined;
    const finer: TileObject[] = [];
    for (const tile of this.#tiles.values()) {
      if (!tile.layers) continue;
      const width = widthOf(tile);
      const around = width <= size * COARSEST && holds(tile.box, cut);
      if (around && (!coarser || width < widthOf(coarser))) coarser = tile;
      else if (holds(cut, tile.box) && width > size / 3)
        finer.push(...(tile.layers.get(typeName)?.shapes ?? []));
    }
    return coarser ? (coarser.layers!.get(typeName)?.shapes ?? []) : finer;
  }

  /** Requests everything again; old tiles stay until the new ones arrive. */
  refresh(): void {
    for (const [key, tile] of this.#tiles) {
      tile.controller?.abort();
      tile.controller = undefined;
      if (tile.layers) this.#requests.add(key);
      else this.#tiles.delete(key);
    }
  }

  /** Requests the tiles again that show objects of the box merged. */
  refreshMerged(box: ProjectedExtent): void {
    for (const [key, { box: own, layers }] of this.#tiles)
      if (boxesMeet(own, box) && layers && [...layers.values()].some(({ merged }) => merged))
        this.#requests.add(key);
  }

  dispose(): void {
    this.#requests.dispose();
    for (const timer of this.#retries) clearTimeout(timer);
    for (const { controller } of this.#tiles.values()) controller?.abort();
    this.#tiles.clear();
  }

  #use(key: string, box: ProjectedExtent): Entry {
    let tile = this.#tiles.get(key);
    if (tile) {
      // Moves it to the end: the least recently used are dropped first.
      this.#tiles.delete(key);
    } else {
      tile = { box, layers: undefined, size: 0, etag: undefined, controller: undefined };
      this.#requests.add(key);
    }
    this.#tiles.set(key, tile);
    return tile;
  }

  /** Drops the tiles not used for longest; of this size, which are in view, only when they are very many. */
  #dropOld(size: number): void {
    let shapes = 0;
    for (const tile of this.#tiles.values()) shapes += tile.size;
    for (const [key, tile] of this.#tiles) {
      const isInView = Math.abs(widthOf(tile) - size) < 0.1 * size;
      const frees = !isInView && shapes > MAX_SHAPES && tile.size >= FEW_SHAPES;
      if (this.#tiles.size <= MAX_CACHED && !frees) continue;
      tile.controller?.abort();
      shapes -= tile.size;
      this.#tiles.delete(key);
    }
  }

  async #fetch(key: string): Promise<void> {
    const tile = this.#tiles.get(key);
    if (!tile) return;
    const { api, projectId, changed } = this.#parts;
    const [z, x, y] = key.split('/');
    const { signal } = (tile.controller = new AbortController());
    try {
      const answer = await api.bytes(
        tileCall,
        { params: { projectId, z, x, y: `${y}.mvt` } },
        { signal, ...(tile.etag !== undefined && { ifNoneMatch: tile.etag }) },
      );
      if (signal.aborted || answer.status === 304) return;
      // Small projects never need it.
      const { readTile } = await import('./tile-format.ts');
      if (signal.aborted) return;
      tile.etag = answer.etag;
      tile.layers = answer.data?.byteLength ? readTile(answer.data, tile.box) : new Map();
      tile.size = [...tile.layers.values()].reduce((sum, { shapes }) => sum + shapes.length, 0);
      changed(tile.box);
    } catch {
      if (signal.aborted || tile.layers) return;
      // Dropped, so that it is requested again: when it is next in view, or soon if it still is.
      this.#tiles.delete(key);
      const timer = setTimeout(() => {
        this.#retries.delete(timer);
        changed(tile.box);
      }, RETRY_DELAY);
      this.#retries.add(timer);
    }
  }
}

/** The width of the tiles of a zoom, in metres of Web Mercator. */
function sizeAt(zoom: number): number {
  return (2 * HALF_WORLD) / 2 ** zoom;
}

/** Whether the larger tile contains the centre of the smaller one. */
function holds(larger: ProjectedExtent, smaller: ProjectedExtent): boolean {
  if (larger[2] - larger[0] <= smaller[2] - smaller[0]) return false;
  const [x, y] = [(smaller[0] + smaller[2]) / 2, (smaller[1] + smaller[3]) / 2];
  return x > larger[0] && x < larger[2] && y > larger[1] && y < larger[3];
}

function widthOf({ box }: CachedTile): number {
  return box[2] - box[0];
}
