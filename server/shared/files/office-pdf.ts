import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pLimit from 'p-limit';
import { officeEndingOf } from '../../formats/office/office-types.ts';
import type { Services } from '../../platform/services/services.ts';
import { convertedKey } from './preview-keys.ts';
import type { FileContent } from './versions.ts';

const MAX_BYTES = 64 * 1024 * 1024;
/** A program that works longer on a file is stopped, milliseconds. */
const PATIENCE = 120_000;
/** It takes some hundred megabytes. */
const atOnce = pLimit(1);

/** PDFs being made, by key: parallel requests wait for one. */
const coming = new Map<string, Promise<boolean>>();
/** Contents of which none could be made: tried again only after a restart. */
const failed = new Set<string>();
const MAX_FAILED = 10_000;

/**
 * Storage key of the PDF of an office file, which LibreOffice makes at the first request; undefined where the server has
 * no LibreOffice (`GROMA_OFFICE`), or it cannot read the file.
 */
export async function officePdf(
  { storage, config }: Pick<Services, 'storage' | 'config'>,
  { key, mediaType }: FileContent,
): Promise<string | undefined> {
  const ending = officeEndingOf(mediaType);
  if (config.office === undefined || ending === undefined || failed.has(key)) return undefined;
  const made = convertedKey(key);
  if ((await storage.size(made)) !== undefined) return made;
  const program = config.office;
  const making =
    coming.get(key) ??
    atOnce(() => make(program, storage, key, ending)).finally(() => {
      coming.delete(key);
    });
  coming.set(key, making);
  if (await making) return made;
  if (failed.size < MAX_FAILED) failed.add(key);
  return undefined;
}

async function make(
  program: string,
  storage: Services['storage'],
  key: string,
  ending: string,
): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'office-'));
  try {
    const file = path.join(folder, `file.${ending}`);
    await cp(await storage.localPath(key), file);
    await writeProfile(path.join(folder, 'profile', 'user'));
    if (!(await convert(program, folder, file))) return false;
    const pdf = path.join(folder, 'file.pdf');
    const { size } = await stat(pdf);
    if (size > MAX_BYTES) return false;
    await storage.moveIn(convertedKey(key), pdf, size);
    return true;
  } catch (thrown) {
    process.stderr.write(`An office file could not be drawn: ${String(thrown)}\n`);
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Resolves to whether the program ended well. It and what it starts are killed when it takes too long. */
function convert(program: string, folder: string, file: string): Promise<boolean> {
  const profile = pathToFileURL(path.join(folder, 'profile')).href;
  const quiet = ['--headless', '--norestore', '--nolockcheck', '--nodefault', '--nologo'];
  const args = [
    `-env:UserInstallation=${profile}`,
    ...quiet,
    '--convert-to',
    'pdf',
    '--outdir',
    folder,
    file,
  ];
  return new Promise((resolve, reject) => {
    // Nothing of the server's environment, such as its secrets, and no way out to the network.
    const env = { PATH: process.env['PATH'], HOME: folder, TMPDIR: folder, ...NO_NETWORK };
    const child = spawn(program, args, { cwd: folder, env, stdio: 'ignore', detached: true });
    const stop = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), PATIENCE);
    child.once('error', (error) => {
      clearTimeout(stop);
      reject(error);
    });
    child.once('exit', (code) => {
      clearTimeout(stop);
      resolve(code === 0);
    });
  });
}

/** Nobody listens there. */
const NOBODY = 'http://127.0.0.1:9';
const NO_NETWORK = { http_proxy: NOBODY, https_proxy: NOBODY, no_proxy: '' };

/** Settings that LibreOffice starts with: no macros, no links that are followed. */
async function writeProfile(folder: string): Promise<void> {
  const values: [path: string, name: string, value: string][] = [
    ['Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
    ['Common/Security/Scripting', 'MacroSecurityLevel', '3'],
    ['Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
    ['Common/Security/Scripting', 'DisableActiveContent', 'true'],
  ];
  const items = values.map(
    ([place, name, value]) =>
      `<item oor:path="/org.openoffice.Office.${place}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, 'registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${items.join('')}</oor:items>`,
  );
}
