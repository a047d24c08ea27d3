import type { PyramidShape } from './panoramics.ts';

/** The largest tile, pixels, and the most columns: what viewers take. */
const TILE = 512;
const MAX_COLUMNS = 64;
const MIN_COLUMNS = 4;

export interface PyramidLevel {
  /** 0 is the whole sphere in one tile; the coarsest with tiles is 2. */
  level: number;
  width: number;
  cols: number;
  rows: number;
}

/** The pyramid of a sphere `width` pixels wide, of which a picture has `crop`: no pixel is made up, few are lost. */
export function sizeOfPyramid(
  width: number,
  [left, top, wide, high]: readonly [number, number, number, number],
): PyramidShape {
  const columns = 2 ** Math.ceil(Math.log2(Math.max(1, width) / TILE));
  const cols = Math.min(MAX_COLUMNS, Math.max(MIN_COLUMNS, columns));
  const tile = Math.min(TILE, Math.max(1, Math.ceil(width / cols)));
  const scale = (tile * cols) / width;
  return {
    width: tile * cols,
    tile,
    cols,
    crop: [left * scale, top * scale, wide * scale, high * scale],
  };
}

/** From the coarsest to the finest. */
export function levelsOf({ tile, cols: finest }: Pick<PyramidShape, 'tile' | 'cols'>): PyramidLevel[] {
  const levels: PyramidLevel[] = [];
  for (let cols = MIN_COLUMNS; cols <= finest; cols *= 2)
    levels.push({ level: Math.log2(cols), width: tile * cols, cols, rows: cols / 2 });
  return levels;
}

/** Whether the picture has anything of a tile. */
export function tileInCrop(
  { width, crop: [left, top, wide, high] }: PyramidShape,
  { cols }: Pick<PyramidLevel, 'cols'>,
  column: number,
  row: number,
): boolean {
  const size = width / cols;
  return (
    (column + 1) * size > left &&
    column * size < left + wide &&
    (row + 1) * size > top &&
    row * size < top + high
  );
}

/** Which of the pictures in its file a tile is; the first is the base. Undefined where there is no such tile. */
export function tileIndex(
  shape: PyramidShape,
  cols: number,
  column: number,
  row: number,
): number | undefined {
  let before = 1;
  for (const level of levelsOf(shape)) {
    if (level.cols !== cols) before += level.cols * level.rows;
    else return column < level.cols && row < level.rows ? before + row * level.cols + column : undefined;
  }
  return undefined;
}
