import type { Position } from '#core/protocol';
import { shapefile, zipped } from '../../server/testing/shapefile.ts';

/** RD New, as ESRI's programs write it. */
const EPSG_28992 =
  'PROJCS["RD_New",GEOGCS["GCS_Amersfoort",DATUM["D_Amersfoort",SPHEROID["Bessel_1841",6377397.155,299.1528128]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Double_Stereographic"],' +
  'PARAMETER["False_Easting",155000.0],PARAMETER["False_Northing",463000.0],PARAMETER["Central_Meridian",5.38763888888889],' +
  'PARAMETER["Scale_Factor",0.9999079],PARAMETER["Latitude_Of_Origin",52.15616055555555],UNIT["Meter",1.0],' +
  'AUTHORITY["EPSG",28992]]';

/** Metres: the side of a parcel, and how many make a row from west to east. */
const SIDE = 40;
const ROW = 400;

/** A zipped shapefile of square parcels in EPSG:28992 without gaps, numbered, with what they are used for. */
export function dutchParcels(count: number): Buffer {
  const shapes = Array.from({ length: count }, (_, i) => {
    const [x, y] = [100_000 + SIDE * (i % ROW), 400_000 + SIDE * Math.floor(i / ROW)];
    return { polygon: [[[x, y], [x, y + SIDE], [x + SIDE, y + SIDE], [x + SIDE, y], [x, y]]] }; // prettier-ignore
  });
  const columns = [
    { name: 'number', type: 'N' as const, length: 9 },
    { name: 'use', type: 'C' as const, length: 12 },
  ];
  const rows = shapes.map((_, i) => [String(i), 'grass']);
  return zipped(shapefile({ shapes, columns, rows, prj: EPSG_28992, cpg: 'UTF-8' }));
}

/**
 * The south-west corners of some parcels, by PROJ 9.1.1:
 * `echo "100000 400000" | cs2cs -f %.10f EPSG:28992 EPSG:4326`.
 */
export const CORNERS: Readonly<Record<number, Position>> = {
  0: [4.593596282, 51.5862179199],
  1: [4.5941733967, 51.5862218351],
  12_600: [4.7088548057, 51.5980894613],
  24_999: [4.7081106926, 51.6092312998],
};
