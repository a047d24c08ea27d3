/** A running estimate of the median of the last values, as LASzip keeps it. */
export class StreamingMedian {
  readonly #values = [0, 0, 0, 0, 0];
  #high = true;

  get value(): number {
    return this.#values[2]!;
  }

  add(value: number): void {
    const at = this.#values;
    if (this.#high) {
      if (value >= at[2]!) {
        this.#insert(value < at[3]! ? 3 : 4, 4, value);
        this.#high = false;
      } else {
        const place = value < at[0]! ? 0 : value < at[1]! ? 1 : 2;
        this.#insert(place, 4, value);
      }
    } else if (value <= at[2]!) {
      this.#insert(at[1]! < value ? 1 : 0, 0, value);
      this.#high = true;
    } else {
      const place = at[4]! < value ? 4 : at[3]! < value ? 3 : 2;
      this.#insert(place, 0, value);
    }
  }

  /** Puts a value at a place; those between it and `end` move by one, the last is forgotten. */
  #insert(place: number, end: 0 | 4, value: number): void {
    const at = this.#values;
    if (end === 4) for (let n = 4; n > place; n--) at[n] = at[n - 1]!;
    else for (let n = 0; n < place; n++) at[n] = at[n + 1]!;
    at[place] = value;
  }
}
