/** Some points of a section, as they arrive. */
export interface PointBatch {
  /** In the cloud's CRS. */
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  readonly z: ArrayLike<number>;
  readonly classes: ArrayLike<number>;
  /** Red, green, blue 0 to 255; missing in clouds without colour. */
  readonly rgb?: ArrayLike<number> | undefined;
  readonly intensity?: ArrayLike<number> | undefined;
}

/** The points of a section in the order of their arrival, in growing arrays: no object a point. */
export class SectionPoints {
  count = 0;
  x = new Float64Array(0);
  y = new Float64Array(0);
  height = new Float64Array(0);
  chainage = new Float64Array(0);
  offset = new Float32Array(0);
  classes = new Uint8Array(0);
  /** 0xRRGGBB. */
  colour = new Uint32Array(0);
  intensity = new Uint16Array(0);
  hasColour = false;
  readonly #lowest = new Float64Array(256).fill(Infinity);
  readonly #highest = new Float64Array(256).fill(-Infinity);
  /** Of the intensities; 0 without any. */
  brightest = 0;

  add(batch: PointBatch, beside: (x: number, y: number) => { chainage: number; offset: number }): void {
    const more = batch.x.length;
    this.#reserve(this.count + more);
    if (batch.rgb) this.hasColour = true;
    for (let i = 0, at = this.count; i < more; i++, at++) {
      const [x, y, z] = [batch.x[i]!, batch.y[i]!, batch.z[i]!];
      const { chainage, offset } = beside(x, y);
      this.x[at] = x;
      this.y[at] = y;
      this.height[at] = z;
      this.chainage[at] = chainage;
      this.offset[at] = offset;
      const code = batch.classes[i]!;
      this.classes[at] = code;
      const { rgb } = batch;
      this.colour[at] = rgb ? (rgb[3 * i]! << 16) | (rgb[3 * i + 1]! << 8) | rgb[3 * i + 2]! : 0;
      const intensity = batch.intensity?.[i] ?? 0;
      this.intensity[at] = intensity;
      if (intensity > this.brightest) this.brightest = intensity;
      if (z < this.#lowest[code]!) this.#lowest[code] = z;
      if (z > this.#highest[code]!) this.#highest[code] = z;
    }
    this.count += more;
  }

  /** Least and greatest height of the points whose class is not hidden; Infinity and -Infinity without any. */
  heightsWithout(hidden: ReadonlySet<number>): readonly [number, number] {
    let [low, high] = [Infinity, -Infinity];
    for (let code = 0; code < 256; code++) {
      if (hidden.has(code)) continue;
      low = Math.min(low, this.#lowest[code]!);
      high = Math.max(high, this.#highest[code]!);
    }
    return [low, high];
  }

  #reserve(count: number): void {
    if (count <= this.x.length) return;
    const size = Math.max(count, 2 * this.x.length, 4096);
    const grown = <A extends { set(from: A): void }>(into: A, from: A): A => {
      into.set(from);
      return into;
    };
    this.x = grown(new Float64Array(size), this.x);
    this.y = grown(new Float64Array(size), this.y);
    this.height = grown(new Float64Array(size), this.height);
    this.chainage = grown(new Float64Array(size), this.chainage);
    this.offset = grown(new Float32Array(size), this.offset);
    this.classes = grown(new Uint8Array(size), this.classes);
    this.colour = grown(new Uint32Array(size), this.colour);
    this.intensity = grown(new Uint16Array(size), this.intensity);
  }
}
