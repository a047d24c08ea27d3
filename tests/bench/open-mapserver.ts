/** MapServer by FastCGI behind nginx, as Debian packages them: the peer that our open services are compared with. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const PROGRAMS = {
  mapserv: '/usr/bin/mapserv',
  nginx: '/usr/sbin/nginx',
  'spawn-fcgi': '/usr/bin/spawn-fcgi',
};
const PROCESSES = 8;

/** What is missing here to compare with MapServer; undefined when nothing is. */
export function missingPrograms(): string | undefined {
  const missing = Object.entries(PROGRAMS).filter(([, file]) => !existsSync(file));
  return missing.length > 0 ? missing.map(([name]) => name).join(', ') : undefined;
}

export interface MapServer {
  url: string;
  version: string;
  stop(): Promise<void>;
}

/** Serves `table` (id, owner, area, note, geom) of the database at `databaseUrl`. */
export async function startMapServer(databaseUrl: string, table: string, port: number): Promise<MapServer> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'groma-mapserver-'));
  await fs.chmod(folder, 0o755);
  const url = `http://127.0.0.1:${port}`;
  const database = new URL(databaseUrl.replace('postgresql://postgres@/', 'postgresql://postgres@socket/'));
  const connection = `host=${database.searchParams.get('host')} user=postgres dbname=${database.pathname.slice(1)}`;
  await fs.writeFile(path.join(folder, 'town.map'), mapFile(connection, table, url));
  const config = path.join(folder, 'mapserver.conf');
  await fs.writeFile(config, configFile(folder));
  await fs.writeFile(path.join(folder, 'nginx.conf'), nginxFile(folder, port));
  const children: ChildProcess[] = [];
  const start = (program: keyof typeof PROGRAMS, args: string[]) => {
    const env = { ...process.env, MAPSERVER_CONFIG_FILE: config };
    children.push(spawn(PROGRAMS[program], args, { env, stdio: 'ignore' }));
  };
  for (let n = 0; n < PROCESSES; n++)
    start('spawn-fcgi', ['-n', '-M', '0666', '-s', path.join(folder, `${n}.socket`), '--', PROGRAMS.mapserv]);
  start('nginx', ['-c', path.join(folder, 'nginx.conf'), '-e', path.join(folder, 'error.log')]);
  const stop = async () => {
    for (const child of children) child.kill('SIGTERM');
    await fs.rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(`${url}/mapserv?map=TOWN&service=WFS&version=2.0.0&request=GetCapabilities`);
  } catch (failure) {
    await stop();
    throw failure;
  }
  const version =
    /MapServer version ([\d.]+)/.exec(spawnSync(PROGRAMS.mapserv, ['-v']).stdout.toString())?.[1] ?? '';
  return { url, version, stop };
}

async function untilReady(url: string): Promise<void> {
  let last = '';
  for (const until = Date.now() + 20_000; Date.now() < until; await wait(100)) {
    const answer = await new Promise<string>((resolve) => {
      const request = http.get(url, (response) => {
        let text = '';
        response.on('data', (piece: Buffer) => (text += piece.toString()));
        response.once('end', () => resolve(`${response.statusCode} ${text}`));
      });
      request.once('error', (error) => resolve(error.message));
    });
    if (/^200 .*WFS_Capabilities/s.test(answer)) return;
    last = answer;
  }
  throw new Error(`MapServer did not start: ${last.slice(0, 500)}`);
}

function configFile(folder: string): string {
  return `CONFIG
  ENV
    "OGCAPI_HTML_TEMPLATE_DIRECTORY" "/usr/share/mapserver/ogcapi/templates/html-plain/"
  END
  MAPS
    "TOWN" "${folder}/town.map"
  END
END
`;
}

function nginxFile(folder: string, port: number): string {
  const sockets = Array.from({ length: PROCESSES }, (_, n) => `server unix:${folder}/${n}.socket;`);
  return `daemon off;
user root;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  fastcgi_buffers 64 64k;
  fastcgi_buffer_size 64k;
  upstream mapserver { least_conn; ${sockets.join(' ')} }
  server {
    listen 127.0.0.1:${port};
    location /mapserv {
      include /etc/nginx/fastcgi_params;
      fastcgi_split_path_info ^(/mapserv)(/.*)$;
      fastcgi_param PATH_INFO $fastcgi_path_info;
      fastcgi_param SCRIPT_NAME /mapserv;
      fastcgi_pass mapserver;
    }
  }
}
`;
}

function mapFile(connection: string, table: string, url: string): string {
  return `MAP
  NAME "TOWN"
  EXTENT 10 40 14 44
  SIZE 256 256
  UNITS DD
  PROJECTION "init=epsg:4326" END
  OUTPUTFORMAT NAME "mvt" DRIVER "MVT" FORMATOPTION "EXTENT=4096" FORMATOPTION "EDGE_BUFFER=128" END
  OUTPUTFORMAT NAME "geojson" DRIVER "OGR/GEOJSON" MIMETYPE "application/json" FORMATOPTION "STORAGE=memory" FORMATOPTION "FORM=SIMPLE" END
  WEB METADATA
    "ows_enable_request" "*"
    "ows_onlineresource" "${url}/mapserv/TOWN"
    "oga_onlineresource" "${url}/mapserv/TOWN/ogcapi"
    "ows_title" "Town"
    "wfs_getfeature_formatlist" "geojson"
    "ows_srs" "EPSG:4326 EPSG:3857"
  END END
  LAYER
    NAME "parcels"
    TYPE POLYGON
    STATUS ON
    EXTENT 10 40 14 44
    PROJECTION "init=epsg:4326" END
    CONNECTIONTYPE POSTGIS
    CONNECTION "${connection}"
    PROCESSING "CLOSE_CONNECTION=DEFER"
    DATA "geom from ${table} using unique id using srid=4326"
    METADATA
      "ows_title" "Parcels"
      "gml_include_items" "all"
      "gml_featureid" "id"
      "ows_featureid" "id"
      "gml_types" "auto"
    END
    CLASS STYLE COLOR 0 0 0 END END
    TEMPLATE "dummy"
  END
END
`;
}
