/** Spots that are nearer, metres, are one. */
const SAME = 0.001;

/** The different places of spots, in their order. */
export class Vertices {
  /** East and north of each vertex. */
  readonly places: Float64Array;
  readonly heights: Float64Array;
  /** The vertex of each spot. */
  readonly ids: Uint32Array;
  /** Spots at the place of another, with another height: the first counts. */
  readonly twice: number;

  /** East, north and height of each. */
  constructor(spots: Float64Array) {
    const count = spots.length / 3;
    const places = new Float64Array(2 * count);
    const heights = new Float64Array(count);
    const ids = new Uint32Array(count);
    // Open addressing: vertices by their rounded places, 0: none.
    const mask = 2 ** Math.ceil(Math.log2(2 * count + 2)) - 1;
    const table = new Uint32Array(mask + 1);
    let [size, twice] = [0, 0];
    for (let i = 0; i < count; i++) {
      const [x, y, height] = [spots[3 * i]!, spots[3 * i + 1]!, spots[3 * i + 2]!];
      const [east, north] = [Math.round(x / SAME), Math.round(y / SAME)];
      let slot = (Math.imul(east | 0, 0x9e3779b1) ^ Math.imul(north | 0, 0x85ebca77)) >>> 0;
      slot = (slot ^ (slot >>> 15)) & mask;
      let vertex = -1;
      for (let known; (known = table[slot]!) !== 0; slot = (slot + 1) & mask) {
        const at = known - 1;
        if (Math.round(places[2 * at]! / SAME) !== east || Math.round(places[2 * at + 1]! / SAME) !== north)
          continue;
        vertex = at;
        break;
      }
      if (vertex >= 0) {
        if (Math.abs(heights[vertex]! - height) > SAME) twice++;
      } else {
        vertex = size++;
        table[slot] = vertex + 1;
        places[2 * vertex] = x;
        places[2 * vertex + 1] = y;
        heights[vertex] = height;
      }
      ids[i] = vertex;
    }
    this.places = places.slice(0, 2 * size);
    this.heights = heights.slice(0, size);
    this.ids = ids;
    this.twice = twice;
  }
}
