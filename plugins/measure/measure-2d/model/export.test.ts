import { beforeAll, describe, expect, it } from 'vitest';
import { inverse, loadProjections } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { csvOf, geoJsonOf } from './export.ts';
import { Measures } from './measures.ts';

beforeAll(loadProjections);

const [A, B, C]: Position[] = [[9, 45, 120.5], [9.001, 45], [9.001, 45.001]]; // prettier-ignore

function measured(): Measures {
  const measures = new Measures();
  measures.add('distance', [A!, B!], false);
  measures.takeAs({ kind: 'ground', height: 300 });
  measures.add('area', [A!, C!, B!], false);
  measures.add('coordinates', [A!], false);
  return measures;
}

describe('Exported measurements', () => {
  it('are one line per value in CSV, with unit, kind and position', () => {
    const lines = csvOf(measured().list, 'EPSG:32632').split('\r\n');
    expect(lines[0]).toBe('measure,kind,quantity,value,unit,basis,crs,height,wkt');
    const [number, kind, quantity, value, unit, basis, crs, height] = lines[1]!.split(',');
    expect([number, kind, quantity, unit, basis, crs, height]).toEqual(['1', 'distance', 'length', 'm', 'ground', 'EPSG:4326', '300']); // prettier-ignore
    // 300 m over the radius across the meridian, N(45°) = 6388838 m.
    expect(Number(value)).toBeCloseTo(inverse(A!, B!).distance * (1 + 300 / 6388838), 6);
    expect(lines[1]).toMatch(/"LINESTRING \(9 45, 9\.001 45\)"$/);
    const area = lines.find((line) => line.startsWith('2,area,area,'))!;
    // Drawn clockwise, exported anticlockwise as RFC 7946 requires.
    expect(area).toMatch(
      /,m2,ground,EPSG:4326,300,"POLYGON \(\(9\.001 45, 9\.001 45\.001, 9 45, 9\.001 45\)\)"$/,
    );
    const own = lines
      .filter((line) => line.startsWith('3,'))
      .map((line) => line.split(',').slice(2, 7).join());
    expect(own.slice(0, 3)).toEqual(['longitude,9,degree,coordinates,EPSG:4326', 'latitude,45,degree,coordinates,EPSG:4326', 'height,120.5,m,coordinates,EPSG:4326']); // prettier-ignore
    // On the central meridian of the zone.
    expect(own[3]).toMatch(
      /^easting,(500000|499999\.99999999\d*|500000\.0000000\d*),m,coordinates,EPSG:32632$/,
    );
  });

  it('are one feature each in GeoJSON, with heights where all positions have one', () => {
    const { features } = JSON.parse(geoJsonOf(measured().list, undefined)) as {
      features: { geometry: unknown; properties: { kind: string; values: { quantity: string }[] } }[];
    };
    expect(features.map(({ properties }) => properties.kind)).toEqual(['distance', 'area', 'coordinates']);
    expect(features[2]!.geometry).toEqual({ type: 'Point', coordinates: A });
    expect(features[1]!.properties.values.map(({ quantity }) => quantity)).toEqual(['area', 'perimeter']);
  });

  it('omit unavailable values', () => {
    const measures = new Measures();
    measures.add('azimuth', [A!, A!], false);
    expect(csvOf(measures.list, undefined)).not.toContain('NaN');
  });
});
