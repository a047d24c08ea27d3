/** A part of an equirectangular picture, in grey. Parts of the whole picture: where it begins, and its size. */
export interface GreyPiece {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  /** Row by row, 0 to 255. */
  readonly data: Uint8Array;
}

/** What is loaded of a picture. */
export class GreyPicture {
  readonly #pieces: readonly GreyPiece[];

  constructor(pieces: readonly GreyPiece[]) {
    this.#pieces = pieces;
  }

  /** Between the four nearest pixels; NaN where nothing is loaded. `across` and `down`: 0 to 1. */
  at(across: number, down: number): number {
    const x = across - Math.floor(across);
    const piece = this.#pieces.find(
      ({ left, top, width, height }) =>
        x >= left && x < left + width && down >= top && down <= top + height + 1e-12,
    );
    if (!piece) return Number.NaN;
    const { left, top, width, height, columns, rows, data } = piece;
    const column = clamp(((x - left) / width) * columns - 0.5, columns - 1);
    const row = clamp(((down - top) / height) * rows - 0.5, rows - 1);
    const [west, north] = [Math.floor(column), Math.floor(row)];
    const [east, south] = [Math.min(columns - 1, west + 1), Math.min(rows - 1, north + 1)];
    const [right, below] = [column - west, row - north];
    const upper = data[north * columns + west]! * (1 - right) + data[north * columns + east]! * right;
    const lower = data[south * columns + west]! * (1 - right) + data[south * columns + east]! * right;
    return upper * (1 - below) + lower * below;
  }
}

const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value));
