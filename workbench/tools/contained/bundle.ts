import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type LibraryOptions, type Plugin } from 'vite';
import * as z from 'zod/mini';
import { en } from 'zod/locales';
import {
  authoredManifest,
  ENTRY_FILE,
  faultIn,
  JOBS_FILE,
  MANIFEST_FILE,
  PACKAGE_LIMITS,
  packageManifest,
  servesApi,
  type ManifestFault,
  type PackageManifest,
} from '../../../core/protocol/index.ts';
import { HOME } from './home.ts';
import { ICON_NAMES } from './icon-names.ts';
import { importsOf, sharedDoors, type Imports } from './shared-doors.ts';

/** Instead of that of the author, which is for the editor and may name what is not installed. */
const TSCONFIG = join(HOME, 'workbench/tools/contained/bundled.tsconfig.json');
const SENTENCES = join(HOME, 'locales/en/server.json');

export interface Packed {
  readonly manifest: PackageManifest;
  /** By name, without a signature. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * Evaluates `manifest.ts` of a folder to data and bundles `main.ts` into one file.
 * Throws an error whose message says what is wrong and where.
 */
export async function bundlePlugin(folder: string): Promise<Packed> {
  const authored = await readManifest(resolve(folder));
  const isFull = authored.kind === 'full';
  const imports: Imports = {};
  const entry = await bundle(resolve(folder), isFull ? imports : undefined);
  const jobs = authored.jobs.length > 0 ? await bundleJobs(resolve(folder)) : undefined;
  const manifest = z.parse(packageManifest, {
    format: 1,
    ...authored,
    ...(isFull && { imports }),
    files: { [ENTRY_FILE]: sumOf(entry), ...(jobs && { [JOBS_FILE]: sumOf(jobs) }) },
  });
  const text = new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`);
  refuseLarge(MANIFEST_FILE, text, PACKAGE_LIMITS.manifest);
  return {
    manifest,
    files: new Map([
      [MANIFEST_FILE, text],
      [ENTRY_FILE, entry],
      ...(jobs ? [[JOBS_FILE, jobs] as const] : []),
    ]),
  };
}

/** Throws an error whose message says what is wrong with the manifest of a folder. */
export async function readManifest(folder: string): Promise<z.output<typeof authoredManifest>> {
  const file = join(folder, 'manifest.ts');
  if (!existsSync(file)) throw new Error(`There is no ${file}: name the folder of a plugin.`);
  const { default: authored } = await evaluated(folder, file);
  const parsed = z.safeParse(authoredManifest, authored, { error: en().localeError });
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `  ${path.join('.') || 'manifest'}: ${message}`,
    );
    throw new Error(`${file} is not a manifest of a plugin:\n${problems.join('\n')}`);
  }
  if (!servesApi(parsed.data.groma))
    throw new Error(
      `${file} asks for Groma '${parsed.data.groma}', and this one offers '^1': correct 'groma'.`,
    );
  const fault = faultIn(parsed.data);
  if (fault) throw new Error(`${file}: ${sentenceOf(fault, parsed.data.id)}`);
  const { tools, panels, pages, commands } = parsed.data;
  const unknown = [...tools, ...panels, ...pages, ...commands].find(({ icon }) => !ICON_NAMES.includes(icon));
  if (unknown)
    throw new Error(
      `${file} has the icon '${unknown.icon}', which Groma does not have. It has ${ICON_NAMES.join(', ')}.`,
    );
  return parsed.data;
}

/**
 * What the file exports. Bundled first, because a loader keeps what it has imported: a manifest that was changed, or a file that
 * it imports, is read anew.
 */
export async function evaluated(folder: string, file: string): Promise<Record<string, unknown>> {
  const code = await codeOf(folder, { entry: file, formats: ['es'] });
  const address = `data:text/javascript;base64,${Buffer.from(code ?? '').toString('base64')}`;
  return (await import(/* @vite-ignore */ address)) as Record<string, unknown>;
}

/** The sentence that the server would answer. */
function sentenceOf({ rule, at }: ManifestFault, name: string): string {
  const texts = JSON.parse(readFileSync(SENTENCES, 'utf8')) as Record<string, string>;
  return texts[`plugins.fault.${rule}`]!.replaceAll('{{at}}', at).replaceAll('{{name}}', name);
}

/** `imports`: of a full plugin, to which the names are added that it shares with the workbench. */
async function bundle(folder: string, imports: Imports | undefined): Promise<Uint8Array> {
  const entry = join(folder, 'main.ts');
  if (!existsSync(entry)) throw new Error(`There is no ${entry}, which the code of the plugin begins with.`);
  const outputs = await outputsOf(folder, entry, imports);
  const [code, ...others] = outputs;
  const styles = imports && others.length === 1 ? others[0] : undefined;
  const css =
    styles?.type === 'asset' && styles.fileName.endsWith('.css') ? String(styles.source) : undefined;
  if (code?.type !== 'chunk' || (others.length > 0 && css === undefined))
    throw new Error(
      `${entry} becomes ${outputs.map(({ fileName }) => fileName).join(', ')}, and a package has one file of code: import no ${imports ? '' : 'styles or '}other files.`,
    );
  if (code.imports.length > 0)
    throw new Error(`${entry} imports ${code.imports.join(', ')}, which could not be bundled.`);
  if (imports) return fullCode(entry, code, css);
  if (code.exports.length > 0)
    throw new Error(
      `${entry} exports ${code.exports.join(', ')}, and nobody imports it: take the export away.`,
    );
  // It runs as a script, which would not be strict by itself.
  const bytes = new TextEncoder().encode(`'use strict';\n${code.code}`);
  refuseLarge(ENTRY_FILE, bytes, PACKAGE_LIMITS.entry);
  return bytes;
}

/** The files that the code becomes. `imports`: of a full plugin. */
async function outputsOf(folder: string, entry: string, imports: Imports | undefined, ...plugins: Plugin[]) {
  const built = await build({
    root: folder,
    configFile: false,
    tsconfig: TSCONFIG,
    logLevel: 'error',
    publicDir: false,
    ...(imports && {
      plugins: [...plugins, sharedDoors(), importsOf(imports)],
      oxc: { jsx: { runtime: 'automatic' as const, development: false } },
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    }),
    build: {
      write: false,
      target: 'es2023',
      lib: { entry, formats: ['es'], cssFileName: 'styles' },
      rollupOptions: { output: { codeSplitting: false } },
    },
  });
  return [built].flat().flatMap((each) => ('output' in each ? each.output : []));
}

/** A module that exports what binds the services of the plugin, how it is ended, and its styles. */
function fullCode(
  entry: string,
  { code, exports }: { code: string; exports: readonly string[] },
  css: string | undefined,
): Uint8Array {
  const others = exports.filter((name) => name !== 'default' && name !== 'dispose');
  if (!exports.includes('default') || others.length > 0)
    throw new Error(
      `${entry} must export a ContainerModule as default, and may export dispose; it exports ${exports.join(', ') || 'nothing'}.`,
    );
  const styles = css === undefined ? '' : `export const styles = ${JSON.stringify(css)};\n`;
  const bytes = new TextEncoder().encode(`${code}\n${styles}`);
  refuseLarge(ENTRY_FILE, bytes, PACKAGE_LIMITS.entry);
  return bytes;
}

/**
 * The stories of a full plugin with its code, as one module: `stories` by their names, `module`, which binds its services, and
 * `styles`. What it shares with the workbench is left out.
 */
export async function bundleStories(folder: string): Promise<{ names: string[]; code: Uint8Array }> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.stories\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name));
  const text = [
    `export { default as module } from ${JSON.stringify(join(folder, 'main.ts'))};`,
    ...files.map((file, n) => `import * as file${n} from ${JSON.stringify(file)};`),
    'const all = {};',
    ...files.map(
      (_file, n) => `for (const name in file${n}) all[name] = { ...file${n}.default, ...file${n}[name] };`,
    ),
    'export const stories = all;',
  ];
  const outputs = await outputsOf(folder, STORIES, {}, textAs(STORIES, text.join('\n')));
  const chunk = outputs.find((each) => each.type === 'chunk');
  const css = outputs.map((each) => (each.type === 'asset' ? String(each.source) : '')).join('');
  const code = `${chunk?.code ?? ''}\nexport const styles = ${JSON.stringify(css)};\n`;
  return { names: files.flatMap(storyNames), code: new TextEncoder().encode(code) };
}

const STORIES = 'groma-stories';

function storyNames(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)].map(
    ([, name]) => name!,
  );
}

/** A module that is in no file. */
function textAs(name: string, text: string): Plugin {
  return {
    name: 'groma:text',
    enforce: 'pre',
    // A build takes its entry as a path.
    resolveId: (id) => (id.endsWith(name) ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? text : null),
  };
}

/** Bundles `jobs.ts` into one script, which runs in an interpreter without modules. */
async function bundleJobs(folder: string): Promise<Uint8Array> {
  const entry = join(folder, 'jobs.ts');
  if (!existsSync(entry))
    throw new Error(`There is no ${entry}, which has the jobs that the manifest names.`);
  const code = await codeOf(folder, { entry, formats: ['iife'], name: 'jobs' });
  if (code === undefined) throw new Error(`${entry} could not be bundled.`);
  const bytes = new TextEncoder().encode(code);
  refuseLarge(JOBS_FILE, bytes, PACKAGE_LIMITS.jobs);
  return bytes;
}

/** One file with all that it imports. */
async function codeOf(folder: string, lib: LibraryOptions): Promise<string | undefined> {
  const built = await build({
    root: folder,
    configFile: false,
    tsconfig: TSCONFIG,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, target: 'es2020', lib },
  });
  const [code] = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  return code?.type === 'chunk' ? code.code : undefined;
}

const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function refuseLarge(name: string, { length }: Uint8Array, most: number): void {
  if (length > most) throw new Error(`${name} has ${length} bytes, and may have ${most} at most.`);
}
