const [MOVE, DRAW, CLOSE] = [1, 2, 7];
const [POINT, LINE, POLYGON] = [1, 2, 3];

/** Geometry of a feature as commands with zigzag-encoded deltas (Mapbox Vector Tile 2.1, 4.3). */
export class GeometryCommands {
  /** Code of the geometry type. */
  type = POINT;
  #commands = new Uint32Array(2048);
  #length = 0;
  /** All points share one command, written when their number is known. */
  #points = 0;
  #x = 0;
  #y = 0;

  get commands(): Uint32Array {
    return this.#commands.subarray(0, this.#length);
  }

  begin(): void {
    this.type = POINT;
    this.#length = this.#points = this.#x = this.#y = 0;
  }

  /** Returns whether there is anything to draw. */
  end(): boolean {
    if (this.#points > 0) this.#commands[0] = command(MOVE, this.#points);
    return this.#length > 0;
  }

  point(x: number, y: number): void {
    if (this.#points++ === 0) this.#length = 1;
    this.#room(2);
    this.#step(x, y);
  }

  /** The first `length` numbers of `run`, x and y alternating. */
  line(run: Int32Array, length: number): void {
    this.#draw(LINE, run, length, false);
  }

  /** A ring without its last position, reversed if requested. */
  ring(run: Int32Array, length: number, backwards: boolean): void {
    this.#draw(POLYGON, run, length, backwards);
    this.#room(1);
    this.#commands[this.#length++] = command(CLOSE, 1);
  }

  #draw(type: number, run: Int32Array, length: number, backwards: boolean): void {
    this.type = type;
    this.#room(length + 2);
    const step = backwards ? -2 : 2;
    let at = backwards ? length - 2 : 0;
    this.#commands[this.#length++] = command(MOVE, 1);
    this.#step(run[at]!, run[at + 1]!);
    this.#commands[this.#length++] = command(DRAW, length / 2 - 1);
    for (let left = length / 2 - 1; left > 0; left--) {
      at += step;
      this.#step(run[at]!, run[at + 1]!);
    }
  }

  #step(x: number, y: number): void {
    this.#commands[this.#length++] = zigzag(x - this.#x);
    this.#commands[this.#length++] = zigzag(y - this.#y);
    this.#x = x;
    this.#y = y;
  }

  #room(more: number): void {
    if (this.#length + more <= this.#commands.length) return;
    const larger = new Uint32Array(2 * (this.#length + more));
    larger.set(this.#commands);
    this.#commands = larger;
  }
}

function command(id: number, count: number): number {
  return (id & 7) | (count << 3);
}

function zigzag(value: number): number {
  return (value << 1) ^ (value >> 31);
}
