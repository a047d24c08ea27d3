/** One sub-grid to write: degrees; `shift` in seconds of arc, north and west, at a node. */
export interface TestSubGrid {
  name: string;
  parent?: string;
  west: number;
  south: number;
  east: number;
  north: number;
  step: number;
  shift(longitude: number, latitude: number): readonly [number, number];
}

export interface TestGrid {
  grids: readonly TestSubGrid[];
  /** Semi-axes of the source ellipsoid. Default: the International one. */
  from?: readonly [number, number];
  unit?: string;
  bigEndian?: boolean;
}

const RECORD = 16;
const INTERNATIONAL = [6378388, 6378388 * (1 - 1 / 297)] as const;
const WGS84 = [6378137, 6378137 * (1 - 1 / 298.257223563)] as const;

/** A file in the NTv2 format by its specification: headers of eleven records, nodes from the south-east on. */
export function gsb({
  grids,
  from = INTERNATIONAL,
  unit = 'SECONDS',
  bigEndian = false,
}: TestGrid): ArrayBuffer {
  const sized = grids.map((grid) => ({
    ...grid,
    columns: Math.round((grid.east - grid.west) / grid.step) + 1,
    rows: Math.round((grid.north - grid.south) / grid.step) + 1,
  }));
  const nodes = sized.reduce((sum, { rows, columns }) => sum + rows * columns, 0);
  const bytes = new ArrayBuffer((11 + 11 * sized.length + nodes + 1) * RECORD);
  const view = new DataView(bytes);
  const little = !bigEndian;
  let at = 0;
  const text = (words: string) =>
    [...words.padEnd(8).slice(0, 8)].forEach((letter, i) => view.setUint8(at + i, letter.charCodeAt(0)));
  const record = (name: string, value: string | number, kind: 'int' | 'real' = 'real') => {
    text(name);
    at += 8;
    if (typeof value === 'string') text(value);
    else if (kind === 'int') view.setInt32(at, value, little);
    else view.setFloat64(at, value, little);
    at += 8;
  };
  record('NUM_OREC', 11, 'int');
  record('NUM_SREC', 11, 'int');
  record('NUM_FILE', sized.length, 'int');
  record('GS_TYPE', unit);
  record('VERSION', 'TEST');
  record('SYSTEM_F', 'OLD');
  record('SYSTEM_T', 'WGS84');
  record('MAJOR_F', from[0]);
  record('MINOR_F', from[1]);
  record('MAJOR_T', WGS84[0]);
  record('MINOR_T', WGS84[1]);
  for (const { name, parent = 'NONE', west, south, step, rows, columns, shift } of sized) {
    const [lastColumn, lastRow] = [columns - 1, rows - 1];
    record('SUB_NAME', name);
    record('PARENT', parent);
    record('CREATED', '20260101');
    record('UPDATED', '20260101');
    record('S_LAT', south * 3600);
    record('N_LAT', (south + lastRow * step) * 3600);
    record('E_LONG', -(west + lastColumn * step) * 3600);
    record('W_LONG', -west * 3600);
    record('LAT_INC', step * 3600);
    record('LONG_INC', step * 3600);
    record('GS_COUNT', rows * columns, 'int');
    for (let row = 0; row < rows; row++)
      for (let column = lastColumn; column >= 0; column--) {
        const [north, toWest] = shift(west + column * step, south + row * step);
        [north, toWest, -1, -1].forEach((value, i) => view.setFloat32(at + i * 4, value, little));
        at += RECORD;
      }
  }
  record('END', '');
  return bytes;
}
