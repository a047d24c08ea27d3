import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { byId, like, uuid } from './common.ts';
import { codeSum, pluginId, pluginVersion } from './plugin-package.ts';
import { installedPlugin } from './plugins.ts';

/** Packages of a folder or a list that are looked at. */
export const MAX_OFFERS = 100;
/** The name by which the list of a registry is found below its address. */
export const INDEX_FILE = 'index.json';

/** A file of a package beside its list: a name, never a path. */
export const packageFile = like('acme-wells-1.0.0.zip', /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}\.zip$/);
const title = z.strictObject({
  en: z.string().check(z.maxLength(80)),
  it: z.string().check(z.maxLength(80)),
});

/** `index.json` of a registry, a folder with packages on any web server. `groma-plugin index FOLDER` writes it. */
export const packageIndex = z.object({
  format: z.literal(1),
  packages: z
    .array(
      z.object({
        id: pluginId,
        version: pluginVersion,
        title,
        file: packageFile,
        /** SHA-256 of the file. */
        sha256: codeSum,
      }),
    )
    .check(z.maxLength(MAX_OFFERS)),
});
export type PackageIndex = z.output<typeof packageIndex>;

const address = z.string().check(z.minLength(1), z.maxLength(2000));

/** A package that can be taken, or why it cannot. */
const pluginOffer = z.object({
  file: z.string(),
  /** Null where `problem` says why it cannot be taken. */
  id: z.nullable(z.string()),
  version: z.nullable(z.string()),
  title: z.nullable(title),
  sha256: z.nullable(z.string()),
  problem: z.nullable(z.string()),
});
export type PluginOffer = z.output<typeof pluginOffer>;

export const listPluginOffers = defineCall({
  id: 'pluginOffers.list',
  method: 'POST',
  path: '/plugins/offers',
  summary:
    'The packages of the folder that the operator has named, or with `address` those of a registry (a list, or one package), which the server fetches. Nothing is installed by it.',
  authorization: 'admin.plugins',
  body: z.object({ address: z.optional(address) }),
  answer: z.object({
    /** Whether the operator has named a folder. */
    hasFolder: z.boolean(),
    packages: z.array(pluginOffer),
    /** Packages of the folder beyond the first hundred. */
    more: z.int(),
  }),
  timeout: TIMEOUT.uploads,
});
export const takePluginOffer = defineCall({
  id: 'pluginOffers.take',
  method: 'POST',
  path: '/plugins/taken',
  summary:
    'Takes a package of the folder, or with `address` one of a registry, as if it was uploaded. 422 with a sentence for a package that cannot be taken.',
  authorization: 'admin.plugins',
  body: z.object({ address: z.optional(address), file: packageFile, sha256: z.optional(codeSum) }),
  answer: installedPlugin,
  timeout: TIMEOUT.uploads,
});

/** Most addresses of registries of an organization. */
export const MAX_REGISTRIES = 20;
const pluginRegistry = z.object({ id: uuid, address: z.string() });
export type PluginRegistry = z.output<typeof pluginRegistry>;

export const listPluginRegistries = defineCall({
  id: 'pluginRegistries.list',
  method: 'GET',
  path: '/plugins/registries',
  summary: 'The addresses of registries of the organization, in the order of the alphabet.',
  authorization: 'admin.plugins',
  answer: z.array(pluginRegistry),
});
export const addPluginRegistry = defineCall({
  id: 'pluginRegistries.create',
  method: 'POST',
  path: '/plugins/registries',
  summary:
    'Adds the address of a registry, or of a package, to those of the organization. Nothing is fetched from it; one that is there stays as it is.',
  authorization: 'admin.plugins',
  body: z.object({ address }),
  answer: pluginRegistry,
});
export const removePluginRegistry = defineCall({
  id: 'pluginRegistries.delete',
  method: 'DELETE',
  path: '/plugins/registries/:id',
  summary: 'Removes the address of a registry; what was taken from it stays.',
  authorization: 'admin.plugins',
  params: byId,
});
