/** MapServer of Debian as a CGI program, for tests that hold what we read against a server that is not ours. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PROGRAM = '/usr/bin/mapserv';
export const HAS_MAP_SERVER = existsSync(PROGRAM);
/** Where it says that it is. */
export const MAP_SERVER_ADDRESS = 'http://maps.test/ms';

export interface MapServerAnswer {
  readonly type: string;
  readonly body: Buffer;
}

/** Serves areas of a GeoJSON file as the layer `land`, green, with all their attributes. */
export function mapServerOf(geojson: object): (address: string) => Promise<MapServerAnswer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'groma-maps-'));
  const [map, config, data] = ['land.map', 'mapserver.conf', 'land.geojson'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  writeFileSync(data, JSON.stringify(geojson));
  writeFileSync(config, `CONFIG\n  ENV\n    MS_MAP_PATTERN "^${folder}"\n  END\nEND\n`);
  writeFileSync(map, mapFile(data));
  const env = { MAPSERVER_CONFIG_FILE: config, MS_MAPFILE: map, REQUEST_METHOD: 'GET' };
  return (address) =>
    new Promise((resolve, reject) => {
      const options = {
        env: { ...process.env, ...env, QUERY_STRING: new URL(address).search.slice(1) },
        encoding: 'buffer' as const,
        maxBuffer: 64 * 1024 ** 2,
      };
      execFile(PROGRAM, [], options, (failure, stdout) => {
        if (failure && stdout.length === 0) return reject(failure);
        const end = stdout.indexOf('\r\n\r\n');
        const head = stdout.subarray(0, end).toString();
        resolve({ type: /content-type: ([^\r]+)/i.exec(head)?.[1] ?? '', body: stdout.subarray(end + 4) });
      });
    });
}

function mapFile(data: string): string {
  return `MAP
  NAME "test"
  EXTENT 12.5 42.8 12.7 43.0
  PROJECTION "init=epsg:4326" END
  WEB METADATA
    "ows_title" "Test maps"
    "ows_onlineresource" "${MAP_SERVER_ADDRESS}"
    "ows_srs" "EPSG:4326 EPSG:3857"
    "ows_enable_request" "*"
    "wfs_getfeature_formatlist" "geojson"
  END END
  OUTPUTFORMAT NAME "geojson" DRIVER "OGR/GEOJSON" MIMETYPE "application/json; subtype=geojson"
    FORMATOPTION "STORAGE=stream" FORMATOPTION "FORM=SIMPLE" END
  OUTPUTFORMAT NAME "mvt" DRIVER MVT MIMETYPE "application/vnd.mapbox-vector-tile" END
  LAYER NAME "land" TYPE POLYGON STATUS ON TEMPLATE "none"
    CONNECTIONTYPE OGR CONNECTION "${data}"
    PROJECTION "init=epsg:4326" END
    METADATA "ows_title" "Land use" "gml_include_items" "all" "wms_include_items" "all" "gml_featureid" "n" END
    CLASS STYLE COLOR 0 160 0 END END
  END
END
`;
}
