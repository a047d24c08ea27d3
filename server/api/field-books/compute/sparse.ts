/** A symmetric positive definite matrix with few entries, summed up entry by entry, then factored by Cholesky. */
export class SparseNormals {
  readonly size: number;
  readonly right: Float64Array;
  #diagonal: Float64Array;
  /** Entries of each unknown with later ones of the elimination, by their numbers. */
  #rows: Map<number, number>[];

  constructor(size: number) {
    this.size = size;
    this.right = new Float64Array(size);
    this.#diagonal = new Float64Array(size);
    this.#rows = Array.from({ length: size }, () => new Map());
  }

  /** Adds one observation equation: coefficients of unknowns, weight, and observed minus computed. */
  add(unknowns: readonly number[], coefficients: readonly number[], weight: number, misfit: number): void {
    for (let i = 0; i < unknowns.length; i++) {
      const [u, a] = [unknowns[i]!, coefficients[i]! * weight];
      this.#diagonal[u]! += a * coefficients[i]!;
      this.right[u]! += a * misfit;
      for (let j = 0; j < unknowns.length; j++) {
        if (i === j) continue;
        const v = unknowns[j]!;
        this.#rows[u]!.set(v, (this.#rows[u]!.get(v) ?? 0) + a * coefficients[j]!);
      }
    }
  }

  /** Undefined if unknowns are not determined; `loose` then names the first of them. */
  factor(): Factored | { loose: number } {
    const { order, columns } = eliminate(this.#rows);
    const place = new Int32Array(this.size);
    for (const [k, u] of order.entries()) place[u] = k;
    const structure = columns.map((column) => Int32Array.from(column, (u) => place[u]!).sort());
    const diagonal = Float64Array.from(order, (u) => this.#diagonal[u]!);
    const values = structure.map((rows, k) => {
      const entries = this.#rows[order[k]!]!;
      return Float64Array.from(rows, (row) => entries.get(order[row]!) ?? 0);
    });
    const least = diagonal.map((value) => value * 1e-12);
    for (let k = 0; k < this.size; k++) {
      if (!(diagonal[k]! > least[k]!) || diagonal[k]! <= 0) return { loose: order[k]! };
      const root = Math.sqrt(diagonal[k]!);
      diagonal[k] = root;
      const [rows, column] = [structure[k]!, values[k]!];
      for (let i = 0; i < column.length; i++) column[i]! /= root;
      for (let i = 0; i < rows.length; i++) {
        const [row, value] = [rows[i]!, column[i]!];
        diagonal[row]! -= value * value;
        const [below, target] = [structure[row]!, values[row]!];
        for (let j = i + 1, at = 0; j < rows.length; j++) {
          while (below[at] !== rows[j]) at++;
          target[at]! -= value * column[j]!;
        }
      }
    }
    return new Factored(place, structure, values, diagonal);
  }
}

/** The factor of a matrix, which solves equations and gives the entries of its inverse where it has entries itself. */
export class Factored {
  #place: Int32Array;
  #structure: Int32Array[];
  #values: Float64Array[];
  #diagonal: Float64Array;
  #inverse: { diagonal: Float64Array; values: Float64Array[] } | undefined;

  constructor(place: Int32Array, structure: Int32Array[], values: Float64Array[], diagonal: Float64Array) {
    this.#place = place;
    this.#structure = structure;
    this.#values = values;
    this.#diagonal = diagonal;
  }

  solve(right: Float64Array): Float64Array {
    const n = right.length;
    const x = new Float64Array(n);
    for (let u = 0; u < n; u++) x[this.#place[u]!] = right[u]!;
    for (let k = 0; k < n; k++) {
      x[k]! /= this.#diagonal[k]!;
      const [rows, column] = [this.#structure[k]!, this.#values[k]!];
      for (let i = 0; i < rows.length; i++) x[rows[i]!]! -= column[i]! * x[k]!;
    }
    for (let k = n - 1; k >= 0; k--) {
      const [rows, column] = [this.#structure[k]!, this.#values[k]!];
      for (let i = 0; i < rows.length; i++) x[k]! -= column[i]! * x[rows[i]!]!;
      x[k]! /= this.#diagonal[k]!;
    }
    return Float64Array.from(this.#place, (place) => x[place]!);
  }

  /** An entry of the inverse, of two unknowns that have an entry in the factor: those of one observation always. */
  inverse(u: number, v: number): number {
    this.#inverse ??= this.#invert();
    return this.#entry(this.#inverse, this.#place[u]!, this.#place[v]!);
  }

  /** Takahashi's equations: from the last column to the first. */
  #invert() {
    const n = this.#diagonal.length;
    const inverse = {
      diagonal: new Float64Array(n),
      values: this.#values.map((column) => new Float64Array(column.length)),
    };
    for (let k = n - 1; k >= 0; k--) {
      const [rows, column, root] = [this.#structure[k]!, this.#values[k]!, this.#diagonal[k]!];
      const own = inverse.values[k]!;
      let diagonal = 1 / (root * root);
      for (let i = rows.length - 1; i >= 0; i--) {
        let sum = 0;
        for (let j = 0; j < rows.length; j++) sum += column[j]! * this.#entry(inverse, rows[j]!, rows[i]!);
        own[i] = -sum / root;
        diagonal -= (column[i]! / root) * own[i]!;
      }
      inverse.diagonal[k] = diagonal;
    }
    return inverse;
  }

  #entry(inverse: { diagonal: Float64Array; values: Float64Array[] }, a: number, b: number): number {
    if (a === b) return inverse.diagonal[a]!;
    const [column, row] = a < b ? [a, b] : [b, a];
    const rows = this.#structure[column]!;
    let [low, high] = [0, rows.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (rows[middle]! === row) return inverse.values[column]![middle]!;
      if (rows[middle]! < row) low = middle + 1;
      else high = middle - 1;
    }
    throw new Error(`The inverse has no entry for unknowns ${column} and ${row}.`);
  }
}

/** Order of elimination by least degree, with the unknowns that each column of the factor has entries for. */
function eliminate(rows: readonly Map<number, number>[]): { order: number[]; columns: number[][] } {
  const neighbours = rows.map((row) => new Set(row.keys()));
  const buckets: Set<number>[] = [];
  const bucket = (degree: number) => (buckets[degree] ??= new Set());
  neighbours.forEach((set, u) => bucket(set.size).add(u));
  const order: number[] = [];
  const columns: number[][] = [];
  let degree = 0;
  while (order.length < rows.length) {
    while (!buckets[degree]?.size) degree++;
    const [u] = buckets[degree]! as Set<number> & Iterable<number>;
    buckets[degree]!.delete(u!);
    const around = [...neighbours[u!]!];
    order.push(u!);
    columns.push(around);
    for (const v of around) {
      const set = neighbours[v]!;
      buckets[set.size]!.delete(v);
      set.delete(u!);
      for (const w of around) if (w !== v) set.add(w);
      bucket(set.size).add(v);
      degree = Math.min(degree, set.size);
    }
  }
  return { order, columns };
}
