import { betweenNodes } from './grid-cell.ts';
import { GridFault, type GridArea } from './grid-fault.ts';

/**
 * Geoids in the GTX format (`.gtx`): heights of a geoid above the ellipsoid at the nodes of a grid of longitudes and
 * latitudes. Big-endian: south, west and both steps in degrees, rows and columns, then the rows from the south.
 */

const HEADER = 40;
/** The no-data value of the format. */
const NO_DATA = Math.fround(-88.8888);
/** Metres: the geoid stays within 110 m of the ellipsoid. */
const MAX_HEIGHT = 200;
/** Degrees: a geoid grid is never coarser. */
const LARGEST_STEP = 5;
/** Tolerance for rounding, degrees; a tenth of a millimetre. */
const TOLERANCE = 1e-9;

export interface GeoidNodes {
  /** Degrees, of the first node. */
  readonly west: number;
  readonly south: number;
  readonly eastStep: number;
  readonly northStep: number;
  readonly columns: number;
  readonly rows: number;
  /** Metres, rows from the south; NaN for no data. */
  readonly heights: Float32Array;
}

export class GeoidGrid {
  readonly area: GridArea;
  readonly nodes: number;
  readonly #view: DataView;
  readonly #lattice: Omit<GeoidNodes, 'heights'>;
  /** Whether it extends around the earth without repeating its first column. */
  readonly #closes: boolean;

  /** Checks every node. Throws GridFault. */
  constructor(bytes: ArrayBuffer) {
    if (bytes.byteLength < HEADER) throw new GridFault('no-gtx');
    const view = (this.#view = new DataView(bytes));
    const [south, west, northStep, eastStep] = [0, 8, 16, 24].map((at) => view.getFloat64(at)) as [
      number,
      number,
      number,
      number,
    ];
    const [rows, columns] = [view.getInt32(32), view.getInt32(36)];
    const step = (size: number) => size > 0 && size <= LARGEST_STEP;
    const sound =
      step(northStep) &&
      step(eastStep) &&
      rows >= 2 &&
      columns >= 2 &&
      south >= -90 - TOLERANCE &&
      south + (rows - 1) * northStep <= 90 + northStep / 100 &&
      Math.abs(west) <= 360 &&
      (columns - 1) * eastStep <= 360 + eastStep / 100;
    if (!sound) throw new GridFault('no-gtx');
    this.nodes = rows * columns;
    if (bytes.byteLength < HEADER + 4 * this.nodes) throw new GridFault('cut-short');
    if (bytes.byteLength > HEADER + 4 * this.nodes) throw new GridFault('no-gtx');
    this.#lattice = { west: turned(west), south, eastStep, northStep, columns, rows };
    this.#closes = Math.abs(columns * eastStep - 360) < eastStep / 100;
    this.#refuseUnfit();
    const from = this.#lattice.west;
    this.area = [from, south, from + (columns - 1) * eastStep, south + (rows - 1) * northStep];
  }

  /**
   * Returns the height of the geoid above the ellipsoid, metres; undefined outside the grid, and next to a node
   * without height.
   */
  height(longitude: number, latitude: number): number | undefined {
    const { west, south, eastStep, northStep, columns, rows } = this.#lattice;
    const east = (((longitude - west) % 360) + 360) % 360;
    const x = east > 360 - TOLERANCE ? 0 : east / eastStep;
    const y = (latitude - south) / northStep;
    const across = this.#closes ? columns + 1 : columns;
    const edge = TOLERANCE / northStep;
    if (x > across - 1 + TOLERANCE / eastStep || y < -edge || y > rows - 1 + edge) return undefined;
    const height = betweenNodes([x, y], { columns: across, rows }, (column, row) =>
      this.#node(row * columns + (column % columns)),
    );
    return Number.isNaN(height) ? undefined : height;
  }

  #node(index: number): number {
    const height = this.#view.getFloat32(HEADER + 4 * index);
    return height === NO_DATA ? NaN : height;
  }

  #refuseUnfit(): void {
    let known = 0;
    for (let node = 0; node < this.nodes; node++) {
      const height = this.#node(node);
      if (Number.isNaN(height)) continue;
      if (!(Math.abs(height) <= MAX_HEIGHT)) throw new GridFault('geoid-height', { node, height });
      known++;
    }
    if (known === 0) throw new GridFault('geoid-empty');
  }
}

export function gtxOf({ west, south, eastStep, northStep, columns, rows, heights }: GeoidNodes): ArrayBuffer {
  const bytes = new ArrayBuffer(HEADER + 4 * heights.length);
  const view = new DataView(bytes);
  [south, west, northStep, eastStep].forEach((value, i) => view.setFloat64(8 * i, value));
  view.setInt32(32, rows);
  view.setInt32(36, columns);
  heights.forEach((height, i) => view.setFloat32(HEADER + 4 * i, Number.isNaN(height) ? NO_DATA : height));
  return bytes;
}

/** Normalizes to −180° ≤ longitude < 180°. */
function turned(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}
