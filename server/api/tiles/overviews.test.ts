import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import MVT from 'ol/format/MVT.js';
import type { Geometry, ObjectType, Position } from '#core/protocol';
import { classificationOf } from '#core/styles';
import { engines } from '../../testing/databases.ts';
import { ewkbHex } from '../../formats/wkb/write.ts';
import { toTile } from '../../formats/mvt/grid.ts';
import { Shaper } from '../../formats/mvt/shape.ts';
import { applyChanges, recordLargeChange, sweepChanges } from '../../shared/overviews/changes.ts';
import { Overview } from '../../shared/overviews/overview.ts';
import { composeTile, type ShapedObject } from './compose.ts';
import { must, type TestPerson } from '../../testing/server.ts';
import { changeOf, openWorkplace, save, square, type Workplace } from '../../testing/workplace.ts';

/** Parcels in each row, and as many rows: more than a tile reads one by one. */
const SIDE = 110;
const [WEST, SOUTH, WIDTH] = [9, 45, 0.55];
const STEP = WIDTH / SIDE;
const MAX_BYTES = 300_000;

/** Corners that parcels share, moved from a regular grid; those of the border are not. */
function corner(column: number, row: number): Position {
  const inside = (at: number) => at > 0 && at < SIDE;
  const move = (seed: number) => 0.3 * STEP * Math.sin(seed * 12.9898 + 78.233);
  const right = inside(column) ? move(column * 131 + row) : 0;
  const up = inside(row) ? move(column + row * 137) : 0;
  return [WEST + column * STEP + right, SOUTH + row * STEP + up];
}

function parcel(n: number): Geometry {
  const [column, row] = [n % SIDE, Math.floor(n / SIDE)];
  const first = corner(column, row);
  const others = [corner(column + 1, row), corner(column + 1, row + 1), corner(column, row + 1)];
  return { type: 'Polygon', coordinates: [[first, ...others, first]] };
}

/** Column and row of a position in the tiles of a zoom, with fractions. */
function inTiles(zoom: number, longitude: number, latitude: number): [number, number] {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return [
    (longitude / 360 + 0.5) * 2 ** zoom,
    (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** zoom,
  ];
}

interface Feature {
  properties: Record<string, unknown>;
  type: string;
  flat: number[];
  ends: number[];
}

function decode(bytes: Buffer): Feature[] {
  return new MVT().readFeatures(Uint8Array.from(bytes).buffer).map((feature) => ({
    properties: feature.getProperties(),
    type: feature.getType(),
    flat: [...(feature as unknown as { getFlatCoordinates(): number[] }).getFlatCoordinates()],
    ends: [...(feature as unknown as { getEnds(): number[] }).getEnds()],
  }));
}

/** Whether a place of the tile is in any of the polygons, by the rule of even and odd crossings. */
function covers(features: readonly Feature[], x: number, y: number): boolean {
  return features.some(({ flat, ends }) => {
    let inside = false;
    let start = 0;
    for (const end of ends) {
      for (let i = start, j = end - 2; i < end; j = i, i += 2) {
        const [ax, ay, bx, by] = [flat[i]!, flat[i + 1]!, flat[j]!, flat[j + 1]!];
        if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
      }
      start = end;
    }
    return inside;
  });
}

describe.each(engines)('tiles of many objects on the %s engine', (engine) => {
  let place: Workplace;
  let sara: TestPerson;
  let guest: TestPerson;
  let id: string;
  beforeAll(async () => {
    place = await openWorkplace(engine);
    sara = place.surveyor;
    guest = await place.server.person(place.admin, 'Gino', ['geometries.read'], {
      blockedLayers: ['secret'],
    });
    id = (await place.server.project(place.admin, 'Many', [sara, guest])).id;
    await fill('parcel', SIDE * SIDE, parcel);
  });
  afterAll(() => place.close());

  async function fill(typeName: string, count: number, shape: (n: number) => Geometry): Promise<void> {
    const { db } = place.server;
    const columns = 'id,project_id,type_name,geom,location,about,created_by,updated_by'.split(',');
    await db.copy(
      'geometries',
      columns,
      (async function* () {
        for (let n = 0; n < count; n++)
          yield [randomUUID(), id, typeName, ewkbHex(shape(n)), '{}', '{}', sara.id, sara.id];
      })(),
    );
    await recordLargeChange(db, id);
  }

  const bytesOf = async (address: string, by = sara): Promise<Buffer> => {
    const answer = await place.server.app.inject({
      method: 'GET',
      url: `/api/tiles/${id}/${address}.mvt`,
      headers: { jwt: by.token },
    });
    expect(answer.statusCode).toBe(200);
    return answer.rawPayload;
  };

  /** Tiles that show the parcels at a zoom, at most four from the middle. */
  function tilesAt(zoom: number): [x: number, y: number][] {
    const [left, top] = inTiles(zoom, WEST, SOUTH + WIDTH).map(Math.floor) as [number, number];
    const [right, bottom] = inTiles(zoom, WEST + WIDTH, SOUTH).map(Math.floor) as [number, number];
    const middle = [Math.floor((left + right) / 2), Math.floor((top + bottom) / 2)] as const;
    const near = (from: number, to: number, at: number) => [
      ...new Set([Math.max(from, at), Math.min(to, at + 1)]),
    ];
    return near(left, right, middle[0]).flatMap((x) =>
      near(top, bottom, middle[1]).map((y) => [x, y] as [number, number]),
    );
  }

  it.each([0, 5, 8, 9, 10, 11, 12, 13, 14])(
    'leave no gap between parcels that have none, and are small, at zoom %i',
    async (zoom) => {
      const [west, south] = inTiles(zoom, WEST, SOUTH);
      const [east, north] = inTiles(zoom, WEST + WIDTH, SOUTH + WIDTH);
      for (const [x, y] of tilesAt(zoom)) {
        const bytes = await bytesOf(`${zoom}/${x}/${y}`);
        expect(bytes.length).toBeLessThanOrEqual(MAX_BYTES);
        const features = decode(bytes);
        // Places of an uneven grid, at least a cell of 8 units away from the border of all parcels.
        const within = (from: number, to: number) => [
          Math.max(0, from * 4096 + 8),
          Math.min(4096, to * 4096 - 8),
        ];
        const [left, right] = within(west - x, east - x);
        const [top, bottom] = within(north - y, south - y);
        const missing: string[] = [];
        for (let n = 0; n < 400; n++) {
          const across = left! + (right! - left!) * ((n * 0.6180339887) % 1);
          const down = top! + (bottom! - top!) * ((n + 0.5) / 400);
          if (right! <= left! || bottom! <= top!) break;
          if (!covers(features, across, down)) missing.push(`${across} ${down}`);
        }
        expect(missing).toEqual([]);
      }
    },
  );

  it('are the same however often they are made', async () => {
    const { db } = place.server;
    const [x, y] = tilesAt(9)[0]!;
    const first = await bytesOf(`9/${x}/${y}`);
    await recordLargeChange(db, id);
    await applyChanges(db, id);
    // A change of the state, so that no tile of before is answered.
    await save(sara, id, [changeOf({ location: square(-100, -40, 1) })]);
    expect(await bytesOf(`9/${x}/${y}`)).toEqual(first);
  });

  it('show what was drawn, moved and deleted since', async () => {
    // Larger than sixteen pixels of tile 8/x/y, each of 360° / (512 · 2⁸) = 0.0027°, and so shown itself.
    const large = changeOf({ location: square(WEST - 0.5, SOUTH, 0.1) });
    const small = changeOf({ location: square(WEST - 0.2, SOUTH, 0.02) });
    const answers = await save(sara, id, [large, small]);
    const idOf = ({ clientId }: { clientId: string }) =>
      answers.find((each) => each.clientId === clientId)!.id!;
    const at = `8/${inTiles(8, WEST - 0.1, SOUTH + 0.01)
      .map(Math.floor)
      .join('/')}`;
    const shows = async (longitude: number, latitude: number) => {
      const [tx, ty] = inTiles(8, longitude, latitude);
      return covers(decode(await bytesOf(at)), (tx - Math.floor(tx)) * 4096, (ty - Math.floor(ty)) * 4096);
    };
    expect(decode(await bytesOf(at)).map(({ properties }) => properties['id'])).toContain(idOf(large));
    expect(await shows(WEST - 0.19, SOUTH + 0.01)).toBe(true);
    for (const each of [large, small])
      must(
        await sara.send('DELETE', `/geometries/${idOf(each)}`, undefined, {
          projectid: id,
          'if-match': '"1"',
        }),
        204,
      );
    expect(await shows(WEST - 0.19, SOUTH + 0.01)).toBe(false);
    expect(decode(await bytesOf(at)).map(({ properties }) => properties['id'])).not.toContain(idOf(large));
  });

  it('leave out merged objects of blocked types', async () => {
    await fill('secret', 100, (n) => square(WEST + n * 0.001, SOUTH, 0.0005));
    // As after any change, so that no tile of before is answered.
    await save(sara, id, [changeOf({ location: square(-100, -40, 1) })]);
    const [x, y] = inTiles(6, WEST + 0.05, SOUTH + 0.0002).map(Math.floor);
    const types = async (by: TestPerson) =>
      decode(await bytesOf(`6/${x}/${y}`, by)).map(({ properties }) => properties['typeName']);
    expect((await types(sara)).sort()).toEqual(['parcel', 'secret']);
    expect(await types(guest)).toEqual(['parcel']);
  });

  it('count an object once that is merged in two tiles', async () => {
    // Both tiles of zoom 9 beside their border at 57 × 0.703125° have more objects than are read one by one.
    const border = (57 * 360) / 2 ** 9;
    await fill('mark', 18_000, (n) => ({
      type: 'Point',
      coordinates: [border - 0.4 + ((n * 0.618) % 0.8), 0.1 + ((n * 0.414) % 0.5)],
    }));
    // At zoom 10 of 0.015 / 360 · 2¹⁰ · 4096 = 175 tile units, and drawn themselves from 128 on; at zoom 9 of 87.
    await fill('block', 30, (n) => square(border - 0.0075, 0.1 + n * 0.016, 0.015));
    await save(sara, id, [changeOf({ location: square(-100, -40, 1) })]);
    const [x, y] = inTiles(7, border, 0.2).map(Math.floor);
    const features = decode(await bytesOf(`7/${x}/${y}`));
    const counts = features.map(({ properties }) => [properties['typeName'], properties['count']]);
    expect(counts).toContainEqual(['block', 30]);
    expect(counts).toContainEqual(['mark', 18_000]);
  });

  it('have the classes of objects, and none that the style does not draw', async () => {
    const symbol = { stroke: '#000000', width: 1 };
    const uses = ['house', 'field', 'road'];
    const ranked = (value: string) => ({ value, symbol });
    const types = must(await place.admin.send<ObjectType[]>('GET', '/attributes'), 200);
    const { id: typeId, version } = types.find(({ name }) => name === 'parcel')!;
    const style = {
      version: 2,
      ...symbol,
      filter: "use <> 'hidden'",
      classes: { kind: 'categorized', field: 'use', categories: uses.map(ranked) },
    } as const;
    const { db } = place.server;
    // One in a thousand is a road, and one in ten is hidden.
    await db.query(
      `update geometries set properties = jsonb_build_object('use', case
         when n % 1000 = 1 then 'road' when n % 10 = 0 then 'hidden' when n % 3 = 0 then 'house' else 'field' end)
       from (select id as numbered, row_number() over (order by id) as n from geometries where project_id = $1
         and type_name = 'parcel') o where id = numbered`,
      [id],
    );
    const headers = { 'if-match': `"${version}"` };
    must(await place.admin.send('POST', `/styles/${typeId}`, style, headers), 200);
    await recordLargeChange(db, id);
    const { property } = classificationOf(style)!;
    const [x, y] = inTiles(5, WEST + WIDTH / 2, SOUTH + WIDTH / 2).map(Math.floor);
    const bytes = await bytesOf(`5/${x}/${y}`);
    expect(bytes.length).toBeLessThanOrEqual(MAX_BYTES);
    const parcels = decode(bytes).filter(({ properties }) => properties['typeName'] === 'parcel');
    const counts = new Map(parcels.map(({ properties }) => [properties[property], properties['count']]));
    const [sum] = await db.query<Record<string, number>>(
      `select (count(*) filter (where properties->>'use' = 'house'))::int as "0",
         (count(*) filter (where properties->>'use' = 'field'))::int as "1",
         (count(*) filter (where properties->>'use' = 'road'))::int as "2"
       from geometries where project_id = $1 and type_name = 'parcel'
         and st_within(geom, st_expand(st_makeenvelope($2, $3, $2 + $4::float8, $3 + $4::float8, 4326), 0.001))`,
      // Other tests have left parcels elsewhere.
      [id, WEST, SOUTH, WIDTH],
    );
    expect(Object.fromEntries(counts)).toEqual(sum);
    // What is read one by one has them too.
    const [left, top] = inTiles(14, WEST + WIDTH / 2, SOUTH + WIDTH / 2).map(Math.floor);
    const near = decode(await bytesOf(`14/${left}/${top}`));
    expect(near.every(({ properties }) => ['0', '1', '2'].includes(String(properties[property])))).toBe(true);
  });

  it('are removed when they were out of date for a day, with the changes', async () => {
    const { db } = place.server;
    const rowsOf = async (table: 'overviews' | 'overview_changes') =>
      (await db.query(`select 1 from ${table} where project_id = $1`, [id])).length;
    await applyChanges(db, id);
    await recordLargeChange(db, id);
    await sweepChanges(db);
    expect(await rowsOf('overviews')).toBeGreaterThan(0);
    expect(await rowsOf('overview_changes')).toBe(1);
    await db.query("update overview_changes set at = now() - interval '2 days' where project_id = $1", [id]);
    await sweepChanges(db);
    expect([await rowsOf('overviews'), await rowsOf('overview_changes')]).toEqual([0, 0]);
  });

  it('merge what has too many corners, and points, within the same size', async () => {
    // Stars of 2,000 corners all over a tile of zoom 6, which is 5.6° wide; and scattered points.
    const star = (n: number): Geometry => {
      const [x, y] = [62 + (n % 20) * 0.25, 1 + Math.floor(n / 20) * 0.25];
      const ring = Array.from({ length: 2_000 }, (_, k): Position => {
        const [angle, radius] = [(2 * Math.PI * k) / 2_000, k % 2 ? 0.12 : 0.05];
        return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
      });
      return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
    };
    await fill('star', 400, star);
    await fill('tree', 3_000, (n) => ({
      type: 'Point',
      coordinates: [62 + ((n * 0.618) % 5), 1 + ((n * 0.414) % 4)],
    }));
    const [x, y] = inTiles(6, 63, 2).map(Math.floor);
    const bytes = await bytesOf(`6/${x}/${y}`);
    expect(bytes.length).toBeLessThanOrEqual(MAX_BYTES);
    const features = decode(bytes);
    const trees = features.filter(({ properties }) => properties['typeName'] === 'tree');
    expect(trees.map(({ type }) => type)).toEqual(['MultiPoint']);
    expect(features.some(({ properties }) => properties['typeName'] === 'star')).toBe(true);
  });
});

it('a tile of points whose labels exceed its size merges them', () => {
  const point = Buffer.alloc(21);
  point.writeUInt8(1, 0);
  point.writeUInt32LE(1, 1);
  const label = Buffer.alloc(1_000, 'a');
  const tree: ShapedObject = {
    typeName: 'tree',
    labelField: 'name',
    bytes: Buffer.concat([Buffer.alloc(20), label, point]),
    id: 0,
    labelLength: label.length,
    label: 20,
    geometry: 20 + label.length,
    // One point in the middle of the tile: MOVE once, then 2048 zigzag-encoded twice.
    drawing: { type: 1, commands: Uint32Array.of(9, 4096, 4096) },
    points: true,
    side: 0,
    className: undefined,
    isDrawn: true,
  };
  const compose = (count: number) =>
    composeTile(
      Array<ShapedObject>(count).fill(tree),
      new Overview(true),
      new Shaper(toTile({ z: 0, x: 0, y: 0 })),
    );
  expect(decode(compose(100))).toHaveLength(100);
  // 500 labels of 1,000 bytes are more than 300,000.
  expect(decode(compose(500)).map(({ properties }) => properties['count'])).toEqual([500]);
});
