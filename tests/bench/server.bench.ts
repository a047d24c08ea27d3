/**
 * The server compared with the plain database, over 200,000 objects: the API over a real connection against the same
 * SQL, sent directly through the driver.
 */
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Geometry, GeometryObject, Position } from '../../core/protocol/index.ts';
import type { Database, Queries } from '../../server/platform/db/database.ts';
import { aboutText, newAbout } from '../../server/shared/geometries/about.ts';
import { ewkbHex } from '../../server/formats/wkb/write.ts';
import { storedLocation } from '../../server/shared/geometries/writes.ts';
import { engines, type EngineName } from '../../server/testing/databases.ts';
import { openWorkplace, type Workplace } from '../../server/testing/workplace.ts';
import { HttpClient } from './http-client.ts';
import { atMost, median, within, type Bench, type ReportRow } from './report.ts';

const OBJECTS = 200_000;
const ROUNDS = 60;
/** Degrees; the objects fill a square of this side evenly, so that this box intersects about a thousand of them. */
const SIDE = 4;
const BOX = SIDE * Math.sqrt(1000 / OBJECTS);

const bench: Bench = {
  name: `Server beside bare SQL, ${OBJECTS.toLocaleString('en')} objects`,
  async run() {
    const rows: ReportRow[] = [];
    for (const engine of engines) rows.push(...(await measure(engine)));
    return rows;
  },
};
export default bench;

async function measure(engine: EngineName): Promise<ReportRow[]> {
  const place = await openWorkplace(engine, { durable: true });
  let client: HttpClient | undefined;
  try {
    await load(place);
    const url = await place.server.app.listen({ host: '127.0.0.1', port: 0 });
    client = new HttpClient(url, { jwt: place.surveyor.token, projectid: place.project.id });
    const against = `the same SQL straight to the ${engine === 'embedded' ? 'engine' : 'driver'}`;
    const list = await listing(place, client);
    const put = await putting(place, client);
    const many = await saving(place, client);
    const near = await tiling(place, client);
    const far = await overview(client, place);
    return [
      atMost(2, { what: `bbox of ${list.count} objects, ${engine}`, ...list, against, unit: 'ms' }),
      atMost(2, { what: `PUT of one object, ${engine}`, ...put, against, unit: 'ms' }),
      atMost(2, {
        what: `tile of ${near.count} objects, ${engine}`,
        ...near,
        against: 'ST_AsMVT of the same objects',
        unit: 'ms',
      }),
      within(5000, { what: `tile of all objects, first time, ${engine}`, ours: far, unit: 'ms' }),
      atMost(1.5, { what: `autosave of 100 changes, ${engine}`, ...many, against, unit: 'ms' }),
    ];
  } finally {
    await client?.close();
    await place.close();
  }
}

async function listing(place: Workplace, client: HttpClient) {
  const requested = (n: number) => {
    const [west, south] = [10 + ((n * 0.37) % (SIDE - BOX)), 40 + ((n * 0.61) % (SIDE - BOX))];
    return `/geometries?bbox=${[west, south, west + BOX, south + BOX].map((value) => value.toFixed(6)).join(',')}`;
  };
  const output = await recorded(place.server.db, () => client.time('GET', requested(0)));
  const { length: count } = JSON.parse(await client.text('GET', requested(0))) as unknown[];
  const statement = output.find(({ sql }) => sql.includes('as text from ('))!;
  const [west, south, east, north] = statement.params.filter((param) => typeof param === 'number');
  if (north === undefined) throw new Error('The box is no longer the numbers of the statement.');
  const bare = async (n: number) => {
    const box = requested(n).split('=')[1]!.split(',').map(Number);
    const from = [west, south, east, north];
    const params = statement.params.map((param) => {
      const place = from.indexOf(param as number);
      return place < 0 ? param : box[place];
    });
    await place.server.db.query(statement.sql, params);
  };
  return { ...(await sideBySide((n) => client.time('GET', requested(n)), bare)), count };
}

async function putting(place: Workplace, client: HttpClient) {
  const ids = await someIds(place, 2 * ROUNDS + 20);
  let next = 0;
  const ours = () => {
    const body = { location: { type: 'Point', coordinates: [10 + Math.random(), 40.5, 12.5] } };
    return client.time('PUT', `/geometries/${ids[next++]}`, body, { 'if-match': '"1"' });
  };
  const output = await recorded(place.server.db, ours);
  const bare = bareTransaction(place, output, () => [ids[next++]!]);
  return sideBySide(ours, bare);
}

/** Zoom 10: tiles of 0.35 degrees, of which at least eleven by eleven are within the objects. */
const ZOOM = 10;

async function tiling(place: Workplace, client: HttpClient) {
  const corner = 2 ** ZOOM;
  const column = Math.ceil(((10 + 180) / 360) * corner);
  const sine = Math.sin((43.9 * Math.PI) / 180);
  const row = Math.ceil((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * corner);
  const address = (n: number) => ({ x: column + (n % 10), y: row + (Math.floor(n / 10) % 10) });
  const ours = (n: number) => {
    const { x, y } = address(n);
    return client.time('GET', `/tiles/${place.project.id}/${ZOOM}/${x}/${y}.mvt`);
  };
  const counted = await place.server.db.query<{ count: number }>(
    `select count(*) as count from geometries g where g.geom && st_transform(st_tileenvelope($1, $2, $3), 4326)`,
    [ZOOM, address(0).x, address(0).y],
  );
  const { count } = counted[0]!;
  if (place.server.db.engine === 'embedded') {
    const samples: number[] = [];
    for (let n = 0; n < ROUNDS; n++) samples.push(await ours(n));
    return { ours: median(samples), peer: undefined, count };
  }
  const bare = async (n: number) => {
    const { x, y } = address(n);
    await place.server.db.query(
      `select st_asmvt(t, 'parcel') from (
         select g.id::text, g.type_name as "typeName",
           st_asmvtgeom(st_transform(g.geom, 3857), st_tileenvelope($1, $2, $3)) as geom
         from geometries g where g.project_id = $4 and g.geom && st_transform(st_tileenvelope($1, $2, $3), 4326)) t`,
      [ZOOM, x, y, place.project.id],
    );
  };
  return { ...(await sideBySide(ours, bare)), count };
}

/** Milliseconds of the tile of the whole world, which shows one dot for each pixel of the town. */
function overview(client: HttpClient, place: Workplace): Promise<number> {
  return client.time('GET', `/tiles/${place.project.id}/0/0/0.mvt`);
}

const CHANGES = 100;

async function saving(place: Workplace, client: HttpClient) {
  const ids = await someIds(place, (2 * ROUNDS + 20) * CHANGES, 'desc');
  let next = 0;
  const take = () => ids.slice(next, (next += CHANGES)).sort();
  const ours = () => {
    const changes = take().map((id) => ({
      id,
      clientId: randomUUID(),
      version: 1,
      location: { type: 'Point', coordinates: [10 + Math.random(), 40.5, 12.5] },
    }));
    return client.time('POST', '/geometries/autosave', changes);
  };
  const output = await recorded(place.server.db, ours);
  return sideBySide(ours, bareTransaction(place, output, take));
}

/** The statements of one edit for other objects: ids, transaction numbers and client ids are replaced. */
function bareTransaction(place: Workplace, output: readonly SentStatement[], take: () => string[]) {
  const write = output.find(({ sql }) => sql.includes('insert into transactions'))!;
  const before = write.params[2] as string[];
  const statements = output.filter(({ inTransaction }) => inTransaction);
  return async () => {
    const swap = new Map(take().map((id, n) => [before[n]!, id]));
    let clock: string[] = [];
    await place.server.db.transaction(async (tx) => {
      for (const { sql, params } of statements) {
        const fresh = params.map((param, n) => {
          if (sql === write.sql && n === 3) return clock;
          if (!Array.isArray(param)) return swap.get(param as string) ?? param;
          const clientIds = n === 1 && sql.includes('autosave_receipts');
          return param.map((each: unknown) =>
            clientIds ? randomUUID() : (swap.get(each as string) ?? each),
          );
        });
        const rows = await tx.query<{ ids?: number[] }>(sql, fresh);
        if (sql.includes('nextval')) clock = rows[0]!.ids!.map(String);
      }
    });
  };
}

async function someIds(place: Workplace, count: number, order = 'asc'): Promise<string[]> {
  const rows = await place.server.db.query<{ id: string }>(
    `select g.id from geometries g where g.version = 1 and st_geometrytype(g.geom) = 'ST_Point' order by g.id ${order} limit $1`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** Medians in milliseconds, alternating, so that slow moments of the machine affect both. */
async function sideBySide(ours: (n: number) => Promise<number>, bare: (n: number) => Promise<unknown>) {
  const [mine, theirs]: [number[], number[]] = [[], []];
  for (let n = -5; n < ROUNDS; n++) {
    const first = await ours(n + 5);
    // Another place than ours: otherwise the caches that ours has just filled would speed up the other.
    const second = await timed(() => bare(n + 5 + ROUNDS * 7));
    if (n < 0) continue;
    mine.push(first);
    theirs.push(second);
  }
  return { ours: median(mine), peer: median(theirs) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

interface SentStatement {
  sql: string;
  params: readonly unknown[];
  inTransaction: boolean;
}

/** The statements sent to the database while `work` runs. */
async function recorded(db: Database, work: () => Promise<unknown>): Promise<SentStatement[]> {
  const output: SentStatement[] = [];
  const { query, transaction } = db;
  db.query = (sql, params = []) => {
    output.push({ sql, params, inTransaction: false });
    return query.call(db, sql, params) as never;
  };
  db.transaction = (inner) =>
    transaction.call(db, (tx: Queries) => {
      const received: Queries = {
        query: (sql, params = []) => {
          output.push({ sql, params, inTransaction: true });
          return tx.query(sql, params);
        },
        copy: (...given) => tx.copy(...given),
      };
      return inner(received);
    }) as never;
  try {
    await work();
  } finally {
    db.query = query;
    db.transaction = transaction;
  }
  return output;
}

/** Points, lines and polygons in equal parts, polygons of 14 or 15 vertices. */
async function load({ server, surveyor, project }: Workplace): Promise<void> {
  const at = new Date().toISOString();
  const columns = 'id,project_id,type_name,geom,location,about,properties,created_by,updated_by'.split(',');
  async function* rows() {
    for (let n = 0; n < OBJECTS; n++) {
      const location = shape(n);
      const properties = { owner: `Owner ${n}`, area: n / 7, note: 'as found in the field' };
      const first = { id: '1', at, by: 'Sara', kind: 'create' as const };
      const about: Omit<GeometryObject, 'id' | 'location'> = newAbout({
        properties,
        typeName: 'parcel',
        projectId: project.id,
        first,
      });
      const id = randomUUID();
      const text = JSON.stringify(properties);
      yield [
        id,
        project.id,
        'parcel',
        ewkbHex(location),
        storedLocation(location).text,
        aboutText(about),
        text,
        surveyor.id,
        surveyor.id,
      ];
    }
  }
  await server.db.copy('geometries', columns, rows());
  await server.db.query('vacuum analyze geometries');
}

/** Spread evenly by the golden ratio, the same in every run. */
function shape(n: number): Geometry {
  const west = 10 + SIDE * ((n * 0.6180339887498949) % 1);
  const south = 40 + (SIDE * n) / OBJECTS;
  if (n % 3 === 0) return { type: 'Point', coordinates: [west, south, n % 100] };
  const turn = (k: number, of: number): Position => {
    const angle = (2 * Math.PI * k) / of;
    return [west + 0.002 * Math.cos(angle), south + 0.002 * Math.sin(angle)];
  };
  if (n % 3 === 1)
    return { type: 'LineString', coordinates: Array.from({ length: 8 }, (_, k) => turn(k, 9)) };
  const of = 14 + (n % 2);
  const ring = Array.from({ length: of }, (_, k) => turn(k, of));
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}
