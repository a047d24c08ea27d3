import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import {
  INDEX_FILE,
  MANIFEST_FILE,
  MAX_OFFERS,
  packageFile,
  packageManifest,
  type PackageIndex,
} from '../../../core/protocol/index.ts';
import { unzipFiles } from './archive.ts';

/**
 * Writes `index.json` of a folder with packages, by which it is a registry on any web server. Returns what it lists.
 * Throws where a package cannot be read, or there are more than a registry may have.
 */
export async function writeIndex(folder: string): Promise<PackageIndex['packages']> {
  const files = readdirSync(folder)
    .filter((name) => z.safeParse(packageFile, name).success)
    .sort();
  if (files.length > MAX_OFFERS)
    throw new Error(
      `${folder} has ${files.length} packages, and a registry has at most ${MAX_OFFERS}: take old ones out.`,
    );
  const packages: PackageIndex['packages'] = [];
  for (const file of files) packages.push(await entryOf(join(folder, file), file));
  const index: PackageIndex = { format: 1, packages };
  writeFileSync(join(folder, INDEX_FILE), `${JSON.stringify(index, null, 2)}\n`);
  return packages;
}

async function entryOf(path: string, file: string): Promise<PackageIndex['packages'][number]> {
  const bytes = readFileSync(path);
  const manifest = z.safeParse(packageManifest, await manifestIn(bytes));
  if (!manifest.success) throw new Error(`${path} is no package of a plugin: take it out of the folder.`);
  const { id, version, title } = manifest.data;
  return { id, version, title, file, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function manifestIn(bytes: Buffer): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder().decode((await unzipFiles(bytes)).get(MANIFEST_FILE)));
  } catch {
    return undefined;
  }
}
