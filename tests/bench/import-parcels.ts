import { shapefile, zipped, type ShapefileRing } from '../../server/testing/shapefile.ts';

/** 14.5 on average, as for real parcels. */
const corners = (i: number) => 11 + (i % 8);

/** A zipped shapefile of parcels on a grid of a hundredth of a degree, each with a name, a number and an area. */
export function parcels(count: number): Buffer {
  const shapes = Array.from({ length: count }, (_, i) => ({ polygon: [parcel(i)] }));
  const rows = shapes.map((_, i) => [`Parcel ${i}`, String(i), (100 + (i % 977) / 7).toFixed(3)]);
  const columns = [
    { name: 'name', type: 'C' as const, length: 32 },
    { name: 'number', type: 'N' as const, length: 9 },
    { name: 'area', type: 'N' as const, length: 14, decimals: 3 },
  ];
  return zipped(shapefile({ shapes, columns, rows, cpg: 'UTF-8' }));
}

/** The position of parcel `i`: 400 of them make a row from west to east. */
function middleOf(i: number): [longitude: number, latitude: number] {
  return [8 + (i % 400) * 0.01, 42 + Math.floor(i / 400) * 0.01];
}

function parcel(i: number): ShapefileRing {
  const [x, y] = middleOf(i);
  const n = corners(i);
  const ring = Array.from({ length: n }, (_, k) => {
    // Clockwise; the radius varies, so that no two parcels and no two digits are alike.
    const angle = (-2 * Math.PI * k) / n;
    const radius = 0.003 + 0.0015 * Math.sin(i * 12.9898 + k * 78.233);
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  return [...ring, ring[0]!];
}
