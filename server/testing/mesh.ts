import type { MeshTile } from '../api/terrain/remote/rasterize.ts';

const PARTS = 32_767;
/** Cells along a side. */
const CELLS = 8;

/** A tile of quantized-mesh whose corners have these heights, metres, at longitude and latitude. */
export function meshOf({ level, x, y }: MeshTile, height: (east: number, north: number) => number): Buffer {
  const size = 180 / 2 ** level;
  const triangles: [number, number][] = [];
  for (let row = 0; row < CELLS; row++)
    for (let column = 0; column < CELLS; column++) {
      const corner = (right: number, up: number): [number, number] => [column + right, row + up];
      triangles.push(corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 0), corner(1, 1), corner(0, 1));
    }
  // In the order of their first use, as the encoding of index differences requires.
  const names = [...new Set(triangles.map(String))];
  const vertices = names.map((name) => {
    const [right, up] = name.split(',').map((cell) => Math.round((Number(cell) / CELLS) * PARTS)) as [number, number]; // prettier-ignore
    return { right, up, height: height(-180 + (x + right / PARTS) * size, -90 + (y + up / PARTS) * size) };
  });
  const indices = triangles.map((corner) => names.indexOf(String(corner)));
  const heights = vertices.map(({ height: metres }) => metres);
  const [lowest, highest] = [Math.min(...heights), Math.max(...heights)];
  const part = (metres: number) => Math.round(((metres - lowest) / (highest - lowest || 1)) * PARTS);
  return meshBytes(
    [lowest, highest],
    [
      vertices.map(({ right }) => right),
      vertices.map(({ up }) => up),
      vertices.map(({ height: metres }) => part(metres)),
    ],
    indices,
  );
}

/** As the format stores vertices (parts of 32767) and indices. */
export function meshBytes(
  [lowest, highest]: readonly [number, number],
  lists: readonly (readonly number[])[],
  indices: readonly number[],
): Buffer {
  const header = Buffer.alloc(88);
  header.writeFloatLE(lowest, 24);
  header.writeFloatLE(highest, 28);
  const folded = (values: readonly number[]) =>
    values.map((value, n) => {
      const step = value - (values[n - 1] ?? 0);
      return step < 0 ? -2 * step - 1 : 2 * step;
    });
  let greatest = 0;
  const corners = indices.map((index) => {
    const below = greatest - index;
    if (below === 0) greatest++;
    return below;
  });
  return Buffer.concat([
    header,
    words(lists[0]!.length),
    Buffer.from(Uint16Array.from(lists.flatMap(folded)).buffer),
    words(indices.length / 3),
    Buffer.from(Uint16Array.from(corners).buffer),
  ]);
}

function words(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
