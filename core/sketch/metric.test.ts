import { beforeAll, describe, expect, it } from 'vitest';
import { gridAt, learnCrs, loadProjections, project } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { geodesic, planeIn } from './metric.ts';

/** California zone 1 in metres and in US survey feet: the same plane. */
const zone = (code: string, unit: string) =>
  learnCrs({
    code,
    name: 'California zone 1',
    accuracy: 1,
    proj4: `+proj=lcc +lat_0=39.3333333333333 +lon_0=-122 +lat_1=41.6666666666667 +lat_2=40 +x_0=2000000.0001016 +y_0=500000.0001016 +ellps=GRS80 +towgs84=0,0,0 +units=${unit} +no_defs`,
  });
const RING: Position[] = [
  [-122, 40],
  [-122, 40.001],
  [-121.999, 40.001],
];

describe('The plane of a system in feet', () => {
  beforeAll(async () => {
    zone('EPSG:26941', 'm');
    zone('EPSG:2225', 'us-ft');
    await loadProjections();
  });

  it('has lengths, areas, ends and scales in metres', () => {
    expect(project('EPSG:2225', RING[0]!)[0]).toBeCloseTo((2_000_000.0001016 * 3937) / 1200, 3);
    const [metres, feet] = [planeIn('EPSG:26941'), planeIn('EPSG:2225')];
    expect(feet.length(RING)).toBeCloseTo(metres.length(RING), 6);
    // The scale of the projection is within 1e-4 of one here.
    expect(Math.abs(feet.length(RING) / geodesic.length(RING) - 1)).toBeLessThan(1e-3);
    expect(feet.area(RING)).toBeCloseTo(metres.area(RING), 5);
    const [a, b] = [metres.direct(RING[0]!, 30, 100), feet.direct(RING[0]!, 30, 100)];
    expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeLessThan(1e-12);
    expect(gridAt('EPSG:2225', RING[0]!).scaleNorth).toBeCloseTo(
      gridAt('EPSG:26941', RING[0]!).scaleNorth,
      8,
    );
  });
});
