import { LRUCache } from 'lru-cache';
import { Subject, type Observable } from 'rxjs';
import { heightWithin, schemeOf, tilesOf, type TileRange } from '#core/geodesy';
import type { Terrain } from '#core/protocol';

/** Fetches a tile of heights; undefined where it is empty. */
export type FetchTile = (level: number, x: number, y: number) => Promise<Float32Array | undefined>;

/** 66 kB each. */
const MAX_CACHED_TILES = 600;
const NONE = new Float32Array(0);

/** The loaded tiles of a terrain; the finest one at a place gives its height. */
export class HeightField {
  readonly #came = new Subject<void>();
  /** Emits when tiles have loaded. */
  readonly changes$: Observable<void> = this.#came.asObservable();
  readonly #levels: readonly TileRange[];
  readonly #tiles = new LRUCache<number, Float32Array>({ max: MAX_CACHED_TILES });
  readonly #coming = new Map<number, Promise<Float32Array | undefined>>();
  readonly #fetch: FetchTile;

  constructor(
    readonly terrain: Terrain,
    fetch: FetchTile,
  ) {
    this.#fetch = fetch;
    this.#levels = Array.from({ length: terrain.finest + 1 }, (_, level) => tilesOf(terrain.extent, level));
  }

  /** Whether the tile exists. */
  has(level: number, x: number, y: number): boolean {
    const range = this.#levels[level];
    if (!range) return false;
    const { west, north, columns, rows } = range;
    return x >= west && y >= north && x < west + columns && y < north + rows;
  }

  /** Heights of a tile, fetched if needed; undefined where there are none. */
  async tile(level: number, x: number, y: number): Promise<Float32Array | undefined> {
    if (!this.has(level, x, y)) return undefined;
    const key = keyOf(level, x, y);
    const here = this.#tiles.get(key);
    if (here) return here === NONE ? undefined : here;
    let coming = this.#coming.get(key);
    if (!coming) {
      coming = this.#fetch(level, x, y)
        .then((tile) => {
          this.#tiles.set(key, tile ?? NONE);
          this.#came.next();
          return tile;
        })
        .finally(() => this.#coming.delete(key));
      this.#coming.set(key, coming);
    }
    return coming;
  }

  /** Fetches enough tiles for a rough height everywhere: the finest level with few tiles. */
  async overview(): Promise<void> {
    const level = this.#levels.findLastIndex(({ columns, rows }) => columns * rows <= 4);
    const { west, north, columns, rows } = this.#levels[level]!;
    const all = Array.from({ length: columns * rows }, (_, n) =>
      this.tile(level, west + (n % columns), north + Math.floor(n / columns)),
    );
    await Promise.all(all);
  }

  /** Metres above the ellipsoid; undefined outside the terrain, in its gaps, and where no tile has loaded. */
  near(longitude: number, latitude: number): number | undefined {
    const [right, down] = schemeOf(longitude, latitude);
    for (let level = this.terrain.finest; level >= 0; level--) {
      const count = 2 ** level;
      const [x, y] = [
        Math.min(count - 1, Math.floor(right * count)),
        Math.min(count - 1, Math.floor(down * count)),
      ];
      if (!this.has(level, x, y)) return undefined;
      const tile = this.#tiles.peek(keyOf(level, x, y));
      if (!tile) continue;
      const height = tile === NONE ? NaN : heightWithin(tile, right * count - x, down * count - y);
      return Number.isNaN(height) ? undefined : height;
    }
    return undefined;
  }

  /** The height there, else the first one on the way to the middle of the terrain; undefined where none has loaded. */
  nearest(longitude: number, latitude: number): number | undefined {
    const here = this.near(longitude, latitude);
    if (here !== undefined) return here;
    const [west, south, east, north] = this.terrain.extent;
    const [x, y] = [Math.max(west, Math.min(east, longitude)), Math.max(south, Math.min(north, latitude))];
    for (let n = 0; n < STEPS_INWARDS; n++) {
      const part = n / STEPS_INWARDS;
      const height = this.near(x + ((west + east) / 2 - x) * part, y + ((south + north) / 2 - y) * part);
      if (height !== undefined) return height;
    }
    return undefined;
  }
}

/** Positions looked at between the edge of the extent and the middle: models may be rotated, or have gaps. */
const STEPS_INWARDS = 64;

/** Levels end at 23: the key fits a number. */
function keyOf(level: number, x: number, y: number): number {
  return level * 2 ** 46 + x * 2 ** 23 + y;
}
