import { placeOfScheme, TILE_CELLS, TILE_NODES } from '#core/geodesy';
import type { Terrain } from '#core/protocol';
import type { SettingValues } from '#core/settings';

/** Light from the north-west at 45°, as usual on maps; slopes are slightly exaggerated. */
const LIGHT = { east: -0.5, north: 0.5, up: Math.SQRT1_2 };
const STEEPER = 1.6;
const AROUND = 2 * Math.PI * 6_378_137;

/** From low to high: meadow, hill, rock, snow, in colours that print well and suit both themes. */
const RAMP: readonly (readonly [part: number, red: number, green: number, blue: number])[] = [
  [0, 110, 153, 120],
  [0.25, 176, 194, 138],
  [0.5, 222, 207, 158],
  [0.75, 186, 150, 118],
  [1, 244, 240, 236],
];

/** An image of a tile, one RGBA pixel for every four heights. */
export function reliefOf(
  tile: Float32Array,
  address: { level: number; y: number },
  { lowest, highest }: Pick<Terrain, 'lowest' | 'highest'>,
  tint: Exclude<SettingValues['tint3D'], 'none'>,
): Uint8ClampedArray<ArrayBuffer> {
  const picture = new Uint8ClampedArray(4 * TILE_CELLS ** 2);
  const [, latitude] = placeOfScheme(0, (address.y + 0.5) / 2 ** address.level);
  const cell = (AROUND * Math.cos((latitude * Math.PI) / 180)) / 2 ** address.level / TILE_CELLS;
  for (let row = 0; row < TILE_CELLS; row++)
    for (let column = 0; column < TILE_CELLS; column++) {
      const at = row * TILE_NODES + column;
      const [nw, ne] = [tile[at]!, tile[at + 1]!];
      const [sw, se] = [tile[at + TILE_NODES]!, tile[at + TILE_NODES + 1]!];
      const height = (nw + ne + sw + se) / 4;
      if (Number.isNaN(height)) continue;
      const light = lightOn((ne + se - nw - sw) / (2 * cell), (nw + ne - sw - se) / (2 * cell));
      const pixel = 4 * (row * TILE_CELLS + column);
      if (tint === 'relief') picture.set(shadow(light), pixel);
      else picture.set(coloured((height - lowest) / Math.max(1, highest - lowest), light), pixel);
    }
  return picture;
}

/** 1 on level ground; less in shadow, more towards the light. `east`, `north`: slope. */
function lightOn(east: number, north: number): number {
  const [x, y] = [-STEEPER * east, -STEEPER * north];
  const lit = (LIGHT.east * x + LIGHT.north * y + LIGHT.up) / Math.hypot(x, y, 1);
  return Math.max(0, lit) / LIGHT.up;
}

/** Over what lies under it: dark where there is less light, bright where there is more. */
function shadow(light: number): [number, number, number, number] {
  return light < 1 ? [16, 24, 32, 190 * (1 - light)] : [255, 252, 240, 200 * Math.min(1, light - 1)];
}

function coloured(part: number, light: number): [number, number, number, number] {
  const next = Math.max(
    1,
    RAMP.findIndex(([from]) => from >= part),
  );
  const [low, high] = [RAMP[next - 1]!, RAMP[next]!];
  const along = Math.min(1, Math.max(0, (part - low[0]) / (high[0] - low[0])));
  const shade = 0.35 + 0.65 * Math.min(1.25, light);
  const mix = (n: 1 | 2 | 3) => (low[n] + (high[n] - low[n]) * along) * shade;
  return [mix(1), mix(2), mix(3), 235];
}
