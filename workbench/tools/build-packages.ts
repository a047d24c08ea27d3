/**
 * `npm run packages [FOLDER]` builds the packages of plugin authors into a folder, `dist/packages` if none is named:
 * `groma-plugin-api`, `groma-plugin`, and `create-groma-plugin`, which has the other two. Authors need nothing else, and no
 * registry. `groma-plugin` has parts of the system on which it is built.
 */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PACKAGES_VERSION } from './contained/make.ts';
import { writeApiPackage } from './packages/api-package.ts';
import { writeCreatePackage, writeToolPackage } from './packages/tool-package.ts';

const out = resolve(process.argv[2] ?? 'dist/packages');
const work = mkdtempSync(join(tmpdir(), 'groma-packages-'));
mkdirSync(out, { recursive: true });

/** The packages of npm that it brings along. */
function bundled(folder: string): object {
  const modules = join(folder, 'node_modules');
  const names = !existsSync(modules)
    ? []
    : readdirSync(modules).flatMap((name) =>
        name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
      );
  const versionOf = (name: string) =>
    (JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as { version: string }).version;
  return {
    dependencies: Object.fromEntries(names.map((name) => [name, versionOf(name)])),
    bundleDependencies: names,
  };
}

/** Its file, as npm packs it. */
function pack(name: string, description: string, hasBin: boolean): string {
  const folder = join(work, name);
  const about = {
    name,
    version: PACKAGES_VERSION,
    description,
    license: 'Apache-2.0',
    type: 'module',
    engines: { node: '>=20.19' },
    ...(hasBin && { bin: { [name]: `${name}.js` } }),
    ...bundled(folder),
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(about, null, 2));
  execFileSync('npm', ['pack', folder, '--pack-destination', out, '--loglevel', 'error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  const file = join(out, `${name}-${PACKAGES_VERSION}.tgz`);
  console.log(file);
  return file;
}

try {
  writeApiPackage(join(work, 'groma-plugin-api'));
  await writeToolPackage(join(work, 'groma-plugin'));
  const made = [
    pack('groma-plugin-api', 'The types of what Groma offers to plugins.', false),
    pack('groma-plugin', 'Serves, tests, packs and signs plugins of Groma.', true),
  ];
  await writeCreatePackage(join(work, 'create-groma-plugin'), made);
  pack('create-groma-plugin', 'Makes a plugin of Groma.', true);
} finally {
  rmSync(work, { recursive: true, force: true });
}
