import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadMagneticModel } from '#core/geodesy';
import type { PhotoFacts } from '#core/protocol';
import { readCsv } from './csv.ts';
import { readGeojson } from './geojson.ts';
import { readGpx } from './gpx.ts';
import { readNmea } from './nmea.ts';
import { isSbet, readSbet } from './sbet.ts';
import { placePhoto, DEFAULT_LIMITS, TrackIndex } from './place.ts';
import { between, UnreadableTrack, type TrackPosition } from './track.ts';

const NOON = Date.UTC(2026, 4, 4, 12) / 1000;
const at = (second: number) => new Date((NOON + second) * 1000).toISOString();

const GPX = `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
  <trk><name>Via &amp; vicolo</name>
    <trkseg><trkpt lat="42" lon="12"><ele>50.5</ele><time>2026-05-04T12:00:00Z</time></trkpt></trkseg>
    <trkseg><trkpt lat="42.001" lon="12"><time>2026-05-04T14:00:05+02:00</time>
      <extensions><x:course xmlns:x="y">370</x:course></extensions></trkpt></trkseg>
  </trk></gpx>`;

/** A sentence with its checksum. */
function nmea(content: string): string {
  let sum = 0;
  for (const character of content) sum ^= character.charCodeAt(0);
  return `$${content}*${sum.toString(16).toUpperCase().padStart(2, '0')}`;
}

describe('tracks of receivers', () => {
  it('are read from NMEA: ellipsoidal heights, qualities, dates that come later, and over midnight', () => {
    const lines = [
      nmea('GPGGA,235959.50,4530.0000,N,00915.0000,E,4,12,0.8,120.5,M,47.5,M,,'),
      nmea('GPRMC,235959.50,A,4530.0000,N,00915.0000,E,1.0,271.5,040526,,'),
      nmea('GPGGA,000000.50,4530.0600,N,00915.0000,W,5,12,0.8,120.5,M,47.5,M,,'),
      nmea('GPGGA,000001.50,4530.0600,N,00915.0000,E,0,00,,,M,,M,,'),
      '$GPGGA,000002.50,4530.0600,N,00915.0000,E,4,12,0.8,120.5,M,47.5,M,,*00',
    ];
    const midnight = Date.UTC(2026, 4, 5) / 1000;
    expect(readNmea(lines.join('\r\n'))).toEqual([
      {
        name: '',
        positions: [
          [9.25, 45.5, 168, midnight - 0.5, null, 4],
          [-9.25, expect.closeTo(45.501, 9), 168, midnight + 0.5, 271.5, 5],
        ],
      },
    ]);
  });

  it('are read from coordinates.txt of Potree, and from CSV with named columns, decimal comma and a CRS', () => {
    const potree =
      '"File"\t"Time"\t"Long"\t"Lat"\t"Alt"\t"course"\t"pitch"\t"roll"\nphoto 1.jpg\t100.5\t11.5\t46.25\t300\t90\t-1.5\t2';
    expect(readCsv(potree)[0]!.positions).toEqual([[11.5, 46.25, 300, 100.5, 90, null, -1.5, 2]]);
    const own = 'Punto;Est di qui;Riga\n1;12,5;41,75\n';
    const columns = { longitude: 'Est di qui', latitude: '3' };
    expect(readCsv(own, { columns })[0]!.positions).toEqual([[12.5, 41.75, null, null, null]]);
    const metres = 'est_m;nord_m;quota\n12,5;41,75;300\n';
    expect(readCsv(metres)[0]!.positions).toEqual([[12.5, 41.75, 300, null, null]]);
    expect(readCsv(metres, { columns: { height: '' } })[0]!.positions[0]![2]).toBeNull();
    expect(() => readCsv(own)).toThrow(/punto, estdiqui, riga/);
    expect(() => readCsv(own, { columns: { ...columns, height: 'Quota' } })).toThrow(/Quota/);
  });

  it('are read from SBET: ten positions a second, UTC by the day, heading without the wander angle', () => {
    const record = (n: number) => {
      const bytes = Buffer.alloc(136);
      // Monday 2026-05-04 is day 1 of its GPS week; 18 seconds ahead of UTC.
      const values = [86_400 + 43_200 + 18 + n / 200, 0.8, 0.2, 150, 0, 0, 0, 0.01, -0.02, 1.5, 0.25];
      for (const [i, value] of values.entries()) bytes.writeDoubleLE(value, i * 8);
      return bytes;
    };
    const file = Buffer.concat(Array.from({ length: 41 }, (_, n) => record(n)));
    expect([isSbet(file), isSbet(Buffer.from('longitude,latitude\n'.repeat(136)))]).toEqual([true, false]);
    const { positions } = readSbet(file, '2026-05-04')[0]!;
    expect(positions).toHaveLength(3);
    const degrees = 180 / Math.PI;
    expect(positions[1]).toEqual([
      expect.closeTo(0.2 * degrees, 9),
      expect.closeTo(0.8 * degrees, 9),
      150,
      expect.closeTo(NOON + 0.1, 6),
      expect.closeTo(1.25 * degrees, 9),
      null,
      expect.closeTo(-0.02 * degrees, 9),
      expect.closeTo(0.01 * degrees, 9),
    ]);
    expect(readSbet(file, undefined)[0]!.positions[0]![3]).toBeNull();
  });
});

describe('tracks', () => {
  it('are read from GPX: segments, heights, times, courses', () => {
    expect(readGpx(GPX)).toEqual([
      {
        name: 'Via & vicolo',
        positions: [
          [12, 42, 50.5, NOON, null],
          [12, 42.001, null, NOON + 5, 10],
        ],
        heightsAssumed: true,
      },
    ]);
  });

  it('have heights above the ellipsoid where a GPX says how far above it the geoid is', () => {
    const [track] = readGpx(GPX.replace('</ele>', '</ele><geoidheight>47.25</geoidheight>'));
    expect(track!.positions[0]).toEqual([12, 42, 97.75, NOON, null]);
    expect(track!.heightsAssumed).toBeUndefined();
  });

  it('are read from GeoJSON: lines with a list of times, points with their own', () => {
    const line = {
      type: 'Feature',
      properties: {
        name: 'A',
        coordTimes: ['2026-05-04T12:00:00Z', '2026-05-04T12:00:01Z'],
        headings: [0, 90],
      },
      geometry: {
        type: 'LineString',
        coordinates: [
          [12, 42],
          [12.1, 42, 7],
        ],
      },
    };
    const point = {
      type: 'Feature',
      properties: { time: NOON * 1000, heading: 5 },
      geometry: { type: 'Point', coordinates: [13, 43] },
    };
    expect(readGeojson(JSON.stringify({ type: 'FeatureCollection', features: [line, point] }))).toEqual([
      {
        name: 'A',
        positions: [
          [12, 42, null, NOON, 0],
          [12.1, 42, 7, NOON + 1, 90],
        ],
      },
      { name: '', positions: [[13, 43, null, NOON, 5]] },
    ]);
  });

  it('are read from CSV with various column names and separators', () => {
    const semicolons =
      '\uFEFFTime (UTC);Latitudine;Longitudine;Quota [m];Heading\n2026-05-04 12:00:00;42;12;7.5;90\n';
    expect(readCsv(semicolons)[0]!.positions).toEqual([[12, 42, 7.5, NOON, 90]]);
    expect(readCsv('lon,lat\n12,42\n')[0]!.positions).toEqual([[12, 42, null, null, null]]);
  });

  it.each([
    ['<gpx><trk>', readGpx, 'track-not-xml', { line: 1 }],
    ['<kml></kml>', readGpx, 'track-not-gpx', { tag: 'kml' }],
    ['<gpx><trk><trkpt lat="91" lon="0"></trkpt></trk></gpx>', readGpx, 'track-out-of-range', { where: '1' }],
    ['<gpx><trk><trkpt lat="" lon="0"></trkpt></trk></gpx>', readGpx, 'track-out-of-range', { where: '1' }],
    [`<gpx>${'<a>'.repeat(100)}`, readGpx, 'track-not-xml', { line: 1 }],
    ['{"type":', readGeojson, 'track-not-json', {}],
    [
      '{"type":"LineString","coordinates":[[0,0],["x",0]]}',
      readGeojson,
      'track-out-of-range',
      { where: '1' },
    ],
    ['a,b\n1,2\n', readCsv, 'track-no-columns', { columns: 'a, b' }],
    ['lon,lat\n12,42\n,42\n', readCsv, 'track-out-of-range', { where: '3' }],
    ['lon,lat\n"12,42\n', readCsv, 'track-not-csv', { line: 2 }],
  ])('%j is refused with the reason', (text, read, key, values) => {
    const thrown = (() => {
      try {
        read(text);
        return undefined;
      } catch (failure) {
        return failure;
      }
    })();
    expect(thrown).toBeInstanceOf(UnreadableTrack);
    expect([(thrown as UnreadableTrack).key, (thrown as UnreadableTrack).values]).toEqual([key, values]);
  });

  it('resolve no entities of a file', () => {
    const bomb = `<!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><gpx><trk><name>&b;</name></trk></gpx>`;
    expect(() => readGpx(bomb)).toThrow(UnreadableTrack);
  });

  const REAL = path.resolve(import.meta.dirname, '../../../../shared/data/vector');
  describe.skipIf(!existsSync(REAL))('of real loggers', () => {
    interface Truth {
      files: Record<string, { tracks: { points: number; length2d_m: number }[][] }>;
    }
    const { files } = existsSync(REAL)
      ? (JSON.parse(readFileSync(path.join(REAL, 'gpx-truth.json'), 'utf8')) as Truth)
      : { files: {} };
    it.each(Object.entries(files))('%s has all positions and its length', (name, truth) => {
      const text = readFileSync(path.join(REAL, name), 'utf8');
      const tracks = readGpx(text).slice(0, truth.tracks.length);
      expect(tracks.map(({ positions }) => positions.length)).toEqual(
        truth.tracks.map((segments) => segments.reduce((sum, { points }) => sum + points, 0)),
      );
      for (const [i, segments] of truth.tracks.entries()) {
        // The way between two segments was not gone.
        if (segments.length !== 1) continue;
        const { positions } = tracks[i]!;
        const length = positions
          .slice(1)
          .reduce((sum, to, k) => sum + between(positions[k]!, to).distance, 0);
        expect(length).toBeCloseTo(segments[0]!.length2d_m, 3);
      }
    });
  });
});

describe('a photo', () => {
  beforeAll(loadMagneticModel);
  /** Northwards along 12° E, a second and 0.0001° (11.1 m) apart. */
  const north = (heading: number | null = null): TrackPosition[] =>
    [0, 1, 2, 3].map((i) => [12, 42 + i / 10_000, 50 + i, NOON + i, heading]);
  const photo = (given: Partial<PhotoFacts>): PhotoFacts => ({
    width: 1,
    height: 1,
    orientation: 1,
    takenAt: null,
    takenAtLocal: null,
    position: null,
    altitude: null,
    direction: null,
    directionFrom: null,
    camera: null,
    panorama: null,
    notes: [],
    ...given,
  });
  const place = (given: Partial<PhotoFacts>, positions = north(), offset: number | null = null) =>
    placePhoto(
      photo(given),
      { cameraOffset: offset, clockShift: 0 },
      [new TrackIndex('w', positions)],
      DEFAULT_LIMITS,
    );

  it('lies between the two positions before and after it was taken', () => {
    const placed = place({ takenAt: at(1.5) });
    expect(placed.position![0]).toBe(12);
    expect(placed.position![1]).toBeCloseTo(42.00015, 12);
    expect(placed.position![2]).toBe(51.5);
    expect(placed).toMatchObject({ heading: 0, placedBy: 'track-time', trackId: 'w', trackAt: 1.5 });
  });

  it('faces the direction of the track, interpolated the shorter way round, unless it has its own', () => {
    const turning = north();
    turning[1]![4] = 350;
    turning[2]![4] = 20;
    // Half way of the 30° from 350 to 20.
    expect(place({ takenAt: at(1.5) }, turning).heading).toBe(5);
    expect(place({ takenAt: at(1.5), direction: 77, directionFrom: 'true' }, turning).heading).toBe(77);
    expect(place({ takenAt: at(1.5), direction: 77, directionFrom: 'magnetic' }, turning).heading).toBe(5);
  });

  it('is turned from magnetic to true north by the declination of its place and time', () => {
    const compass = { position: [0, 80], direction: 359, directionFrom: 'magnetic' } as const;
    const own = (facts: Partial<PhotoFacts>) => place({ ...compass, ...facts } as PhotoFacts);
    // NOAA, WMM2025_TestValues.txt.
    const placed = own({ takenAtLocal: '2025-01-01T00:00:00' });
    expect(placed.declination).toBeCloseTo(1.28, 1);
    expect(placed.heading).toBeCloseTo(0.28, 1);
    expect(placed).toMatchObject({ headingFrom: 'exif', north: 'true' });
    // Neither its time nor a model of 1999 is known.
    const unturned = { heading: 359, north: 'magnetic', declination: null };
    expect(own({})).toMatchObject(unturned);
    expect(own({ takenAt: '1999-05-04T10:00:00Z' })).toMatchObject(unturned);
  });

  it('is placed by a camera clock with a known offset', () => {
    const local = { takenAtLocal: '2026-05-04T14:00:01' };
    expect(place(local)).toMatchObject({ takenAt: null, placedBy: null });
    expect(place(local, north(), 120)).toMatchObject({ takenAt: at(1), trackAt: 1 });
  });

  it('is not placed in a gap, nor before or after the track', () => {
    const gap: TrackPosition[] = [
      [12, 42, null, NOON, null],
      [12, 42.01, null, NOON + 11, null],
    ];
    expect(place({ takenAt: at(5) }, gap).placedBy).toBeNull();
    expect(place({ takenAt: at(-1) }).placedBy).toBeNull();
    expect(place({ takenAt: at(4) }).placedBy).toBeNull();
    expect(place({ takenAt: at(3) }).trackAt).toBe(3);
  });

  it('without a time belongs to the nearest position within reach', () => {
    // 0.0002° of longitude at 42° are 0.0002 × 82,600 m = 16.5 m; 0.0003° are 24.8 m.
    expect(place({ position: [12.0002, 42.0001] })).toMatchObject({
      position: [12.0002, 42.0001],
      placedBy: 'track-position',
      trackAt: 1,
      heading: 0,
    });
    expect(place({ position: [12.0003, 42.0001] })).toMatchObject({ placedBy: 'exif', trackId: null });
  });

  it('is interpolated across the antimeridian', () => {
    const across: TrackPosition[] = [
      [179.9999, 0, null, NOON, null],
      [-179.9999, 0, null, NOON + 1, null],
    ];
    expect(Math.abs(place({ takenAt: at(0.5) }, across).position![0])).toBeCloseTo(180, 9);
  });
});
