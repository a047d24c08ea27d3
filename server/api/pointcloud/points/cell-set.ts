const FIRST = 1 << 12;
const EMPTY = -(2 ** 31);

/** A set of cells, three 32-bit integers each, that holds many more than a Set of the language. */
export class CellSet {
  #cells = new Int32Array(FIRST * 3).fill(EMPTY);
  #slots = FIRST;
  size = 0;

  /** False when the cell is there already. */
  add(x: number, y: number, z: number): boolean {
    if (this.size * 2 > this.#slots) this.#grow();
    if (!put(this.#cells, this.#slots, x | 0, y | 0, z | 0)) return false;
    this.size++;
    return true;
  }

  #grow(): void {
    const [old, slots] = [this.#cells, this.#slots * 2];
    const cells = new Int32Array(slots * 3).fill(EMPTY);
    for (let at = 0; at < old.length; at += 3)
      if (old[at] !== EMPTY) put(cells, slots, old[at]!, old[at + 1]!, old[at + 2]!);
    [this.#cells, this.#slots] = [cells, slots];
  }
}

function put(cells: Int32Array, slots: number, x: number, y: number, z: number): boolean {
  let mixed = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  for (let slot = (mixed ^ (mixed >>> 13)) & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
    const at = slot * 3;
    if (cells[at] === EMPTY) {
      cells[at] = x;
      cells[at + 1] = y;
      cells[at + 2] = z;
      return true;
    }
    if (cells[at] === x && cells[at + 1] === y && cells[at + 2] === z) return false;
  }
}
