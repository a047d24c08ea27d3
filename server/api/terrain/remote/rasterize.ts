import { placeOfScheme, schemeOf, TILE_CELLS, TILE_NODES } from '#core/geodesy';
import type { Address } from '../pyramid/tile-file.ts';
import { NoMesh, type QuantizedMesh } from './mesh.ts';

/** A tile in the scheme of the other server: geographic, two tiles at level 0, y from the south. */
export interface MeshTile {
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

/** Tolerance at corners of triangles, for rounding. */
const EDGE = 1e-9;
/** Most nodes visited for one mesh: a tile has 16,641, and triangles that cover it once visit twice as many. */
const MAX_NODE_VISITS = 1_000_000;

/** The tiles of a mesh, of about our resolution, that lie under one of our tiles. */
export function tilesUnder({ level, x, y }: Address): MeshTile[] {
  const size = 180 / 2 ** level;
  const [north, south] = [y, y + 1].map((row) => placeOfScheme(0, row / 2 ** level)[1]) as [number, number];
  const row = (latitude: number) => Math.max(0, Math.min(2 ** level - 1, Math.floor((latitude + 90) / size)));
  const tiles: MeshTile[] = [];
  for (let up = row(south); up <= row(north); up++)
    for (const right of [2 * x, 2 * x + 1]) tiles.push({ level, x: right, y: up });
  return tiles;
}

export function parentOf({ level, x, y }: MeshTile): MeshTile | undefined {
  return level === 0 ? undefined : { level: level - 1, x: x >> 1, y: y >> 1 };
}

/**
 * Writes the heights of a mesh under one of our tiles, linear within triangles.
 * Throws NoMesh where many of its triangles overlap.
 */
export function rasterizeMesh(
  mesh: QuantizedMesh,
  of: MeshTile,
  { level, x, y }: Address,
  into: Float32Array,
): void {
  const size = 180 / 2 ** of.level;
  const count = 2 ** level;
  const vertices = Array.from(mesh.heights, (height, n) => {
    const east = -180 + (of.x + mesh.right[n]!) * size;
    const north = -90 + (of.y + mesh.up[n]!) * size;
    const [right, down] = schemeOf(east, north);
    return { north, column: (right * count - x) * TILE_CELLS, row: (down * count - y) * TILE_CELLS, height };
  });
  const latitudes = Array.from(
    { length: TILE_NODES },
    (_, row) => placeOfScheme(0, (y + row / TILE_CELLS) / count)[1],
  );
  let visits = 0;
  for (let n = 0; n < mesh.triangles.length; n += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => vertices[mesh.triangles[n + corner]!]!) as [
      (typeof vertices)[0],
      (typeof vertices)[0],
      (typeof vertices)[0],
    ];
    const whole = (b.column - a.column) * (c.north - a.north) - (c.column - a.column) * (b.north - a.north);
    if (whole === 0) continue;
    const [left, right] = within([a.column, b.column, c.column]);
    const [top, bottom] = within([a.row, b.row, c.row]);
    visits += Math.max(0, right - left + 1) * Math.max(0, bottom - top + 1);
    if (visits > MAX_NODE_VISITS) throw new NoMesh();
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++) {
        const [east, north] = [column - a.column, latitudes[row]! - a.north];
        const ofB = (east * (c.north - a.north) - (c.column - a.column) * north) / whole;
        const ofC = ((b.column - a.column) * north - east * (b.north - a.north)) / whole;
        if (ofB < -EDGE || ofC < -EDGE || ofB + ofC > 1 + EDGE) continue;
        into[row * TILE_NODES + column] =
          a.height + ofB * (b.height - a.height) + ofC * (c.height - a.height);
      }
  }
}

/** The nodes of a tile between the smallest and the largest value. */
function within(values: readonly number[]): [number, number] {
  return [
    Math.max(0, Math.ceil(Math.min(...values) - EDGE * TILE_CELLS)),
    Math.min(TILE_CELLS, Math.floor(Math.max(...values) + EDGE * TILE_CELLS)),
  ];
}
