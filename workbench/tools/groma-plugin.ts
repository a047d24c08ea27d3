/**
 * `npm run groma-plugin -- new FOLDER` makes a plugin, `pack FOLDER [--key FILE]` makes its package and signs it,
 * `key FILE` makes a key, and `sign PACKAGE --key FILE` signs a package that is there.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { unzipFiles, zipFiles } from './contained/archive.ts';
import { bundlePlugin } from './contained/bundle.ts';
import { makePlugin } from './contained/make.ts';
import { makeKey, signFiles } from './contained/sign.ts';

const USAGE = `npm run groma-plugin -- new FOLDER
npm run groma-plugin -- key FILE
npm run groma-plugin -- pack FOLDER [--key FILE]
npm run groma-plugin -- sign PACKAGE --key FILE`;

async function pack(folder: string, key: string | undefined): Promise<void> {
  const { manifest, files } = await bundlePlugin(folder);
  const file = join(folder, `${manifest.id}-${manifest.version}.zip`);
  writeFileSync(file, await zipFiles(key === undefined ? files : signFiles(files, key)));
  console.log(`${file}${key === undefined ? ' (not signed)' : ''} asks for:`);
  console.log(manifest.permissions.map((permission) => `  ${permission}`).join('\n') || '  nothing');
}

async function sign(file: string, key: string): Promise<void> {
  writeFileSync(file, await zipFiles(signFiles(await unzipFiles(readFileSync(file)), key)));
  console.log(`${file} is signed.`);
}

try {
  const { values, positionals } = parseArgs({ options: { key: { type: 'string' } }, allowPositionals: true });
  const [action, path] = positionals;
  if (action === 'new' && path) console.log(makePlugin(path).join('\n'));
  else if (action === 'key' && path)
    console.log(`${path} is made; give administrators its public part: ${makeKey(path)}`);
  else if (action === 'pack' && path) await pack(path, values.key);
  else if (action === 'sign' && path && values.key) await sign(path, values.key);
  else throw new Error(USAGE);
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
}
