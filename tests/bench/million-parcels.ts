import type { Position } from '../../core/protocol/index.ts';
import { shapefile, zipped } from '../../server/testing/shapefile.ts';

/** Degrees between corners: parcels of about 52 by 55 m. */
const [WIDE, HIGH] = [0.000_65, 0.000_5];
const [WEST, SOUTH] = [11, 44];

/** A number from 0 to 1, always the same for these two. */
function random(a: number, b: number): number {
  const value = Math.sin(a * 127.1 + b * 311.7) * 43_758.5453;
  return value - Math.floor(value);
}

/** Corners are shared, so that there are no gaps between parcels. */
function corner(column: number, row: number): Position {
  const [right, up] = [random(column, row) - 0.5, random(row + 7, column + 3) - 0.5];
  return [WEST + (column + 0.5 * right) * WIDE, SOUTH + (row + 0.5 * up) * HIGH];
}

function middle(a: Position, b: Position): Position {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

/** A zipped shapefile of parcels without gaps, eight corners each, in as many rows as columns. */
export function parcelsWithoutGaps(count: number): Buffer {
  const side = Math.ceil(Math.sqrt(count));
  const shapes = Array.from({ length: count }, (_, i) => {
    const [column, row] = [i % side, Math.floor(i / side)];
    // Clockwise, as in shapefiles.
    const corners = [
      corner(column, row),
      corner(column, row + 1),
      corner(column + 1, row + 1),
      corner(column + 1, row),
    ];
    const ring = corners.flatMap((each, n) => [each, middle(each, corners[(n + 1) % 4]!)]);
    return { polygon: [[...ring, ring[0]!]] };
  });
  const rows = shapes.map((_, i) => [`Parcel ${i}`, String(i)]);
  const columns = [
    { name: 'name', type: 'C' as const, length: 32 },
    { name: 'number', type: 'N' as const, length: 9 },
  ];
  return zipped(shapefile({ shapes, columns, rows, cpg: 'UTF-8' }));
}

/** The middle of so many parcels. */
export function middleOfParcels(count: number): Position {
  const side = Math.ceil(Math.sqrt(count));
  return [WEST + (side * WIDE) / 2, SOUTH + (side * HIGH) / 2];
}
