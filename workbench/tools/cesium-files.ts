import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { Plugin } from 'vite';

const manifest = createRequire(import.meta.url).resolve('cesium/package.json');
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
const FROM = join(dirname(manifest), 'Build', 'Cesium');
/** Versioned path, so that browsers cache the files forever. */
const AT = `assets/cesium-${version}`;
/** Workers build terrain; the sun's position needs tables. Images and decoders are loaded by what uses them. */
const FOLDERS = ['Workers', 'Assets/IAU2006_XYS'];
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.json': 'application/json' };

/** Copies the files that Cesium fetches at run time as they are, without bundling. */
export function cesiumFiles(): Plugin {
  return {
    name: 'groma:cesium-files',
    // Cesium reads this global to find its files.
    config: () => ({ define: { CESIUM_BASE_URL: JSON.stringify(`/${AT}/`) } }),
    generateBundle() {
      for (const folder of FOLDERS)
        for (const file of filesOf(folder))
          this.emitFile({ type: 'asset', fileName: `${AT}/${file}`, source: readFileSync(join(FROM, file)) });
    },
    configureServer(server) {
      server.middlewares.use(`/${AT}`, (request, answer, next) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
        const type = TYPES[extname(path)];
        const ours = FOLDERS.some((folder) => path.startsWith(`${folder}/`)) && !path.includes('..');
        if (!type || !ours || !statSync(join(FROM, path), { throwIfNoEntry: false })?.isFile()) return next();
        answer.setHeader('content-type', type);
        createReadStream(join(FROM, path)).pipe(answer);
      });
    },
  };
}

function filesOf(folder: string): string[] {
  return readdirSync(join(FROM, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => extname(file) in TYPES);
}
