import { describe, expect, it } from 'vitest';
import { kindsOf, readingFolder } from '../../../testing/reading.ts';

const { look, objects, refusal } = readingFolder();

const groups = (...list: (string | number)[]) => list.join('\n') + '\n';
const section = (name: string, body: string) => groups(0, 'SECTION', 2, name) + body + groups(0, 'ENDSEC');
const drawing = (entities: string, blocks = '', header = '') =>
  section('HEADER', header) +
  section('TABLES', groups(0, 'TABLE', 2, 'LAYER', 0, 'LAYER', 2, 'MURI', 70, 0, 62, 1, 0, 'ENDTAB')) +
  section('BLOCKS', blocks) +
  section('ENTITIES', entities) +
  groups(0, 'EOF');
const block = (name: string, body: string) =>
  groups(0, 'BLOCK', 2, name, 10, 0, 20, 0, 30, 0) + body + groups(0, 'ENDBLK');
const line = (x: number, y: number, z = 0) =>
  groups(0, 'LINE', 8, '0', 10, 0, 20, 0, 30, z, 11, x, 21, y, 31, z);
const insert = (name: string, ...more: (string | number)[]) =>
  groups(0, 'INSERT', 8, 'MURI', 2, name, 10, 100, 20, 50, 30, 0, ...more);

describe('DXF', () => {
  it('draws dimensions that have no block of their own, with their texts', async () => {
    const points = [13, 0, 23, 0, 33, 0, 14, 10, 24, 4, 34, 0];
    const dimension = (kind: number, ...more: (string | number)[]) =>
      groups(
        0,
        'DIMENSION',
        8,
        'QUOTE',
        70,
        kind + 32,
        10,
        10,
        20,
        8,
        30,
        0,
        11,
        5,
        21,
        8.5,
        31,
        0,
        ...points,
        ...more,
      );
    const text = drawing(
      dimension(0, 50, 0) +
        dimension(1, 2, '*D7', 1, 'L = <> m', 42, 10.77) +
        dimension(0, 1, ' ') +
        groups(
          0,
          'DIMENSION',
          8,
          'QUOTE',
          70,
          4,
          1,
          'R2',
          10,
          0,
          20,
          0,
          30,
          0,
          15,
          2,
          25,
          0,
          35,
          0,
          11,
          3,
          21,
          1,
          31,
          0,
        ),
    );
    const found = await objects('a.dxf', text);
    expect(found.map(({ type, properties }) => [type, properties['Text']])).toEqual([
      ['MultiLineString', undefined],
      ['Point', '10'],
      ['MultiLineString', undefined],
      ['Point', 'L = 10.77 m'],
      ['MultiLineString', undefined],
      ['MultiLineString', undefined],
      ['Point', 'R2'],
    ]);
    // The line, and those that lead to it from the points that it measures.
    expect(found[0]!.places).toEqual([[0, 8], [10, 8], [0, 0], [0, 8], [10, 4], [10, 8]]); // prettier-ignore
    expect(found[1]!.places).toEqual([[5, 8.5]]);
    expect(kindsOf(await look('a.dxf', text))).not.toContain('dxf-block-missing');
  });

  it('reads lines with their layer and colour, heights where there are any', async () => {
    const text = drawing(
      groups(0, 'LINE', 5, 'AB', 8, 'MURI', 10, 1, 20, 2, 30, 0, 11, 3, 21, 4, 31, 0) + line(1, 1, 7),
    );
    expect(await objects('a.dxf', text)).toEqual([
      {
        type: 'LineString',
        places: [
          [1, 2],
          [3, 4],
        ],
        properties: { Layer: 'MURI', Type: 'LINE', EntityHandle: 'AB', Color: '#ff0000' },
      },
      {
        type: 'LineString',
        places: [
          [0, 0, 7],
          [1, 1, 7],
        ],
        properties: { Layer: '0', Type: 'LINE' },
      },
    ]);
  });

  it('offers each layer for itself where that is asked', async () => {
    const text = drawing(insert('X') + line(1, 1), block('X', line(1, 0)));
    const { layers } = await look('a.dxf', text, { options: { layers: 'separate' } });
    expect(layers.map(({ name }) => name)).toEqual(['MURI', '0']);
  });

  it('draws bulges as arcs, and closes polylines as lines or areas', async () => {
    // A half circle of radius 1 from (1, 0) to (-1, 0) over (0, 1), and back.
    const text = drawing(
      groups(0, 'LWPOLYLINE', 8, 0, 90, 2, 70, 1, 10, 1, 20, 0, 42, 1, 10, -1, 20, 0, 42, 0),
    );
    const [shape] = await objects('a.dxf', text);
    expect(shape!.places[0]).toEqual(shape!.places.at(-1));
    for (const [x, y] of shape!.places.slice(0, -1)) expect(Math.hypot(x!, y!)).toBeCloseTo(1, 12);
    expect(Math.max(...shape!.places.map(([, y]) => y!))).toBeCloseTo(1, 2);
    expect((await objects('a.dxf', text, { options: { closed: 'areas' } }))[0]!.type).toBe('Polygon');
  });

  it('reads attributes of blocks as fields of a point, and draws blocks without any', async () => {
    const attribute = groups(0, 'ATTRIB', 8, 0, 10, 0, 20, 0, 1, '12.5', 2, 'QUOTA', 0, 'SEQEND');
    const text = drawing(
      insert('PUNTO', 66, 1) + attribute + insert('MURO', 41, 2, 42, 2, 50, 90),
      block('PUNTO', line(1, 0)) + block('MURO', line(1, 0)),
    );
    const [point, wall] = await objects('a.dxf', text);
    expect(point).toMatchObject({
      type: 'Point',
      places: [[100, 50]],
      properties: { Block: 'PUNTO', QUOTA: '12.5' },
    });
    // Twice as large, turned by a right angle.
    expect(wall!.places[1]![0]).toBeCloseTo(100, 9);
    expect(wall!.places[1]![1]).toBeCloseTo(52, 9);
    expect((await objects('a.dxf', text, { options: { blocks: 'points' } })).map(({ type }) => type)).toEqual(
      ['Point', 'Point'],
    );
    expect((await objects('a.dxf', text, { options: { blocks: 'drawn' } }))[0]!.type).toBe('LineString');
  });

  it('reads hatches with their islands, 3D faces, texts, splines and polylines in space', async () => {
    const ring = (...places: number[]) =>
      groups(
        92,
        2,
        72,
        0,
        73,
        1,
        93,
        places.length / 2,
        ...places.flatMap((value, n) => [n % 2 ? 20 : 10, value]),
        97,
        0,
      );
    const hatch =
      groups(0, 'HATCH', 8, 0, 10, 0, 20, 0, 30, 0, 2, 'SOLID', 70, 1, 71, 0, 91, 2) +
      ring(0, 0, 9, 0, 9, 9, 0, 9) +
      ring(3, 3, 6, 3, 6, 6);
    const face = groups(
      0,
      '3DFACE',
      8,
      0,
      10,
      0,
      20,
      0,
      30,
      1,
      11,
      1,
      21,
      0,
      31,
      1,
      12,
      1,
      22,
      1,
      32,
      2,
      13,
      1,
      23,
      1,
      33,
      2,
    );
    const text = groups(
      0,
      'MTEXT',
      8,
      0,
      10,
      5,
      20,
      6,
      30,
      0,
      40,
      2.5,
      1,
      '{\\fArial|b1;Via\\PRoma} %%d \\U+00E8',
    );
    const spline = groups(
      0,
      'SPLINE',
      8,
      0,
      70,
      8,
      71,
      1,
      72,
      4,
      73,
      2,
      40,
      0,
      40,
      0,
      40,
      1,
      40,
      1,
      10,
      0,
      20,
      0,
      30,
      0,
      10,
      4,
      20,
      4,
      30,
      0,
    );
    const vertex = (x: number, z: number) => groups(0, 'VERTEX', 8, 0, 10, x, 20, 0, 30, z, 70, 32);
    const poly =
      groups(0, 'POLYLINE', 8, 0, 66, 1, 10, 0, 20, 0, 30, 0, 70, 8) +
      vertex(0, 1) +
      vertex(1, 2) +
      groups(0, 'SEQEND');
    const found = await objects('a.dxf', drawing(hatch + face + text + spline + poly));
    expect(found.map(({ type, places }) => [type, places.length])).toEqual([
      ['Polygon', 9],
      ['Polygon', 4],
      ['Point', 1],
      ['LineString', 9],
      ['LineString', 2],
    ]);
    expect(found[2]!.properties).toMatchObject({ Text: 'Via\nRoma ° è', TextHeight: 2.5 });
    expect(found[4]!.places).toEqual([
      [0, 0, 1],
      [1, 0, 2],
    ]);
  });

  it('turns what is drawn from below, by its extrusion', async () => {
    const [text] = await objects(
      'a.dxf',
      drawing(groups(0, 'TEXT', 8, 0, 10, 5, 20, 2, 30, 0, 1, 'x', 210, 0, 220, 0, 230, -1)),
    );
    expect(text!.places[0]).toEqual([-5, 2]);
  });

  it('keeps what stands on sheets in a layer of its own', async () => {
    const { layers } = await look(
      'a.dxf',
      drawing(line(1, 1) + groups(0, 'POINT', 67, 1, 8, 0, 10, 1, 20, 1)),
    );
    expect(layers.map(({ name, count }) => [name, count])).toEqual([
      ['a', 1],
      ['a (paper space)', 1],
    ]);
  });

  it('tells the unit of the drawing, and scales by the factor of the person', async () => {
    const text = drawing(line(1000, 2000), '', groups(9, '$INSUNITS', 70, 4));
    expect(kindsOf(await look('a.dxf', text))).toContain('dxf-unit');
    expect((await objects('a.dxf', text, { options: { scale: '0.001' } }))[0]!.places[1]).toEqual([1, 2]);
  });

  it('reads binary drawings, of release 12 too', async () => {
    const binary = (short: boolean) => {
      const parts: Buffer[] = [Buffer.from('AutoCAD Binary DXF\r\n\x1a\0', 'latin1')];
      const add = (code: number, value: string | number) => {
        const head = short ? Buffer.from([code]) : Buffer.from(new Int16Array([code]).buffer);
        parts.push(
          head,
          typeof value === 'string'
            ? Buffer.from(`${value}\0`)
            : Buffer.from(new Float64Array([value]).buffer),
        );
      };
      add(0, 'SECTION');
      add(2, 'ENTITIES');
      add(0, 'LINE');
      add(8, 'MURI');
      for (const [code, value] of [
        [10, 1],
        [20, 2],
        [30, 0],
        [11, 3],
        [21, 4],
        [31, 0],
      ] as const)
        add(code, value);
      add(0, 'ENDSEC');
      add(0, 'EOF');
      return Buffer.concat(parts);
    };
    for (const short of [true, false])
      expect(await objects('a.dxf', binary(short))).toMatchObject([
        {
          places: [
            [1, 2],
            [3, 4],
          ],
          properties: { Layer: 'MURI' },
        },
      ]);
    expect(await refusal('a.dxf', binary(false).subarray(0, 60))).toBe('dxf-binary-broken');
  });

  it('refuses blocks that contain themselves, and bombs of blocks', async () => {
    const cyclic = drawing(insert('A'), block('A', line(1, 0) + insert('B')) + block('B', insert('A')));
    const reading = await look('a.dxf', cyclic);
    expect([reading.count, kindsOf(reading)]).toEqual([1, expect.arrayContaining(['dxf-block-cyclic'])]);
    // Ten levels of ten references each.
    const levels = Array.from({ length: 10 }, (_, n) =>
      block(`L${n}`, n === 0 ? line(1, 0) : insert(`L${n - 1}`).repeat(10)),
    ).join('');
    const bomb = await look('a.dxf', drawing(insert('L9') + line(1, 1), levels));
    expect(kindsOf(bomb)).toContain('dxf-block-too-large');
    expect(bomb.geometryTypes).toEqual({ LineString: 1 });
    const array = await look('a.dxf', drawing(insert('A', 70, 30000, 71, 30000), block('A', line(1, 0))));
    expect(kindsOf(array)).toContain('dxf-block-too-large');
    // Arrays of what draws nothing, or itself, take as long.
    const wide = insert('A', 70, 30000, 71, 30000);
    for (const blocks of [block('A', ''), block('A', insert('B')) + block('B', wide)]) {
      const empty = await look('a.dxf', drawing(wide + line(1, 1), blocks));
      expect([kindsOf(empty), empty.count]).toEqual([expect.arrayContaining(['dxf-block-too-large']), 2]);
    }
  });

  it('does not place at 0 what has no number for a coordinate', async () => {
    const point = (x: string) => groups(0, 'POINT', 8, '0', 10, x, 20, 5, 30, 0);
    const reading = await look('a.dxf', drawing(point('1e400') + point('one') + point('2')));
    expect(reading.geometryTypes).toEqual({ Point: 1 });
    expect([reading.count, kindsOf(reading)]).toEqual([3, expect.arrayContaining(['not-finite'])]);
  });

  it('says which entities draw nothing, and draws faces of two corners as lines', async () => {
    const circle = (radius: number) => groups(0, 'CIRCLE', 8, '0', 10, 1, 20, 1, 40, radius);
    const reading = await look('a.dxf', drawing(circle(0) + circle(-1) + circle(1)));
    expect([reading.count, reading.geometryTypes]).toEqual([3, { LineString: 1 }]);
    expect(
      reading.findings.filter(({ kind }) => kind === 'null-geometry').map(({ feature }) => feature),
    ).toEqual([0, 1]);
    const at = (n: number, x: number) => groups(10 + n, x, 20 + n, 5, 30 + n, 0);
    const face = groups(0, '3DFACE', 8, '0') + at(0, 1) + at(1, 4) + at(2, 4) + at(3, 1);
    expect((await objects('a.dxf', drawing(face)))[0]).toMatchObject({
      type: 'LineString',
      places: [
        [4, 5],
        [1, 5],
      ],
    });
  });

  it('reads no further than EOF', async () => {
    const reading = await look('a.dxf', `${drawing(line(1, 1))}left over\nby an editor\n`);
    expect([reading.count, kindsOf(reading)]).toEqual([1, expect.not.arrayContaining(['dxf-cut-off'])]);
  });

  it('says that a drawing is cut off', async () => {
    const whole = drawing(line(1, 0) + line(1, 1));
    expect(kindsOf(await look('a.dxf', whole))).not.toContain('dxf-cut-off');
    const cut = await look('a.dxf', whole.slice(0, whole.lastIndexOf('LINE')));
    expect(kindsOf(cut)).toContain('dxf-cut-off');
  });

  it.each([
    ['a broken group', `0\nSECTION\n2\nENTITIES\nLINE\n`, 'dxf-broken'],
    ['a DWG', 'AC1032\0\0\0', 'dwg'],
    ['another file', 'hello world', 'no-dxf'],
  ])('refuses %s', async (_, text, key) => {
    expect(await refusal('a.dxf', text)).toBe(key);
  });
});

describe('MapInfo', () => {
  const MIF = `Version 300\nCharset "WindowsLatin1"\nDelimiter ","\nCoordSys Earth Projection 8, 104, "m", 9, 0, 0.9996, 500000, 0\nColumns 2\n  NOME Char(20)\n  N Integer\nData\n
Point 500000 5000000\n  Symbol (1,2,3)\nRegion 2\n  4\n0 0\n9 0\n9 9\n0 0\n  4\n5 1\n8 1\n8 4\n5 1\n  Pen (1,2,0)\nPline Multiple 2\n 2\n0 0\n1 1\n 2\n2 2\n3 3\nNone\n`;

  it('reads its objects, holes, and the table beside it', async () => {
    const { zip } = readingFolder();
    const mid = Buffer.from('"Citt\xe0",1\n"b",2\n"c",3\n"d",4\n', 'latin1');
    const reading = await look('a.zip', zip({ 'x.mif': MIF, 'x.mid': mid }));
    expect(reading.crs).toBe('EPSG:32632');
    expect(reading.sample[0]).toEqual({ NOME: 'Città', N: 1 });
    expect([reading.count, reading.geometryTypes]).toEqual([4, { Point: 1, Polygon: 1, MultiLineString: 1 }]);
    const [, region] = await objects('x.mif', MIF);
    expect(region!.places).toHaveLength(8);
    expect(kindsOf(await look('x.mif', MIF))).toContain('mid-missing');
  });

  it('refuses what has no header', async () => {
    expect(await refusal('a.mif', 'hello')).toBe('no-mif');
  });
});

describe('CXF', () => {
  const CXF = [
    'MAPPA',
    'H501A000100',
    '2000',
    'BORDO',
    '12',
    '10',
    '0',
    '1',
    '1',
    '2',
    '2',
    '1',
    '8',
    '4',
    ...['0', '0', '9', '0', '9', '9', '0', '0', '5', '1', '8', '1', '8', '4', '5', '1'],
    ...['BORDO', '12+', '10', '0', '1', '1', '2', '2', '0', '3', '0', '0', '1', '0', '1', '1'],
    ...[
      'FIDUCIALE',
      'PF01',
      '1',
      '3.5',
      '4.5',
      '3',
      '4',
      'TESTO',
      'via Roma',
      '10',
      '0',
      '7',
      '8',
      'LINEA',
      '1',
      '2',
      '0',
      '0',
      '1',
      '1',
      'EOF',
    ],
  ].join('\n');

  it('reads parcels with islands, buildings, fiducials, texts and lines', async () => {
    const reading = await look('a.cxf', CXF);
    expect(reading.layers.map(({ name }) => name)).toEqual([
      'particelle',
      'fabbricati',
      'fiduciali',
      'linee',
      'testi',
    ]);
    expect([reading.crs, reading.sample[0]]).toMatchObject([
      null,
      { foglio: 'H501A000100', scala: 2000, codice: '12' },
    ]);
    expect((await objects('a.cxf', CXF))[0]).toMatchObject({ type: 'Polygon' });
    expect((await objects('a.cxf', CXF, { layer: 'fiduciali' }))[0]!.places).toEqual([[3.5, 4.5]]);
  });

  it('tells of a part that is cut off', async () => {
    const reading = await look('a.cxf', CXF.split('\n').slice(0, 20).join('\n'));
    expect(kindsOf(reading)).toEqual(['cxf-cut-off', 'cxf-broken']);
    expect(await refusal('a.cxf', 'ciao')).toBe('no-cxf');
  });
});

describe('NMEA', () => {
  const sentence = (text: string) =>
    `$${text}*${[...text]
      .reduce((sum, sign) => sum ^ sign.charCodeAt(0), 0)
      .toString(16)
      .padStart(2, '0')}\r\n`;
  const LOG =
    sentence('GPRMC,120000.00,A,4530.0000,N,01115.0000,E,10.0,90.0,010526,,,A') +
    sentence('GNGGA,120000.00,4530.0000,N,01115.0000,E,4,12,0.7,100.5,M,45.5,M,1.0,0001') +
    sentence('GNGGA,120001.00,4530.0006,N,01115.0000,W,1,08,1.0,101,M,,M,,') +
    sentence('GNGGA,120002.00,,,,,0,00,,,M,,M,,') +
    '$GNGGA,120003.00,4530.0,N,01115.0,E,1,08,1.0,9,M,,M,,*00\r\n';

  it('reads positions with their fix, heights above the ellipsoid, and the track', async () => {
    const found = await objects('a.nmea', LOG);
    expect(found[0]).toMatchObject({
      places: [[11.25, 45.5, 146]],
      properties: {
        time: '2026-05-01T12:00:00Z',
        fix: 'RTK fixed',
        quality: 4,
        satellites: 12,
        altitude: 100.5,
        geoid: 45.5,
      },
    });
    expect(found[1]!.places).toEqual([[-11.25, 45.50001, 101]]);
    const reading = await look('a.nmea', LOG);
    expect(kindsOf(reading).sort()).toEqual(['heights-above-sea', 'nmea-checksum', 'nmea-no-fix']);
    expect(reading.layers.map(({ name }) => name)).toEqual(['positions', 'track']);
  });

  it.each([
    ['UTF-16 with a mark', Buffer.from(`\ufeff${LOG}`, 'utf16le')],
    ['UTF-16', Buffer.from(LOG, 'utf16le')],
    ['UTF-16, high bytes first', Buffer.from(LOG, 'utf16le').swap16()],
    ['a file that is filled with zeros', Buffer.concat([Buffer.from(LOG), Buffer.alloc(70_000)])],
  ])('reads %s', async (_, bytes) => {
    expect(await objects('a.nmea', bytes)).toEqual(await objects('a.nmea', LOG));
  });

  it('reads waypoints', async () => {
    const found = await objects('a.nmea', sentence('GPWPL,4530.0000,N,01115.0000,W,Trig 7'));
    expect(found).toEqual([{ type: 'Point', places: [[-11.25, 45.5]], properties: { name: 'Trig 7' } }]);
  });

  it('reads solutions in degrees and in space, and refuses baselines', async () => {
    const pos =
      '% program\n%  UTC  latitude(deg) longitude(deg) height(m) Q ns\n2026/05/01 12:00:00.000 45.5 11.25 146.5 1 12\n';
    expect(await objects('a.pos', pos)).toEqual([
      {
        type: 'Point',
        places: [[11.25, 45.5, 146.5]],
        properties: { Q: 1, ns: 12, time: '2026-05-01T12:00:00.000', fix: 'RTK fixed' },
      },
    ]);
    const [pole] = await objects(
      'a.pos',
      '%  GPST  x-ecef(m) y-ecef(m) z-ecef(m) Q\n2100 1.0 6378137 0 0 1\n',
    );
    expect(pole!.places[0]!.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([0, 0, 0]);
    expect(await refusal('a.pos', '%  UTC e-baseline(m) n-baseline(m) u-baseline(m)\n')).toBe('pos-baseline');
    expect(await refusal('a.log', 'hello\n')).toBe('no-nmea');
  });
});
