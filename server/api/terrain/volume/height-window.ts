/** Heights of cells, with their neighbours around a range. */
export class HeightWindow {
  constructor(
    readonly heights: Float32Array,
    readonly left: number,
    readonly top: number,
    readonly width: number,
    readonly height: number,
  ) {}

  /** NaN also outside the window. */
  at(column: number, row: number): number {
    const x = column - this.left;
    const y = row - this.top;
    return x < 0 || y < 0 || x >= this.width || y >= this.height ? NaN : this.heights[y * this.width + x]!;
  }

  /** Metres per column and per row, from the neighbours on both sides or from one; 0 where there are none. */
  slopeAt(column: number, row: number): [number, number] {
    return [this.acrossAt(column, row), this.alongAt(column, row)];
  }

  acrossAt(column: number, row: number): number {
    return rise(this.at(column - 1, row), this.at(column, row), this.at(column + 1, row));
  }

  alongAt(column: number, row: number): number {
    return rise(this.at(column, row - 1), this.at(column, row), this.at(column, row + 1));
  }
}

function rise(before: number, here: number, after: number): number {
  const back = here - before;
  const ahead = after - here;
  if (Number.isNaN(back)) return Number.isNaN(ahead) ? 0 : ahead;
  return Number.isNaN(ahead) ? back : (back + ahead) / 2;
}
