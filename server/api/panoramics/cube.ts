import type { CubeArrangement } from './source-shape.ts';

type Face = 'right' | 'left' | 'up' | 'down' | 'front' | 'back';
const ORDER: readonly Face[] = ['right', 'left', 'up', 'down', 'front', 'back'];

/** Column and row of each face. In a cross the upper face meets the front with its lower edge. */
function placesOf(arrangement: CubeArrangement): Readonly<Record<Face, readonly [number, number]>> {
  if (arrangement === '4x3')
    return { up: [1, 0], left: [0, 1], front: [1, 1], right: [2, 1], back: [3, 1], down: [1, 2] };
  const columns = arrangement === '3x2' ? 3 : arrangement === '6x1' ? 6 : 1;
  const places = ORDER.map((face, i) => [face, [i % columns, Math.floor(i / columns)]] as const);
  return Object.fromEntries(places) as Record<Face, readonly [number, number]>;
}

/** Pixels of a picture, three bytes each. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
}

/** Rows `from` to `to` of the equirectangular picture, `width` pixels wide, of a cube whose faces are `face` pixels wide. */
export function rowsOfSphere(
  { data, width: stride }: Pixels,
  { arrangement, face }: { arrangement: CubeArrangement; face: number },
  width: number,
  from: number,
  to: number,
): Uint8Array {
  const places = placesOf(arrangement);
  const rows = new Uint8Array((to - from) * width * 3);
  let at = 0;
  for (let row = from; row < to; row++) {
    const up = Math.sin(Math.PI * (0.5 - (row + 0.5) / (width / 2)));
    const level = Math.sqrt(1 - up * up);
    for (let column = 0; column < width; column++) {
      const longitude = 2 * Math.PI * ((column + 0.5) / width - 0.5);
      const [right, ahead] = [Math.sin(longitude) * level, Math.cos(longitude) * level];
      const [name, across, above] = faceAt(right, ahead, up);
      const [column0, row0] = places[name];
      const x = clamp(((across + 1) / 2) * face - 0.5, face - 1);
      const y = clamp(((1 - above) / 2) * face - 0.5, face - 1);
      const [x0, y0] = [Math.floor(x), Math.floor(y)];
      const [x1, y1] = [Math.min(x0 + 1, face - 1), Math.min(y0 + 1, face - 1)];
      const [fx, fy] = [x - x0, y - y0];
      const offset = (px: number, py: number) => ((row0 * face + py) * stride + column0 * face + px) * 3;
      const [a, b, c, d] = [offset(x0, y0), offset(x1, y0), offset(x0, y1), offset(x1, y1)];
      for (let band = 0; band < 3; band++) {
        const upper = data[a + band]! * (1 - fx) + data[b + band]! * fx;
        const lower = data[c + band]! * (1 - fx) + data[d + band]! * fx;
        rows[at++] = Math.round(upper * (1 - fy) + lower * fy);
      }
    }
  }
  return rows;
}

/** The face in a direction, and the place on it: to the right and up, -1 to 1. */
function faceAt(right: number, ahead: number, up: number): readonly [Face, number, number] {
  const [x, y, z] = [Math.abs(right), Math.abs(ahead), Math.abs(up)];
  if (y >= x && y >= z) return ahead > 0 ? ['front', right / y, up / y] : ['back', -right / y, up / y];
  if (x >= z) return right > 0 ? ['right', -ahead / x, up / x] : ['left', ahead / x, up / x];
  return up > 0 ? ['up', right / z, -ahead / z] : ['down', right / z, ahead / z];
}

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);
