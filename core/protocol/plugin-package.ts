import * as z from 'zod/mini';
import { like } from './common.ts';
import { servedSource } from './layer-sources.ts';
import { fullFields, fullImports } from './full-plugin.ts';
import { pluginJob } from './plugin-jobs.ts';

/** The version of what outside plugins may use; `"groma": "^1"` in a manifest asks for it. */
export const PLUGIN_API = { major: 1, minor: 4 } as const;

/** The file of a package that names all others, and that with its signature. */
export const MANIFEST_FILE = 'manifest.json';
export const SIGNATURE_FILE = 'signature.json';
/** The only code of a package: one self-contained ES module. */
export const ENTRY_FILE = 'entry.js';
/** What it does on the server, where it does something there: one self-contained script. */
export const JOBS_FILE = 'jobs.js';

const KB = 1024;
/** Largest files of a package, bytes, and of the package as a whole. */
export const PACKAGE_LIMITS = {
  manifest: 64 * KB,
  signature: 4 * KB,
  entry: 2 * KB * KB,
  jobs: 512 * KB,
  zip: 3 * KB * KB,
} as const;

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
const inBoth = (max: number) => z.strictObject({ en: text(max), it: text(max) });

/**
 * Two words at least, joined by hyphens, the first is the author's: `acme-wells`. It is a namespace of texts and a part
 * of addresses, so that its form is strict.
 */
export const pluginId = like('acme-wells', /^[a-z][a-z0-9]{1,19}(-[a-z0-9]{1,20}){1,3}$/);
export const pluginVersion = like('1.4.0', /^(0|[1-9]\d{0,4})(\.(0|[1-9]\d{0,4})){2}$/);
/** A plugin with its version, as the history of objects names it. */
export const pluginLabel = like(
  'acme-wells@1.4.0',
  /^[a-z][a-z0-9]{1,19}(-[a-z0-9]{1,20}){1,3}@\d{1,5}(\.\d{1,5}){2}$/,
);
const itemId = like('add-well', /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/).check(z.maxLength(40));

/**
 * What a plugin may ask for: objects of a type (`*` for every type), the selection, the place of the map, documents, what is
 * typed in the palette, files, and a host, with its port unless it is the usual one.
 */
export const PERMISSION_FORMS = [
  'objects\\.read:.{1,120}',
  'objects\\.write:.{1,120}',
  'selection',
  'view',
  'overlay',
  'store',
  'jobs',
  'search',
  'files\\.read',
  'files\\.write',
  'net:[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?(:\\d{1,5})?',
] as const;
export const pluginPermission = like('objects.read:trees', new RegExp(`^(${PERMISSION_FORMS.join('|')})$`));

const item = { id: itemId, title: inBoth(80) };
const keys = z.optional(z.string().check(z.maxLength(30)));
const icon = z._default(like('ruler', /^[a-z0-9]+(-[a-z0-9]+)*$/).check(z.maxLength(40)), 'plugin');
const order = z._default(z.int().check(z.minimum(0), z.maximum(10_000)), 900);
const listOf = <S extends z.ZodMiniType>(schema: S, max: number) =>
  z._default(z.array(schema).check(z.maxLength(max)), []);

/** A tool of the map: each click tells the plugin its place, or each finished path its shape. */
const pluginTool = z.strictObject({
  ...item,
  icon,
  keys,
  order,
  /** What is drawn with it, with snapping and typed values as in the tools of Groma; without it, a click is all. */
  draws: z.optional(z.enum(['point', 'line', 'polygon'])),
  group: z._default(z.enum(['draw', 'modify', 'measure', 'view']), 'draw'),
  /** What to do, shown while the tool is active. */
  hint: inBoth(160),
});
const pluginPanel = z.strictObject({ ...item, icon, keys, order });
const pluginCommand = z.strictObject({
  ...item,
  icon,
  keys,
  /** Other words by which the palette finds it. */
  words: z.optional(inBoth(200)),
  /** Only while a project is open. */
  workspace: z._default(z.boolean(), false),
});

/** A page with an entry in the sidebar; shows parts like a panel. */
const pluginPage = z.strictObject({ ...item, icon, order });
const extension = like('.stn', /^\.[a-z0-9]{1,12}(\.[a-z0-9]{1,12})?$/);
/** A file format that the import wizard offers; needs the permission `files.read`. */
const pluginImporter = z.strictObject({
  ...item,
  extensions: z.array(extension).check(z.minLength(1), z.maxLength(8)),
});
/** A file format of the page of exports; needs the permission `files.write`. */
const pluginExporter = z.strictObject({ ...item, extension, help: z.optional(inBoth(160)) });
/** Searched by the palette, which shows what is found below this title; needs the permission `search`. */
const pluginFinder = z.strictObject({ ...item, order });

/** A layer of another server that is offered under “Known maps”; without code. Its server must be allowed like any other. */
const pluginLayer = z.strictObject({
  ...item,
  help: inBoth(160),
  source: servedSource,
  attribution: z.string().check(z.maxLength(200)),
  /** The denominator of the largest scale at which it shows nothing yet. */
  maxScale: z.optional(z.number().check(z.positive())),
  order,
});

/** What an author writes in `manifest.ts`. Data only. */
const manifestFields = {
  id: pluginId,
  /**
   * `contained`: reaches Groma by messages only. `full`: is part of the page like the plugins of Groma, and does all that the
   * person may do.
   */
  kind: z._default(z.enum(['contained', 'full']), 'contained'),
  version: pluginVersion,
  groma: like('^1', /^\^\d{1,3}(\.\d{1,3})?$/),
  title: inBoth(80),
  description: inBoth(400),
  permissions: listOf(pluginPermission, 40),
  tools: listOf(pluginTool, 20),
  panels: listOf(pluginPanel, 20),
  commands: listOf(pluginCommand, 40),
  pages: listOf(pluginPage, 10),
  importers: listOf(pluginImporter, 10),
  exporters: listOf(pluginExporter, 10),
  finders: listOf(pluginFinder, 1),
  layers: listOf(pluginLayer, 20),
  /** What it does on the server; needs the permission `jobs`. */
  jobs: listOf(pluginJob, 10),
  ...fullFields,
};
export const authoredManifest = z.strictObject(manifestFields);
export type AuthoredManifest = z.input<typeof authoredManifest>;

/** SHA-256, hexadecimal. */
export const codeSum = like('e3b0c442…', /^[0-9a-f]{64}$/);
/** `manifest.json`: what the author wrote, and the SHA-256 of each other file. */
export const packageManifest = z.strictObject({
  format: z.literal(1),
  ...manifestFields,
  imports: z.optional(fullImports),
  files: z.strictObject({ [ENTRY_FILE]: codeSum, [JOBS_FILE]: z.optional(codeSum) }),
});
export type PackageManifest = z.output<typeof packageManifest>;

/** Raw Ed25519 public key, base64url. */
export const publicKey = like('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', /^[A-Za-z0-9_-]{43}$/);
/** `signature.json`. */
export const packageSignature = z.strictObject({
  algorithm: z.literal('ed25519'),
  publicKey,
  /** SHA-256 of `canonicalBytes`, hexadecimal; this text is what is signed. */
  hash: codeSum,
  /** base64url. */
  signature: like('hgyY0il_MGCj', /^[A-Za-z0-9_-]{86}$/),
});
export type PackageSignature = z.output<typeof packageSignature>;

/** Whether this Groma has what a manifest asks for by `groma`. */
export function servesApi(range: string): boolean {
  const [major = 0, minor = 0] = range.slice(1).split('.').map(Number);
  return major === PLUGIN_API.major && minor <= PLUGIN_API.minor;
}

/** Negative where version `a` comes before `b`, positive where after; both of the form `1.4.0`. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  const at = left!.findIndex((part, n) => part !== right![n]);
  return at < 0 ? 0 : left![at]! - right![at]!;
}

/**
 * All files of a package as one run of bytes, in the order of their names: name, 0x1f, content, 0x1e. Without its
 * signature, which is over the SHA-256 of these.
 */
export function canonicalBytes(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const encoder = new TextEncoder();
  const parts = [...files]
    .filter(([name]) => name !== SIGNATURE_FILE)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, content]) => [encoder.encode(name), Uint8Array.of(0x1f), content, Uint8Array.of(0x1e)]);
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
