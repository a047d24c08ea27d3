import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { postgis } from '@electric-sql/pglite-postgis';
import { withoutEntries } from './tar.ts';

const unzip = promisify(gunzip);
const zip = promisify(gzip);

/** Unused files: other extensions of the package, and scripts that upgrade older versions. */
const LEFT_OUT = /raster|topology|tiger|sfcgal|address_standardizer|--unpackaged--|--ANY--|\/contrib\//;

/**
 * PostGIS without raster, topology and geocoder. The engine unpacks and compiles its whole bundle at every start;
 * this reduces 130 MB to 36, once, cached in node_modules/.cache. Where that is not writable, the original bundle is
 * used.
 */
export const slimPostgis: typeof postgis = {
  name: postgis.name,
  setup: async (...args) => {
    const full = await postgis.setup(...args);
    return { ...full, bundlePath: (await slimBundle().catch(() => undefined)) ?? full.bundlePath };
  },
};

async function slimBundle(): Promise<URL> {
  const own = path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite-postgis'));
  const modules = path.resolve(own, '../../..');
  const about = await fs.readFile(path.join(own, '../package.json'), 'utf8');
  const { version } = JSON.parse(about) as { version: string };
  const slim = path.join(modules, '.cache/groma', `postgis-${version}-slim.tar.gz`);
  const there = await fs.access(slim).then(
    () => true,
    () => false,
  );
  if (!there) {
    const tar = withoutEntries(await unzip(await fs.readFile(path.join(own, 'postgis.tar.gz'))), LEFT_OUT);
    const temporary = `${slim}.${process.pid}`;
    await fs.mkdir(path.dirname(slim), { recursive: true });
    await fs.writeFile(temporary, await zip(tar, { level: 1 }));
    await fs.rename(temporary, slim);
  }
  return pathToFileURL(slim);
}
