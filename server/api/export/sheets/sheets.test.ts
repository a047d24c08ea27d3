import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import proj4 from 'proj4';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  ExportResult,
  Position,
  Problem,
  SheetLayout,
  SheetProfile,
  SheetRequest,
} from '#core/protocol';
import { DEFAULT_LAYOUT } from '#core/sheets';
import { openJobs } from '../../../app/job-kinds.ts';
import { oneEngine } from '../../../testing/databases.ts';
import { download, exported, exportedResult, unpacked } from '../../../testing/exporting.ts';
import { pathsOf, type PdfPath } from '../../../testing/pdf-paths.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../../testing/server.ts';
import { makeObject } from '../../../testing/workplace.ts';

const RIGHTS = ['geometries.read', 'geometries.write', 'export'];
const UTM = '+proj=utm +zone=33 +ellps=WGS84 +units=m';
const toDegrees = (place: readonly [number, number]): Position =>
  proj4(UTM, 'WGS84').forward<[number, number]>([...place]);

/** A point in UTM 33, east of its central meridian, and the sheet about it. */
const MIDDLE = [291_000, 4_640_000] as const;
const RED = [1, 0, 0];

describe.each(oneEngine)('sheets to scale, %s', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  let sara: TestPerson;
  let blocked: TestPerson;
  let projectId: string;
  let axis: string;
  let well: string;

  beforeAll(async () => {
    server = await startTestServer({ engine, jobs: openJobs });
    admin = await server.admin();
    sara = await server.person(admin, 'Sara', RIGHTS);
    blocked = await server.person(admin, 'Carla', RIGHTS, { blockedLayers: ['line'] });
    projectId = (await server.project(admin, 'Città alta', [sara, blocked])).id;
    for (const [name, stroke] of [
      ['line', '#ff0000'],
      ['parcel', '#00aa00'],
      ['point', '#0000ff'],
      ['spot', '#888888'],
    ] as const)
      must(
        await admin.send('POST', '/attributes', {
          name,
          style: { stroke, width: 1, fill: '#ffff0080', label: 'name' },
        }),
        201,
      );
    const [x, y] = MIDDLE;
    // 100 m to the east, and 60 m × 40 m beside it.
    axis = (
      await makeObject(sara, projectId, {
        typeName: 'line',
        location: { type: 'LineString', coordinates: [toDegrees([x - 50, y]), toDegrees([x + 50, y])] },
        properties: { name: 'Axis' },
      })
    ).id;
    for (const [n, east] of [0, 200].entries()) {
      const corner = [x + east, y + 20] as const;
      const ring = [
        [0, 0],
        [60, 0],
        [60, 40],
        [0, 40],
        [0, 0],
      ].map(([dx, dy]) => toDegrees([corner[0] + dx!, corner[1] + dy!]));
      await makeObject(sara, projectId, {
        typeName: 'parcel',
        location: { type: 'Polygon', coordinates: [ring] },
        properties: { name: `Parcel ${n + 1}` },
      });
    }
    well = (
      await makeObject(sara, projectId, {
        typeName: 'point',
        location: { type: 'Point', coordinates: [...toDegrees([x, y - 30]), 57.25] as Position },
        properties: { name: 'Punto 漢字' },
      })
    ).id;
  });
  afterAll(() => server?.close());

  const centre = toDegrees(MIDDLE) as [number, number];
  const request = (change: Partial<SheetRequest> = {}, layout: Partial<SheetLayout> = {}): SheetRequest => ({
    layout: { ...DEFAULT_LAYOUT, ...layout },
    frames: [{ centre, rotation: 0 }],
    crs: 'EPSG:32633',
    format: 'pdf',
    ...change,
  });
  const made = async (body: SheetRequest, by = sara, language = 'en') => {
    const result = await exportedResult(by, projectId, 'sheet', body, { 'accept-language': language });
    const { bytes } = await download(server, by, result.nameZip);
    return { result, bytes };
  };
  const textOf = async (bytes: Buffer, result: ExportResult) => {
    const { folder, remove } = await unpacked(bytes, result);
    const text = execFileSync('pdftotext', ['-layout', path.join(folder, result.files[0]!), '-'], {
      encoding: 'utf8',
    });
    remove();
    return text;
  };
  const red = (paths: readonly PdfPath[]) =>
    paths.filter(({ stroke, points }) => stroke.join() === RED.join() && points.length === 2);
  const length = ([a, b]: PdfPath['points']) => Math.hypot(b![0] - a![0], b![1] - a![1]);

  it.each([0, 30, 213.7])('a line of 100 m measures 200 mm at 1:500, turned by %d°', async (rotation) => {
    const { bytes } = await made(request({ frames: [{ centre, rotation }] }));
    const [page] = pathsOf(bytes);
    const [line, ...others] = red(page!);
    // The sample of the legend is the other red line.
    expect(others).toHaveLength(1);
    expect(length(line!.points)).toBeCloseTo(200, 2);
    // Its middle is that of the frame: 15 + 306 / 2 and 15 + 267 / 2 (see the test of the plan).
    const [[ax, ay], [bx, by]] = line!.points as [[number, number], [number, number]];
    expect((ax + bx) / 2).toBeCloseTo(168, 2);
    expect((ay + by) / 2).toBeCloseTo(148.5, 2);
    // What is up on the page is `rotation` clockwise from north: east is turned back by it.
    const turned = (-rotation * Math.PI) / 180;
    expect((bx - ax) / 200).toBeCloseTo(Math.cos(turned), 4);
    expect((by - ay) / 200).toBeCloseTo(Math.sin(turned), 4);
  });

  it('the scale bar is as long as the numbers at it say', async () => {
    const { bytes } = await made(request({}, { legend: false, grid: undefined, titleBlock: undefined }));
    const [page] = pathsOf(bytes);
    // The only rectangle that is 40 mm or more wide and 1.4 mm high: 20 m at 1:500 are 40 mm.
    const bars = page!.filter(
      ({ points }) =>
        points.length === 4 &&
        Math.abs(points[2]![1] - points[0]![1]) > 1.39 &&
        Math.abs(points[2]![1] - points[0]![1]) < 1.41,
    );
    expect(bars.map(({ points }) => points[1]![0] - points[0]![0])).toEqual([expect.closeTo(40, 3)]);
  });

  it('a panel without room for the scale bar says so', async () => {
    const layout: Partial<SheetLayout> = { legend: false, panel: { side: 'right', size: 30 } };
    const { result } = await made(request({}, layout));
    expect(result.notes).toContain('The scale bar has no room: enlarge the panel.');
  });

  it('a title block draws the rows that have room, and says how many have none', async () => {
    const rows = Array.from({ length: 12 }, (_, n) => ({ name: `Name ${n + 1}`, value: `Value ${n + 1}` }));
    const layout: Partial<SheetLayout> = {
      panel: { side: 'bottom', size: 30 },
      titleBlock: { title: '', subtitle: '', rows },
    };
    const { bytes, result } = await made(request({}, layout));
    // Below the head of 15 mm three rows of 4.8 mm.
    expect(result.notes.join()).toContain('Rows of the title block without room, left out: 9.');
    const text = await textOf(bytes, result);
    expect(text).toContain('Value 3');
    expect(text).not.toContain('Value 4');
  });

  it('a panel that the title block fills says what else has no room', async () => {
    const rows = Array.from({ length: 12 }, () => ({ name: 'Name', value: 'Value' }));
    const layout: Partial<SheetLayout> = {
      paper: { width: 300, height: 100 },
      titleBlock: { title: '', subtitle: '', rows },
    };
    const notes = (await made(request({}, layout))).result.notes.join();
    expect(notes).toContain('North arrow and scale bar have no room');
    // The line only: the frame reaches 17.5 m north and south.
    expect(notes).toContain('The legend has no room for 1 entries');
  });

  describe('on paper of a strip', () => {
    const strip = (inner: number): Partial<SheetLayout> => ({
      paper: { width: 300, height: 100 },
      margins: { top: 50 - inner / 2, bottom: 50 - inner / 2, left: 10, right: 10 },
      scale: 5000,
      legend: false,
      north: undefined,
      scaleBar: false,
      grid: undefined,
      titleBlock: undefined,
    });

    it('rows that have no room on any page are counted', async () => {
      const { result } = await made(request({}, { ...strip(26), areas: {} }));
      // Two parcels and their total, on a page of 26 − 12 mm; heads and a row take 14.6 mm.
      expect(result.notes).toContain('The paper is too small for tables; rows not printed: 3.');
    });

    it('pages that continue tables count among the most pages of a sheet', async () => {
      const [x, y] = [MIDDLE[0], MIDDLE[1] + 50_000];
      // 3 columns of one row each: 610 points are 204 pages.
      const coordinates = Array.from({ length: 610 }, (_, n) => toDegrees([x + n / 10, y]));
      await makeObject(sara, projectId, {
        typeName: 'point',
        location: { type: 'MultiPoint', coordinates },
        properties: {},
      });
      const frames = [{ centre: toDegrees([x, y]) as [number, number], rotation: 0 }];
      const layout = { ...DEFAULT_LAYOUT, ...strip(27), coordinates: {} };
      const job = await exported(sara, projectId, 'sheet', request({ frames, layout }), {
        'accept-language': 'en',
      });
      expect(job.state).toBe('failed');
      expect(job.error).toContain('more than 200 pages');
    });
  });

  it('several frames have scales of their own, and geographic systems a plane about each', async () => {
    const frames = [
      { centre, rotation: 0 },
      { centre, rotation: 0, scale: 1000 },
    ];
    const { bytes } = await made(request({ frames, crs: 'EPSG:4326' }, { legend: false }));
    const lengths = red(pathsOf(bytes)[0]!).map(({ points }) => length(points));
    // On the ellipsoid the line is 100 m / 1.000137 (UTM, 209 km from its central meridian: 0.9996 × (1 + 209² / (2 × 6378²))).
    expect(lengths[0]).toBeCloseTo(200 / 1.000137, 2);
    expect(lengths[1]).toBeCloseTo(100 / 1.000137, 2);
  });

  it('tables are of all frames; one that differs from the first says its scale and its rotation', async () => {
    const [x, y] = MIDDLE;
    const frames = [
      { centre, rotation: 0 },
      { centre: toDegrees([x + 230, y + 40]) as [number, number], rotation: 30, scale: 1000 },
      { centre, rotation: 0 },
    ];
    const { bytes, result } = await made(request({ frames }, { areas: {}, paper: 'A2' }));
    const text = await textOf(bytes, result);
    // Each parcel is in one frame only; 2400 m² / 1.000137² are 2399.34 m².
    expect(text.match(/2,399\.3\d m²/g)).toHaveLength(2);
    expect(text.match(/4,798\.[67]\d m²/g)).toHaveLength(1);
    expect(text.match(/1:1,000, top 30° clockwise from grid north/g)).toHaveLength(1);
    expect(text.match(/1:500(?!\d)/g)).toHaveLength(1);
  });

  it('crosses of the grid are where the round coordinates are', async () => {
    const layout = { grid: { kind: 'crosses' as const, step: 50 }, legend: false };
    const [page] = pathsOf((await made(request({}, layout))).bytes);
    // 50 m are 100 mm; the middle of the frame, 291000 / 4640000, is a node: a cross with arms of 1.5 mm.
    const grid = page!.find(({ points }) =>
      points.some(([x, y]) => Math.hypot(x - 168 - 1.5, y - 148.5) < 0.02),
    );
    const has = (x: number, y: number) =>
      grid!.points.some((point) => Math.hypot(point[0] - x, point[1] - y) < 0.02);
    expect(has(168 + 100 + 1.5, 148.5)).toBe(true);
    expect(has(168 - 100, 148.5 + 100 - 1.5)).toBe(true);
  });

  it('an atlas has a page for each object of a type, about its middle', async () => {
    const atlas = { kind: 'objects' as const, typeName: 'parcel', fit: false };
    const { bytes, result } = await made(request({ atlas }, { legend: false }));
    const pages = pathsOf(bytes);
    expect(pages).toHaveLength(2);
    // The point, 70 m south of the parcels, is 140 mm below the middle and 6.5 mm below the frame.
    expect(result.count).toBe(3);
    for (const page of pages) {
      // 60 m × 40 m are 120 mm × 80 mm about the middle of the frame.
      const parcel = page.filter(({ points }) =>
        points.some(([x, y]) => Math.hypot(x - 168 + 60, y - 148.5 - 40) < 0.05),
      );
      expect(parcel.length).toBeGreaterThan(0);
    }
  });

  it('an atlas that fits is at a smaller scale where an object is too large', async () => {
    const atlas = { kind: 'objects' as const, typeName: 'parcel', fit: true };
    const { bytes } = await made(request({ atlas }, { scale: 100, legend: false }));
    // 60 m / 0.9 in 306 mm: 1:218, so 1:250; 40 m / 0.9 in 267 mm are 1:166. 60 m measure 240 mm.
    const [page] = pathsOf(bytes);
    const widths = page!.map(
      ({ points }) => Math.max(...points.map(([x]) => x)) - Math.min(...points.map(([x]) => x)),
    );
    expect(widths.some((width) => Math.abs(width - 240) < 0.05)).toBe(true);
  });

  it('pages along a line follow it from left to right', async () => {
    const atlas = { kind: 'line' as const, objectId: axis, overlap: 0 };
    const { bytes } = await made(
      request({ atlas, frames: [{ centre, rotation: 45 }] }, { scale: 100, legend: false }),
    );
    // 306 mm at 1:100 are 30.6 m: 100 m take 4 pages of 25 m, which are 250 mm.
    const pages = pathsOf(bytes);
    expect(pages).toHaveLength(4);
    for (const page of pages) {
      const [line] = red(page);
      expect(line!.points[1]![0]).toBeGreaterThan(line!.points[0]![0]);
      expect(line!.points[1]![1]).toBeCloseTo(line!.points[0]![1], 1);
    }
  });

  it('texts, tables and title block are text in all scripts, in the language of the person', async () => {
    const layout: Partial<SheetLayout> = {
      coordinates: {},
      areas: { typeName: 'parcel' },
      titleBlock: { title: '{project}', subtitle: 'Rilievo {scale}', rows: [{ name: 'SR', value: '{crs}' }] },
      texts: [{ text: 'Page {page} of {pages}, 한글 שלום', x: 20, y: 20, size: 9 }],
    };
    const { bytes, result } = await made(request({}, layout), sara, 'it');
    const text = await textOf(bytes, result);
    for (const words of [
      'Città alta',
      'Rilievo 1:500',
      'EPSG:32633 WGS 84 / UTM zone 33N',
      'Legenda',
      'Page 1 of 1, 한글',
      'Punto 漢字',
      'Nord di griglia',
    ])
      expect(text).toContain(words);
    expect(text).toMatch(/291\.000,\d+ +4\.639\.970,\d+ +57,25/);
    // Plane area 2400 m² divided by the square of the scale factor 1.000137.
    const area = Number(/Parcel 1 +([\d.,]+) m²/.exec(text)![1]!.replaceAll('.', '').replace(',', '.'));
    expect(area).toBeCloseTo(2400 / 1.000137 ** 2, 0);
  });

  it('a DXF has what is drawn in layers, in coordinates of the CRS, and the frame', async () => {
    const titleBlock = { title: 'Tavola {scale}', subtitle: '', rows: [] };
    const texts = [{ text: 'Above\nBelow', x: 20, y: 250, size: 10 }];
    const { bytes, result } = await made(request({ format: 'dxf' }, { texts, titleBlock }));
    expect(result.files).toEqual([expect.stringMatching(/\.dxf$/)]);
    expect(result.notes.join()).toContain('grid, legend and tables are in the PDF only.');
    const entities = bytes
      .toString()
      .split('\nENTITIES\n')[1]!
      .split(/\n0\n(?=LWPOLYLINE|INSERT|TEXT|HATCH|ENDSEC)/);
    const on = (layer: string) => entities.filter((one) => one.includes(`\n8\n${layer}\n`));
    expect(['line', 'parcel', 'parcel-HATCH', 'parcel-TEXT', 'SHEET-FRAMES'].map((layer) => on(layer).length)).toEqual([1, 1, 1, 1, 1]); // prettier-ignore
    // A block with its attribute.
    const [insert] = on('point');
    expect(insert).toContain('\nPunto 漢字\n');
    // 11.5 pixels of 0.2646 mm, of which 0.7 are a capital, at 1:500.
    expect(Number(/\n40\n([\d.]+)/.exec(on('parcel-TEXT')[0]!)![1])).toBeCloseTo(
      (11.5 * 25.4 * 0.7) / 96 / 2,
      6,
    );
    const places = (entity: string) =>
      [...entity.matchAll(/\n10\n([-\d.]+)\n20\n([-\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
    const [x, y] = MIDDLE;
    expect(places(on('line')[0]!)[0]).toEqual([expect.closeTo(x - 50, 3), expect.closeTo(y, 3)]);
    // 306 mm × 267 mm at 1:500 are 153 m × 133.5 m.
    expect(places(on('SHEET-FRAMES')[0]!)[0]).toEqual([
      expect.closeTo(x - 76.5, 3),
      expect.closeTo(y + 66.75, 3),
    ]);
    // The paper is 420 mm × 297 mm; the middle of the frame is 168 mm from its left side and 148.5 mm from its top, at 1:500.
    const paper = on('SHEET-PAPER');
    expect(places(paper[0]!)[0]).toEqual([expect.closeTo(x - 84, 3), expect.closeTo(y + 74.25, 3)]);
    const below = paper.find((one) => one.includes('\nBelow\n'))!;
    // 20 mm from the left; two lines of 10 points (13 from one to the next), in the middle of the second, 13.62 high.
    const down = 250 + ((13 + 13.62 / 2) * 25.4) / 72;
    expect(places(below)[0]).toEqual([
      expect.closeTo(x + (20 - 168) / 2, 3),
      expect.closeTo(y + (148.5 - down) / 2, 3),
    ]);
    expect(paper.some((one) => one.includes('\nTavola 1:500\n'))).toBe(true);
  });

  it('what is placed by hand is there: a second map to scale, and the legend', async () => {
    const frame = { x: 215, y: 150, width: 110, height: 120 };
    const places = { frames: [null, frame], legend: { x: 20, y: 20, width: 60, height: 50 } };
    const frames = [
      { centre, rotation: 0 },
      { centre, rotation: 90, scale: 1000 },
    ];
    const { bytes, result } = await made(request({ frames }, { places }));
    const [page] = pathsOf(bytes);
    const lines = red(page!).filter(({ points }) => length(points) > 50);
    expect(lines.map(({ points }) => length(points))).toEqual([
      expect.closeTo(200, 2),
      // 100 m at 1:1000, turned: down the page, through the middle of the frame.
      expect.closeTo(100, 2),
    ]);
    const [[ax, ay], [bx, by]] = lines[1]!.points as [[number, number], [number, number]];
    expect([ax, bx]).toEqual([expect.closeTo(270, 2), expect.closeTo(270, 2)]);
    expect(Math.abs(by - ay)).toBeCloseTo(100, 2);
    // Before it is drawn, the second frame covers the first.
    const covering = page!.findIndex(
      ({ points }) =>
        points.length === 4 &&
        points.every(([px, py]) => px > 214.9 && px < 325.1 && py > 149.9 && py < 270.1) &&
        Math.abs(points[2]![0] - points[0]![0]) > 109.9,
    );
    expect(covering).toBeGreaterThan(page!.indexOf(lines[0]!));
    expect(covering).toBeLessThan(page!.indexOf(lines[1]!));
    // The sample of the legend is in its box.
    const samples = red(page!).filter(({ points }) => length(points) < 50);
    expect(samples).toHaveLength(1);
    expect(samples[0]!.points[0]![0]).toBeCloseTo(20, 2);
    expect(result.notes.join()).not.toMatch(/no room/);
    const off = { titleBlock: { x: 400, y: 20, width: 50, height: 40 } };
    const refused = await sara.send<Problem>('POST', '/export/sheet', request({}, { places: off }), {
      projectid: projectId,
    });
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toMatch(/placed by hand must be on the paper/);
  });

  it('numbers are whole also where a table is narrow', async () => {
    const layout: Partial<SheetLayout> = {
      coordinates: {},
      panel: { side: 'right', size: 42 },
      legend: false,
    };
    const { bytes, result } = await made(request({}, layout));
    const text = await textOf(bytes, result);
    expect(text).toMatch(/291,000\.000 +4,639,970\.000 +57\.250/);
  });

  it('a picture has the size of the paper in its dots, and the colours of the PDF', async () => {
    const { bytes, result } = await made(request({ format: 'png', dpi: 100 }, { paper: 'A4' }));
    expect(result.files).toEqual([expect.stringMatching(/\.png$/)]);
    const { width, height, density } = await sharp(bytes).metadata();
    // 297 / 25.4 × 100 and 210 / 25.4 × 100.
    expect([width, height, density]).toEqual([1169, 827, 100]);
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    let isRed = false;
    for (let i = 0; i < data.length && !isRed; i += info.channels)
      isRed = data[i]! > 240 && data[i + 1]! < 40 && data[i + 2]! < 40;
    expect(isRed).toBe(true);
  });

  it('what a person is blocked from is neither drawn nor an atlas', async () => {
    const { bytes } = await made(request({}, { legend: true }), blocked);
    expect(red(pathsOf(bytes)[0]!)).toEqual([]);
    const atlas = { kind: 'line' as const, objectId: axis, overlap: 0 };
    const job = await exported(blocked, projectId, 'sheet', request({ atlas }));
    expect(job.error).toContain('The atlas has no line');
  });

  it.each<[string, Partial<SheetRequest>, string]>([
    ['empty frames', { frames: [{ centre: [10, 45], rotation: 0 }] }, 'Nothing is in the frames.'],
    [
      'a logo that is no picture',
      { layout: { ...DEFAULT_LAYOUT, titleBlock: { title: '', subtitle: '', rows: [], logo: 'aGVsbG8=' } } },
      'The logo cannot be read.',
    ],
  ])('%s fail with a sentence', async (_, change, sentence) => {
    const job = await exported(sara, projectId, 'sheet', request(change), { 'accept-language': 'en' });
    expect(job.state).toBe('failed');
    expect(job.error).toContain(sentence);
  });

  it('a picture of too many pixels is refused before it becomes a job, with a sentence', async () => {
    const layout: SheetLayout = { ...DEFAULT_LAYOUT, paper: 'A0' };
    const ask = (change: Partial<SheetRequest>) =>
      sara.send<{ message: string }>('POST', '/export/sheet', request({ layout, dpi: 600, ...change }), {
        projectid: projectId,
        'accept-language': 'en',
      });
    const answer = await ask({ format: 'png' });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain('40 million pixels');
    expect((await ask({ format: 'pdf' })).status).toBe(202);
  });

  it('magnetic north has its declination, how sure it is, and the model', async () => {
    const { bytes, result } = await made(request({}, { north: 'magnetic' }));
    const text = await textOf(bytes, result);
    expect(text).toContain('Magnetic north');
    expect(text).toMatch(/[345]\.\d° ± 0\.\d° from true/);
    expect(text).toMatch(/WMM-2025, 20[23]\d\.\d/);
  });

  it('a preview is no entry of the audit trail, and is small', async () => {
    const made = async () => {
      const [row] = await server.db.query<{ count: number }>(
        `select count(*)::int as count from audit a join users u on u.id = a.actor_id
         where a.kind = 'export.made' and u.name = 'Carla'`,
      );
      return row!.count;
    };
    const before = await made();
    const small = request({ format: 'png', dpi: 50, preview: true }, { paper: 'A4' });
    expect((await exported(blocked, projectId, 'sheet', small)).state).toBe('done');
    expect(await made()).toBe(before);
    const plain = request({ format: 'png', dpi: 50 }, { paper: 'A4' });
    expect((await exported(blocked, projectId, 'sheet', plain)).state).toBe('done');
    expect(await made()).toBe(before + 1);
    // 420 mm and 297 mm at 300 dpi are 17 million pixels.
    for (const large of [{ format: 'png', dpi: 300 }, { format: 'pdf' }] as const) {
      const body = request({ ...large, preview: true }, { paper: 'A3' });
      const refused = await sara.send('POST', '/export/sheet', body, { projectid: projectId });
      expect(refused.status).toBe(422);
    }
  });

  it('a label moved by hand is at its place, with a line to its object', async () => {
    const [x, y] = MIDDLE;
    const labelAt = toDegrees([x + 40, y - 30]);
    must(await sara.send('PUT', `/geometries/${well}`, { labelAt }, { 'if-match': '"1"' }), 200);
    const [page] = pathsOf((await made(request({}, { legend: false, grid: undefined }))).bytes);
    // The point is 60 mm below the middle of the frame, its label 80 mm beside; the line ends 6 pixels from the point.
    const end = 168 + (6 * 25.4) / 96;
    const leaders = page!.filter(
      ({ points }) => points.length === 2 && Math.hypot(points[1]![0] - end, points[1]![1] - 208.5) < 0.02,
    );
    expect(leaders).toHaveLength(1);
    const [[from]] = [leaders[0]!.points] as [[number, number][]];
    expect(from![0]).toBeLessThan(168 + 80);
    expect(from![0]).toBeGreaterThan(168 + 60);
    expect(from![1]).toBeCloseTo(208.5, 2);
  });

  describe('with a profile', () => {
    const [x, y] = MIDDLE;
    let surface: string;
    beforeAll(async () => {
      const project = must(await sara.send<{ version: number }>('GET', `/projects/${projectId}`), 200);
      must(
        await admin.send('PUT', `/projects/${projectId}`, { crs: 'EPSG:32633' }, { 'if-match': `"${project.version}"` }), // prettier-ignore
        200,
      );
      // Rises by 10 m in 200 m to the east, all of the line in its inner 100 m.
      const ids = [];
      for (const [dx, dy, height] of [
        [-100, -50, 100],
        [100, -50, 110],
        [100, 50, 110],
        [-100, 50, 100],
      ] as const) {
        // prettier-ignore
        const coordinates = [...toDegrees([x + dx, y + dy]), height] as Position;
        ids.push((await makeObject(sara, projectId, { typeName: 'spot', location: { type: 'Point', coordinates } })).id); // prettier-ignore
      }
      const body = { name: 'Terreno', of: { ids }, hasBorders: true };
      surface = must(
        await sara.send<{ id: string }>('POST', `/projects/${projectId}/surfaces`, body),
        201,
      ).id;
    });
    const places = { frames: [null, { x: 10, y: 160, width: 240, height: 120 }] };
    const frames = (line: SheetProfile['line'], more: Partial<SheetProfile> = {}): SheetRequest['frames'] => [
      { centre, rotation: 0 },
      {
        centre,
        rotation: 0,
        scale: 1000,
        content: { kind: 'profile', ground: { surface }, line, exaggeration: 5, step: 20, ...more },
      },
    ];
    const typeNames = ['line', 'parcel'];

    it('lengths and heights are to their scales, and the band has stations and heights', async () => {
      const sheet = request({ frames: frames({ objectId: axis }), typeNames }, { places });
      const { bytes, result } = await made(sheet);
      // 100 m at 1:1000 are 100 mm, and 5 m at 1:200 are 25 mm.
      const ground = pathsOf(bytes)[0]!.filter(({ points }) => {
        const [a, b] = [points[0]!, points.at(-1)!];
        return Math.abs(b[0] - a[0] - 100) < 0.02 && Math.abs(a[1] - b[1] - 25) < 0.05;
      });
      expect(ground).toHaveLength(1);
      // 26 mm for the names of the band.
      expect(ground[0]!.points[0]![0]).toBeCloseTo(36, 2);
      const text = await textOf(bytes, result);
      for (const words of [
        'Profile – Axis – Terreno',
        'Lengths 1:1,000, heights 1:200',
        'exaggerated 5 times',
        'EPSG:32633',
        'Stations m',
      ])
        // prettier-ignore
        expect(text).toContain(words);
      expect(result.notes.join()).not.toContain('profile');
    });

    it('a DXF has it on the paper, to the scale of the first frame', async () => {
      const positions = [toDegrees([x - 50, y]), toDegrees([x + 50, y])] as [number, number][];
      const sheet = request({ frames: frames({ positions }), typeNames, format: 'dxf' }, { places });
      const { bytes } = await made(sheet);
      const entities = bytes
        .toString()
        .split('\nENTITIES\n')[1]!
        .split(/\n0\n(?=[A-Z])/);
      const on = entities.filter((one) => one.includes('\n8\nSHEET-DRAWINGS\n'));
      const places2 = on
        .filter((one) => one.startsWith('LWPOLYLINE'))
        .map((one) => [...one.matchAll(/\n10\n(.+)\n20\n(.+)/g)].map(([, east, north]) => [Number(east), Number(north)])); // prettier-ignore
      // 100 mm × 25 mm of the paper at 1:500.
      const ground = places2.filter((line) => {
        const [a, b] = [line[0]!, line.at(-1)!];
        return Math.abs(b[0]! - a[0]! - 50) < 0.01 && Math.abs(b[1]! - a[1]! - 12.5) < 0.03;
      });
      expect(ground).toHaveLength(1);
      const texts = on.filter((one) => one.startsWith('TEXT'));
      expect(texts.some((one) => one.includes('\n1\n100.00\n') && one.includes('\n50\n90'))).toBe(true);
    });

    it('drawings are to scale, pictures as large as fits, and what cannot be drawn is refused with a sentence', async () => {
      const image = (await sharp({ create: { width: 40, height: 20, channels: 3, background: '#ff00ff' } }).png().toBuffer()).toString('base64'); // prettier-ignore
      const room = { points: [0, 0, 8, 0, 8, 5, 0, 5, 0, 0], colour: '#123456' };
      const framesOf = (points: number[], picture: string): SheetRequest['frames'] => [
        { centre, rotation: 0 },
        {
          centre,
          rotation: 0,
          scale: 100,
          content: { kind: 'drawing', title: 'Pianta', lines: [{ ...room, points }] },
        },
        { centre, rotation: 0, content: { kind: 'picture', title: 'Globo', image: picture } },
      ];
      const boxes = { frames: [null, { x: 10, y: 160, width: 120, height: 90 }, { x: 140, y: 160, width: 100, height: 90 }] }; // prettier-ignore
      const sheetWith = (points: number[], picture: string) =>
        request({ frames: framesOf(points, picture), typeNames }, { places: boxes });
      const { bytes, result } = await made(sheetWith(room.points, image));
      const [page] = pathsOf(bytes);
      const [plan] = page!.filter(({ stroke }) => Math.abs(stroke[0]! - 0x12 / 255) < 0.01);
      // 8 m × 5 m at 1:100.
      expect(plan!.points[1]![0] - plan!.points[0]![0]).toBeCloseTo(80, 2);
      expect(plan!.points[1]![1] - plan!.points[2]![1]).toBeCloseTo(50, 2);
      // It needs no objects.
      const alone = await made({ ...sheetWith(room.points, image), typeNames: [] });
      expect(await textOf(alone.bytes, alone.result)).toContain('Pianta – 1:100');
      const text = await textOf(bytes, result);
      expect(text).toContain('Pianta – 1:100');
      expect(text).toContain('Globo – not to scale');
      const odd = await sara.send<Problem>('POST', '/export/sheet', sheetWith([0, 0, 1, 1, 2], image), {
        projectid: projectId,
      });
      expect(odd.status).toBe(422);
      const broken = await exported(sara, projectId, 'sheet', sheetWith(room.points, 'aGVsbG8='), { 'accept-language': 'en' }); // prettier-ignore
      expect(broken.error).toContain('The picture in frame 3 cannot be read.');
    });

    it('a line that is gone, another ground, or a profile in the first frame are refused with a sentence', async () => {
      const failing = async (change: Partial<SheetRequest>) => {
        const body = request({ typeNames, ...change }, { places });
        return (await exported(sara, projectId, 'sheet', body, { 'accept-language': 'en' })).error;
      };
      expect(await failing({ frames: frames({ objectId: well }) })).toContain('is not one line');
      const cloud = { cloud: randomUUID(), width: 1 };
      expect(await failing({ frames: frames({ objectId: axis }, { ground: cloud }) })).toMatch(/./);
      const first = request({ frames: frames({ objectId: axis }).toReversed(), typeNames });
      const refused = await sara.send<Problem>('POST', '/export/sheet', first, { projectid: projectId, 'accept-language': 'en' }); // prettier-ignore
      expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining('is a map')]);
    });
  });

  it.each<[string, Partial<SheetRequest>, number]>([
    [
      'a panel larger than the paper',
      { layout: { ...DEFAULT_LAYOUT, paper: 'A4', panel: { side: 'right', size: 290 } } },
      422,
    ],
    ['an unknown CRS', { crs: 'EPSG:999999' }, 422],
    [
      'a grid in an unknown CRS',
      { layout: { ...DEFAULT_LAYOUT, grid: { kind: 'lines', crs: 'EPSG:999999' } } },
      422,
    ],
    ['no frame', { frames: [] }, 400],
    ['a paper of a mile', { layout: { ...DEFAULT_LAYOUT, paper: { width: 1_600_000, height: 300 } } }, 400],
  ])('%s is refused before it becomes a job', async (_, change, status) => {
    const answer = await sara.send('POST', '/export/sheet', request(change), { projectid: projectId });
    expect(answer.status).toBe(status);
  });
});
