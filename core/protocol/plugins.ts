import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { byId, like, name, uuid } from './common.ts';
import {
  codeSum,
  packageManifest,
  pluginId,
  pluginPermission,
  pluginVersion,
  publicKey,
} from './plugin-package.ts';

/** A plugin from outside that is switched on, with the version in use. */
export const outsidePlugin = z.object({
  id: uuid,
  manifest: packageManifest,
  /** Permissions that an administrator has granted to it. */
  granted: z.array(z.string()),
});
export type OutsidePlugin = z.output<typeof outsidePlugin>;

/** `accepted` by an administrator, `unknown`, or `revoked` for good. */
export const keyState = z.enum(['accepted', 'unknown', 'revoked']);

export const pluginVersionRecord = z.object({
  id: uuid,
  manifest: packageManifest,
  granted: z.array(z.string()),
  signedBy: z.object({ publicKey, name: z.nullable(z.string()), state: keyState }),
  /** When an administrator last approved it; null: never. */
  approvedAt: z.nullable(z.iso.datetime()),
  uploadedAt: z.iso.datetime(),
  uploadedBy: z.nullable(z.string()),
});
export type PluginVersionRecord = z.output<typeof pluginVersionRecord>;

/** A plugin from outside with its versions, the highest first. */
export const installedPlugin = z.object({
  id: uuid,
  name: z.string(),
  enabled: z.boolean(),
  /** The version in use; null: none was approved. */
  currentId: z.nullable(uuid),
  versions: z.array(pluginVersionRecord),
  /** A job whose last run of a week has failed; null: none. */
  failingJob: z.nullable(z.string()),
  version: z.int(),
});
export type InstalledPlugin = z.output<typeof installedPlugin>;

export const MAX_PLUGINS = 100;
export const MAX_PLUGIN_VERSIONS = 50;

export const listPlugins = defineCall({
  id: 'plugins.list',
  method: 'GET',
  path: '/plugins',
  summary: 'The plugins from outside that are switched on and that the caller’s role may use.',
  authorization: 'signed-in',
  answer: z.array(outsidePlugin),
});
export const listInstalledPlugins = defineCall({
  id: 'plugins.installed',
  method: 'GET',
  path: '/plugins/installed',
  summary:
    'All plugins from outside of the organization, each with the version in use and the newest; all versions of one are with itself.',
  authorization: 'admin.plugins',
  answer: z.array(installedPlugin),
});
export const uploadPlugin = defineCall({
  id: 'plugins.upload',
  method: 'POST',
  path: '/plugins',
  summary:
    'Uploads the signed package of a plugin, or of a higher version of one. Nothing is switched on or granted by it. 422 with a sentence for a package that is damaged, unsigned or not for this Groma.',
  authorization: 'admin.plugins',
  upload: true,
  body: z.object({}),
  answer: installedPlugin,
  timeout: TIMEOUT.uploads,
});
export const getInstalledPlugin = defineCall({
  id: 'plugins.get',
  method: 'GET',
  path: '/plugins/:id',
  summary: 'One plugin from outside, with all its versions.',
  authorization: 'admin.plugins',
  params: byId,
  answer: installedPlugin,
});
export const changePlugin = defineCall({
  id: 'plugins.change',
  method: 'PUT',
  path: '/plugins/:id',
  summary:
    'Approves a version with what is granted to it (`versionId` and `granted`; an earlier one rolls back), or switches the plugin on or off. Takes effect in every open session.',
  authorization: 'admin.plugins',
  params: byId,
  body: z.object({
    enabled: z.optional(z.boolean()),
    versionId: z.optional(uuid),
    granted: z.optional(z.array(pluginPermission).check(z.maxLength(40))),
  }),
  answer: installedPlugin,
  versioned: true,
});
export const removePlugin = defineCall({
  id: 'plugins.remove',
  method: 'DELETE',
  path: '/plugins/:id',
  summary: 'Removes a plugin from outside with all its versions and everything that it has stored.',
  authorization: 'admin.plugins',
  params: byId,
  versioned: true,
});

/** A key that may sign plugins of the organization, or that is revoked. */
export const pluginKey = z.object({
  id: uuid,
  name: z.string(),
  publicKey,
  createdAt: z.iso.datetime(),
  createdBy: z.nullable(z.string()),
  revokedAt: z.nullable(z.iso.datetime()),
});
export type PluginKey = z.output<typeof pluginKey>;

export const listPluginKeys = defineCall({
  id: 'pluginKeys.list',
  method: 'GET',
  path: '/plugin-keys',
  summary: 'The keys whose signature is accepted for plugins, and those that were revoked.',
  authorization: 'admin.plugins',
  answer: z.array(pluginKey),
});
export const acceptPluginKey = defineCall({
  id: 'pluginKeys.accept',
  method: 'POST',
  path: '/plugin-keys',
  summary:
    'Accepts a key for signing plugins; nothing changes where it is accepted already, and a revoked one is refused.',
  authorization: 'admin.plugins',
  body: z.object({ name, publicKey }),
  answer: pluginKey,
});
export const revokePluginKey = defineCall({
  id: 'pluginKeys.revoke',
  method: 'DELETE',
  path: '/plugin-keys/:id',
  summary: 'Revokes a key for good, and switches off every plugin in use that it has signed.',
  authorization: 'admin.plugins',
  params: byId,
});

/** The plugins that are in use, each with its version, the sum of its code, its signer and what is granted to it. */
export const pluginLock = z.strictObject({
  format: z.literal(1),
  plugins: z
    .array(
      z.strictObject({
        name: pluginId,
        version: pluginVersion,
        sha256: codeSum,
        publicKey,
        granted: z.array(pluginPermission).check(z.maxLength(40)),
        enabled: z.boolean(),
      }),
    )
    .check(z.maxLength(MAX_PLUGINS)),
});
export type PluginLock = z.output<typeof pluginLock>;

export const getPluginLock = defineCall({
  id: 'plugins.lock',
  method: 'GET',
  path: '/plugins/lock',
  summary: 'The plugins from outside that are in use, as a file by which another server can have the same.',
  authorization: 'admin.plugins',
  answer: pluginLock,
});
export const applyPluginLock = defineCall({
  id: 'plugins.applyLock',
  method: 'POST',
  path: '/plugins/lock',
  summary:
    'Approves exactly the versions of a lock file whose packages were uploaded and whose keys are accepted, with what it grants; says of each other plugin why not. What the file does not name stays as it is.',
  authorization: 'admin.plugins',
  body: pluginLock,
  answer: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      outcome: z.enum([
        'applied',
        'no-package',
        'other-code',
        'other-key',
        'key-not-accepted',
        'not-asked',
        'full-not-allowed',
      ]),
    }),
  ),
});

/** `fullAllowed`: whether plugins may be used that are part of the page and do all that the person may do. */
export const pluginSettings = z.object({ fullAllowed: z.boolean() });
export type PluginSettings = z.output<typeof pluginSettings>;

export const getPluginSettings = defineCall({
  id: 'plugins.settings',
  method: 'GET',
  path: '/plugins/settings',
  summary: 'What the organization allows plugins from outside.',
  authorization: 'admin.plugins',
  answer: pluginSettings,
});
export const changePluginSettings = defineCall({
  id: 'plugins.changeSettings',
  method: 'POST',
  path: '/plugins/settings',
  summary:
    'Allows full plugins, which are part of the page and do all that the person may do, or allows them no longer; then those in use are switched off in every open session.',
  authorization: 'plugins.full',
  body: pluginSettings,
  answer: pluginSettings,
});

export const getAuthorOrigins = defineCall({
  id: 'plugins.authorOrigins',
  method: 'GET',
  path: '/plugins/author-origins',
  summary:
    'Origins other than the own machine from which a person who writes plugins may load one into the own page, as the operator has set them.',
  authorization: 'plugins.author',
  answer: z.object({ origins: z.array(z.string()) }),
});

/** Most of what a plugin stores in one place: a project, or the organization. */
export const PLUGIN_STORE = {
  documents: 200,
  bytes: 256 * 1024,
  total: 5 * 1024 * 1024,
  /** Kept of each document, beside the present one. */
  versions: 10,
} as const;
export const pluginDocumentName = like('settings', /^[a-z0-9][a-z0-9._-]{0,79}$/i);
const byDocument = z.object({ id: uuid, name: pluginDocumentName });
/** Without a project, documents are of the organization. */
const inPlace = z.object({ projectid: z.optional(uuid) });
const stored = z.object({ value: z.unknown() });
const documentVersion = z.coerce.number().check(z.int(), z.minimum(1));

export const listPluginDocuments = defineCall({
  id: 'pluginDocuments.list',
  method: 'GET',
  path: '/plugins/:id/documents',
  summary: 'Names of the documents that a plugin has stored for a project or for the organization.',
  authorization: 'signed-in',
  params: byId,
  headers: inPlace,
  answer: z.array(z.string()),
});
export const getPluginDocument = defineCall({
  id: 'pluginDocuments.get',
  method: 'GET',
  path: '/plugins/:id/documents/:name',
  summary: 'A document that a plugin has stored, as it is or in an earlier version.',
  authorization: 'signed-in',
  params: byDocument,
  query: z.object({ version: z.optional(documentVersion) }),
  headers: inPlace,
  answer: z.object({ value: z.unknown(), version: z.int() }),
});
export const listPluginDocumentVersions = defineCall({
  id: 'pluginDocuments.versions',
  method: 'GET',
  path: '/plugins/:id/documents/:name/versions',
  summary: 'The versions of a document that are kept, the present one first: at most ten earlier ones.',
  authorization: 'signed-in',
  params: byDocument,
  headers: inPlace,
  answer: z.array(
    z.object({
      version: z.int(),
      bytes: z.int(),
      storedAt: z.iso.datetime(),
      storedBy: z.nullable(z.string()),
    }),
  ),
});
export const getPluginStoreUsage = defineCall({
  id: 'pluginDocuments.usage',
  method: 'GET',
  path: '/plugins/:id/store',
  summary: 'How much a plugin stores for a project or for the organization, and the most that it may.',
  authorization: 'signed-in',
  params: byId,
  headers: inPlace,
  answer: z.object({
    documents: z.int(),
    bytes: z.int(),
    mostDocuments: z.int(),
    mostBytes: z.int(),
  }),
});
export const putPluginDocument = defineCall({
  id: 'pluginDocuments.put',
  method: 'POST',
  path: '/plugins/:id/documents/:name',
  summary:
    'Stores a document of a plugin, replacing the one before: at most 256 kB, and 200 documents or 5 MB in one place. With `If-Match` only where its version is that one, 0 for none.',
  authorization: 'signed-in',
  params: byDocument,
  headers: z.extend(inPlace, { 'if-match': z.optional(z.string()) }),
  body: stored,
  answer: z.object({ version: z.int() }),
});
export const deletePluginDocument = defineCall({
  id: 'pluginDocuments.delete',
  method: 'DELETE',
  path: '/plugins/:id/documents/:name',
  summary: 'Removes a document of a plugin.',
  authorization: 'signed-in',
  params: byDocument,
  headers: inPlace,
});

const sentHeader = z.string().check(z.maxLength(4000));

export const callOutside = defineCall({
  id: 'plugins.outgoing',
  method: 'POST',
  path: '/plugins/:id/outgoing',
  summary:
    'A request of a plugin to a host that was granted to it, without cookies, on the public internet; at most 1 MB of text comes back.',
  authorization: 'signed-in',
  params: byId,
  body: z.object({
    url: z.string().check(z.minLength(1), z.maxLength(8000)),
    method: z._default(z.enum(['GET', 'POST']), 'GET'),
    headers: z._default(
      z.partial(
        z.strictObject({ accept: sentHeader, 'content-type': sentHeader, authorization: sentHeader }),
      ),
      {},
    ),
    body: z.optional(z.string().check(z.maxLength(256 * 1024))),
  }),
  answer: z.object({ status: z.int(), type: z.string(), body: z.string() }),
  timeout: TIMEOUT.uploads,
});
