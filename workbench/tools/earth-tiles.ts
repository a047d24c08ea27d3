import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import { EarthCutter, writeTile, type EarthTopology } from './cut-earth.ts';

const require = createRequire(import.meta.url);
const { version } = require('world-atlas/package.json') as { version: string };
/** Versioned path, so that browsers cache the files forever; the last number is that of their format. */
const AT = `assets/earth-${version}-1`;
/** The data sets, and the zoom at which each is cut: core/canvas/earth-tiles.ts reads them. */
const ZOOMS: Readonly<Record<string, number>> = { '110m': 0, '50m': 2, '10m': 5 };

const cutters = new Map<string, EarthCutter>();

/** Cuts the background map into tiles, so that a map loads and paints only what is near. */
export function earthTiles(): Plugin {
  return {
    name: 'groma:earth-tiles',
    config: () => ({ define: { EARTH_TILES: JSON.stringify(`/${AT}`) } }),
    generateBundle() {
      for (const [detail, zoom] of Object.entries(ZOOMS))
        for (let x = 0; x < 2 ** zoom; x++)
          for (let y = 0; y < 2 ** zoom; y++)
            this.emitFile({
              type: 'asset',
              fileName: `${AT}/${detail}/${x}-${y}.pbf`,
              source: writeTile(cutterOf(detail).tile(x, y)),
            });
    },
    configureServer(server) {
      server.middlewares.use(`/${AT}`, (request, answer, next) => {
        const path = /^\/(\d+m)\/(\d+)-(\d+)\.pbf$/.exec(request.url ?? '');
        if (!path || ZOOMS[path[1]!] === undefined) return next();
        answer.setHeader('content-type', 'application/x-protobuf');
        answer.end(writeTile(cutterOf(path[1]!).tile(Number(path[2]), Number(path[3]))));
      });
    },
  };
}

function cutterOf(detail: string): EarthCutter {
  const known = cutters.get(detail);
  if (known) return known;
  const file = require.resolve(`world-atlas/countries-${detail}.json`);
  const cutter = new EarthCutter(JSON.parse(readFileSync(file, 'utf8')) as EarthTopology, ZOOMS[detail]!);
  cutters.set(detail, cutter);
  return cutter;
}
