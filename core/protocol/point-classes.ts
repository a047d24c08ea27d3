/**
 * The classes of LAS 1.4 R15 (ASPRS) with the colours in which they are drawn, 0xRRGGBB; their names are the texts
 * `point-classes:class.<code>`. Codes without a name are reserved or the user's own.
 */
export const POINT_CLASSES: ReadonlyMap<number, number> = new Map([
  [0, 0x9aa1a8],
  [1, 0xb9bec4],
  [2, 0xa9713a],
  [3, 0xa7d46f],
  [4, 0x5fb04b],
  [5, 0x237a34],
  [6, 0xd8493f],
  [7, 0xd411c8],
  [8, 0xe0b36a],
  [9, 0x2f7fd6],
  [10, 0x6a4fb3],
  [11, 0x5b646e],
  [12, 0xd9cf3a],
  [13, 0xf2a33c],
  [14, 0xf6c945],
  [15, 0x1f5fa8],
  [16, 0xb07b16],
  [17, 0x8c5a9e],
  [18, 0xff3bf2],
  [19, 0x4b8fa6],
  [20, 0x7a5a3c],
  [21, 0x9fdcf5],
  [22, 0x6e6a5e],
]);

/** The colour of a class; of the user's own ones a grey-blue. */
export function colourOfClass(code: number): number {
  return POINT_CLASSES.get(code) ?? 0x7c8fb0;
}
