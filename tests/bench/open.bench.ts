/**
 * The open services compared with MapServer's FastCGI on the same objects in the same PostgreSQL, and our own list
 * compared with ST_AsGeoJSON through a plain driver: responses per second over eight connections.
 */
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { Geometry, ObjectType, Position } from '../../core/protocol/index.ts';
import { aboutText, newAbout } from '../../server/shared/geometries/about.ts';
import { ewkbHex } from '../../server/formats/wkb/write.ts';
import { TextCache } from '../../server/platform/texts/texts.ts';
import { storedLocation } from '../../server/shared/geometries/writes.ts';
import { postgresqlPrograms } from '../../server/testing/postgresql.ts';
import { must } from '../../server/testing/server.ts';
import { openWorkplace, type Workplace } from '../../server/testing/workplace.ts';
import { missingPrograms, startMapServer, type MapServer } from './open-mapserver.ts';
import { rateOf, type Rate } from './open-load.ts';
import { median, type Bench, type ReportRow } from './report.ts';

const OBJECTS = 200_000;
const CONNECTIONS = 8;
const SECONDS = 2;
const ROUNDS = 3;
/** Degrees; the objects fill a square of this side evenly, so that this box intersects about a thousand of them. */
const SIDE = 4;
const BOX = SIDE * Math.sqrt(1000 / OBJECTS);
const TABLE = 'bench_parcels';
const PORT = 18_391;

const bench: Bench = {
  name: `Open to other programs, ${OBJECTS.toLocaleString('en')} objects, ${CONNECTIONS} connections, PostgreSQL`,
  async run() {
    if (!postgresqlPrograms()) throw new Error('PostgreSQL is not installed here; nothing to measure on.');
    const place = await openWorkplace('postgresql', { durable: true });
    const missing = missingPrograms();
    if (missing)
      console.log(
        `  MapServer is not measured: ${missing} not installed (cgi-mapserver, nginx, spawn-fcgi).`,
      );
    let mapServer: MapServer | undefined;
    try {
      await load(place);
      const url = await place.server.app.listen({ host: '127.0.0.1', port: 0 });
      const database = place.server.services.config.databaseUrl!;
      if (!missing) mapServer = await startMapServer(database, TABLE, PORT);
      return await measure(place, url, database, mapServer);
    } finally {
      await mapServer?.stop();
      await place.close();
    }
  },
};
export default bench;

async function measure(
  place: Workplace,
  url: string,
  database: string,
  mapServer: MapServer | undefined,
): Promise<ReportRow[]> {
  const project = place.project.id;
  const headers = { jwt: place.surveyor.token, projectid: project };
  const ours = (paths: string[], more: Record<string, string> = {}) =>
    rated(url, paths, { ...headers, ...more });
  const theirs = async (paths: string[]) => (mapServer ? rated(mapServer.url, paths) : undefined);
  const against = mapServer ? `MapServer ${mapServer.version}` : 'MapServer is not installed';
  const wfs = (box: number[]) =>
    `service=WFS&version=2.0.0&request=GetFeature&count=5000&bbox=${latitudeFirst(box)},urn:ogc:def:crs:EPSG::4326`;

  const tilePaths = tiles((z, x, y) => `/api/tiles/${project}/${z}/${x}/${y}.mvt`);
  const floor = await startBare(database);
  const runs: Record<string, () => Promise<Rate | undefined>> = {
    list: () => ours(boxes((box) => `/api/geometries?bbox=${box.join(',')}`)),
    anew: () => withEmptyCache(place, () => ours(boxes((box) => `/api/geometries?bbox=${box.join(',')}`))),
    bare: () =>
      rated(
        floor.url,
        boxes((box) => `/?bbox=${box.join(',')}`),
      ),
    items: () =>
      ours(boxes((box) => `/ogcapi/${project}/collections/parcel/items?limit=5000&bbox=${box.join(',')}`)),
    theirItems: () =>
      theirs(
        boxes(
          (box) => `/mapserv/TOWN/ogcapi/collections/parcels/items?f=json&limit=5000&bbox=${box.join(',')}`,
        ),
      ),
    json: () =>
      ours(
        boxes((box) => `/wfs/${project}?${wfs(box)}&typeNames=groma:parcel&outputFormat=application/json`),
      ),
    theirJson: () =>
      theirs(boxes((box) => `/mapserv?map=TOWN&${wfs(box)}&typeNames=parcels&outputFormat=geojson`)),
    gml: () => ours(boxes((box) => `/wfs/${project}?${wfs(box)}&typeNames=groma:parcel`)),
    theirGml: () => theirs(boxes((box) => `/mapserv?map=TOWN&${wfs(box)}&typeNames=parcels`)),
    tile: () => uncachedTiles(place, () => ours(tilePaths)),
    theirTile: () =>
      theirs(
        tiles(
          (z, x, y) =>
            `/mapserv?map=TOWN&mode=tile&tilemode=gmap&tile=${x}+${y}+${z}&layers=all&map.imagetype=mvt`,
        ),
      ),
    same: async () => ours(tilePaths, { 'if-none-match': await tagOf(url, tilePaths[0]!, headers) }),
  };
  const found = new Map<string, Rate[]>();
  try {
    // Alternating, so that slow moments of the machine affect all.
    for (let round = 0; round < ROUNDS; round++)
      for (const [name, run] of Object.entries(runs)) {
        const rate = await run();
        if (rate) found.set(name, [...(found.get(name) ?? []), rate]);
      }
  } finally {
    await floor.stop();
  }
  if (found.get('same')![0]!.status !== 304) throw new Error('An unchanged tile was not answered 304.');
  const row = (times: number, what: string, mine: string, peer: string, temporary: string) =>
    atLeast(times, what, middle(found.get(mine))!, middle(found.get(peer)), temporary);
  const listed = 'GET /geometries of about 1,000 objects';
  return [
    row(1, listed, 'list', 'bare', 'ST_AsGeoJSON(row) by a bare driver and node server'),
    {
      ...row(1, `${listed}, nothing kept`, 'anew', 'bare', 'the same'),
      target: 'for comparison',
      met: undefined,
    },
    row(4, listed, 'list', 'theirItems', `${against}, OGC API Features`),
    row(3, 'OGC API Features, the same', 'items', 'theirItems', `${against}, OGC API Features`),
    row(3, 'WFS 2.0, the same as GeoJSON', 'json', 'theirJson', `${against}, WFS as GeoJSON`),
    row(2, 'WFS 2.0, the same as GML 3.2', 'gml', 'theirGml', `${against}, WFS as GML`),
    row(1, 'tile of about 5,000 objects, made', 'tile', 'theirTile', `${against}, MVT`),
    row(20, 'the same tile, unchanged', 'same', 'theirTile', `${against}, MVT`),
  ];
}

function middle(rates: readonly Rate[] | undefined): Rate | undefined {
  return rates && { ...rates[0]!, rate: median(rates.map(({ rate }) => rate)) };
}

function rated(url: string, paths: string[], headers: Record<string, string> = {}): Promise<Rate> {
  return rateOf({
    url,
    paths,
    connections: CONNECTIONS,
    seconds: SECONDS,
    headers: { ...headers, 'accept-encoding': 'identity' },
  });
}

/** A box with about a thousand objects at each of many places. */
function boxes(path: (box: number[]) => string): string[] {
  return Array.from({ length: 97 }, (_, n) => {
    const [west, south] = [10 + ((n * 0.37) % (SIDE - BOX)), 40 + ((n * 0.61) % (SIDE - BOX))];
    return path([west, south, west + BOX, south + BOX].map((value) => Number(value.toFixed(6))));
  });
}

function latitudeFirst([west, south, east, north]: number[]): string {
  return [south, west, north, east].join(',');
}

/** Zoom 9: tiles of 0.70 by 0.53 degrees, 200,000 · 0.70 · 0.53 / 16 = 4,650 objects and those at the edges. */
const ZOOM = 9;

function tiles(path: (z: number, x: number, y: number) => string): string[] {
  const column = Math.ceil(((10 + 180) / 360) * 2 ** ZOOM);
  const sine = Math.sin((43.9 * Math.PI) / 180);
  const row = Math.ceil((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** ZOOM);
  return Array.from({ length: 20 }, (_, n) => path(ZOOM, column + (n % 4), row + Math.floor(n / 4)));
}

/** Each tile is computed again: before it is requested again, an object changes somewhere, as while a team works. */
async function uncachedTiles(place: Workplace, ours: (paths: string[]) => Promise<Rate>): Promise<Rate> {
  const { db } = place.server;
  const project = place.project.id;
  const changing = setInterval(() => {
    void db.query(
      `insert into events (kind, project_id, type_names, payload) values ('geometries', $1, '{parcel}', '{}')`,
      [project],
    );
  }, 200);
  try {
    return await ours(tiles((z, x, y) => `/api/tiles/${project}/${z}/${x}/${y}.mvt`));
  } finally {
    clearInterval(changing);
  }
}

/** Like a server that has not returned any of these objects before. */
async function withEmptyCache(place: Workplace, ours: () => Promise<Rate>): Promise<Rate> {
  const { services } = place.server;
  const { texts } = services;
  services.texts = new TextCache(0);
  try {
    return await ours();
  } finally {
    services.texts = texts;
  }
}

async function tagOf(url: string, path: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(`${url}${path}`, { headers });
  await answer.arrayBuffer();
  return answer.headers.get('etag')!;
}

/** The floor: features as the database writes them, served by a minimal server. */
async function startBare(database: string): Promise<{ url: string; stop(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: database, max: CONNECTIONS, options: '-c jit=off' });
  const sql = `select st_asgeojson(t.*, 'geom', 15) as text from ${TABLE} t where t.geom && st_makeenvelope($1, $2, $3, $4, 4326)`;
  const server = http.createServer((request, response) => {
    const box = new URL(request.url!, 'http://localhost').searchParams.get('bbox')!.split(',');
    pool
      .query<{ text: string }>(sql, box)
      .then(({ rows }) => {
        response.setHeader('content-type', 'application/geo+json');
        response.end(`{"type":"FeatureCollection","features":[${rows.map(({ text }) => text).join(',')}]}`);
      })
      .catch((failure: Error) => response.writeHead(500).end(failure.message));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await pool.end();
    },
  };
}

/** Met when ours answers at least `times` as often. */
function atLeast(
  times: number,
  what: string,
  ours: Rate,
  peer: Rate | undefined,
  against: string,
): ReportRow {
  const ratio = peer && ours.rate / peer.rate;
  const size = peer ? ` (${Math.round(ours.bytes / 1000)} and ${Math.round(peer.bytes / 1000)} kB)` : '';
  return {
    what: what + size,
    ours: ours.rate,
    peer: peer?.rate,
    against,
    unit: 'a second',
    ratio,
    target: `at least ${times} times`,
    met: ratio === undefined ? undefined : ratio >= times,
  };
}

/** Polygons of 14 or 15 vertices with three attributes; a copy of them in plain columns for MapServer. */
async function load({ server, surveyor, admin, project }: Workplace): Promise<void> {
  const types = must(await admin.send<ObjectType[]>('GET', '/attributes?objectname=parcel'), 200);
  const parcel = types.find(({ name }) => name === 'parcel')!;
  const field = (name: string, type: string) => ({
    name,
    title: { en: name, it: name },
    type,
    required: false,
  });
  const fields = [field('owner', 'text'), field('area', 'number'), field('note', 'text')];
  must(
    await admin.send('PUT', `/attributes/${parcel.id}`, { fields }, { 'if-match': `"${parcel.version}"` }),
    200,
  );
  const at = new Date().toISOString();
  const first = { id: '1', at, by: 'Sara', kind: 'create' as const };
  const columns = 'id,project_id,type_name,geom,location,about,properties,created_by,updated_by'.split(',');
  async function* rows() {
    for (let n = 0; n < OBJECTS; n++) {
      const location = shape(n);
      const properties = { owner: `Owner ${n}`, area: n / 7, note: 'as found in the field' };
      const about = newAbout({ properties, typeName: 'parcel', projectId: project.id, first });
      const json = JSON.stringify(properties);
      const row = [
        randomUUID(),
        project.id,
        'parcel',
        ewkbHex(location),
        storedLocation(location).text,
        aboutText(about),
      ];
      yield [...row, json, surveyor.id, surveyor.id];
    }
  }
  await server.db.copy('geometries', columns, rows());
  await server.db.query('vacuum analyze geometries');
  await server.db.query(
    `create table ${TABLE} as select id::text as id, properties->>'owner' as owner,
       (properties->>'area')::float8 as area, properties->>'note' as note, geom::geometry(Polygon, 4326) as geom from geometries`,
  );
  await server.db.query(`alter table ${TABLE} add primary key (id)`);
  await server.db.query(`create index on ${TABLE} using gist (geom)`);
  await server.db.query(`vacuum analyze ${TABLE}`);
}

/** Spread evenly by the golden ratio, the same in every run. */
function shape(n: number): Geometry {
  const west = 10 + SIDE * ((n * 0.6180339887498949) % 1);
  const south = 40 + (SIDE * n) / OBJECTS;
  const of = 14 + (n % 2);
  const ring = Array.from({ length: of }, (_, k): Position => {
    const angle = (2 * Math.PI * k) / of;
    return [west + 0.002 * Math.cos(angle), south + 0.002 * Math.sin(angle)];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}
