import { linearArcs } from '../../../../formats/curves.ts';
import type { FlatTable } from '../../../../formats/flatbuffer-table.ts';
import { chained, type ReadGeometry } from '../../../../formats/wkt-read.ts';

const FIELD = { ends: 0, xy: 1, z: 2, type: 6, parts: 7 } as const;
const DEEPEST = 20;

/** A geometry of FlatGeobuf as GeoJSON. Null: it is empty. Undefined: an unknown type. Throws RangeError. */
export function fgbGeometry(
  table: FlatTable,
  declared: number,
  depth: number,
): ReadGeometry | null | undefined {
  if (depth > DEEPEST) throw new RangeError('Too deep.');
  // The type of the layer, unless that is mixed.
  const type = table.byte(FIELD.type) || declared;
  const runs = (): number[][][] => runsOf(positionsOf(table), table.uints(FIELD.ends));
  const parts = (of: number): ReadGeometry[] =>
    table.tables(FIELD.parts).flatMap((part) => fgbGeometry(part, of, depth + 1) ?? []);
  const coordinates = (of: number): unknown[] => parts(of).map((part) => part.coordinates);
  switch (type) {
    case 1: {
      const [place] = positionsOf(table);
      return place ? { type: 'Point', coordinates: place } : null;
    }
    case 2:
      return filled('LineString', positionsOf(table));
    case 8:
      return filled('LineString', linearArcs(positionsOf(table)));
    case 3:
    case 17:
      return filled('Polygon', runs());
    case 4:
      return filled('MultiPoint', positionsOf(table));
    case 5:
      return filled('MultiLineString', runs());
    case 9:
      return filled('LineString', chained(coordinates(2) as number[][][]));
    case 10:
      return filled('Polygon', coordinates(2));
    case 11:
      return filled('MultiLineString', coordinates(2));
    case 6:
    case 12:
    case 15:
      return filled('MultiPolygon', coordinates(3));
    case 16:
      return filled(
        'MultiPolygon',
        table.tables(FIELD.parts).length > 0 ? coordinates(17) : runs().map((ring) => [ring]),
      );
    case 7: {
      const geometries = parts(0);
      return geometries.length > 0 ? { type: 'GeometryCollection', geometries } : null;
    }
    default:
      return undefined;
  }
}

const filled = (type: string, coordinates: unknown[]): ReadGeometry | null =>
  coordinates.length > 0 ? { type, coordinates } : null;

function positionsOf(table: FlatTable): number[][] {
  const xy = table.doubles(FIELD.xy) ?? [];
  const z = table.doubles(FIELD.z);
  return Array.from({ length: Math.floor(xy.length / 2) }, (_, n) => {
    const place = [xy[2 * n]!, xy[2 * n + 1]!];
    if (z?.[n] !== undefined) place.push(z[n]);
    return place;
  });
}

function runsOf(positions: readonly number[][], ends: readonly number[] | undefined): number[][][] {
  if (!ends || ends.length === 0) return positions.length > 0 ? [[...positions]] : [];
  return ends
    .map((end, n) => positions.slice(n === 0 ? 0 : ends[n - 1]!, end))
    .filter(({ length }) => length > 0);
}
