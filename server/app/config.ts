import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { readOidc } from '../base/config/oidc.ts';
import { readSignOn } from '../base/config/sign-on.ts';
import { readGeocoder } from '../base/config/geocoder.ts';
import { readFinder } from '../base/config/finder.ts';
import { readScanner } from '../base/config/scanner.ts';
import { readS3Address } from '../platform/storage/s3-address.ts';
import { DEFAULT_MEGABYTES } from '../platform/texts/texts.ts';
import type { ServerConfig } from '../base/config/server-config.ts';

const hostList = z.string().check(
  z.refine((text) => namesAndPorts(text).every((each) => /^[^\s:/]+:\d{1,5}$/.test(each)), {
    error: 'give names with their ports, separated by commas, such as maps.intranet:80',
  }),
);

/** The variables that configure the server. */
const environment = z.object({
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: wholeNumber(3000, 0, 65_535),
  DATABASE_URL: z.optional(z.string()),
  GROMA_PUBLIC_URL: z.optional(
    z.string().check(
      z.refine(isOrigin, {
        error: 'give the address at which people reach the server, such as https://groma.example.org',
      }),
    ),
  ),
  GROMA_SMTP: z.optional(z.string()),
  GROMA_OIDC: z.optional(z.string()),
  GROMA_SSO_URL: z.optional(z.string()),
  GROMA_SSO_SERVICE: z.optional(z.string()),
  GROMA_GEOCODER: z.optional(z.string()),
  GROMA_OFFICE: z.optional(z.string()),
  GROMA_CLAMAV: z.optional(z.string()),
  GROMA_FINDER: z.optional(z.string()),
  GROMA_LAYER_HOSTS: z.optional(hostList),
  GROMA_PLUGIN_HOSTS: z.optional(hostList),
  GROMA_PLUGIN_FOLDER: z.optional(z.string()),
  GROMA_AUTHOR_ORIGINS: z.optional(
    z.string().check(
      z.refine((text) => namesAndPorts(text).every((each) => isOrigin(each)), {
        error: 'give addresses without a path, separated by commas, such as https://author.example.org:4173',
      }),
    ),
  ),
  GROMA_DATA: z._default(z.string(), './data'),
  GROMA_STORAGE: z.optional(z.string()),
  GROMA_IMPORT_FOLDER: z.optional(z.string()),
  GROMA_QUOTA_GB: wholeNumber(0, 0, 1_000_000),
  GROMA_ADMIN_EMAIL: z.optional(z.string()),
  GROMA_ADMIN_PASSWORD: z.optional(z.string()),
  GROMA_DEMO: z.optional(z.string()),
  GROMA_TOKEN_SECONDS: wholeNumber(900, 1, 86_400),
  GROMA_TRUST_PROXY: z.optional(z.string()),
  GROMA_CONNECTIONS_PER_ADDRESS: wholeNumber(512, 0, 65_536),
  GROMA_DRAIN_SECONDS: wholeNumber(0, 0, 600),
  GROMA_WORKERS: wholeNumber(availableParallelism(), 0, 256),
  GROMA_KEPT_MB: wholeNumber(DEFAULT_MEGABYTES, 0, 65_536),
  GROMA_LOG: z._default(z.string(), 'warn'),
});

/**
 * Reads the settings of the server from the environment. Empty variables count as not set.
 * Throws an error with a message that names the variable, the problem and the expected value.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): ServerConfig {
  const parsed = environment.safeParse(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')),
  );
  if (!parsed.success) {
    const { path: names, message } = parsed.error.issues[0]!;
    const name = String(names[0]);
    throw new Error(`${name}=${env[name]} cannot be used: ${message}.`);
  }
  const given = parsed.data;
  return {
    host: given.HOST,
    port: given.PORT,
    publicUrl: given.GROMA_PUBLIC_URL && new URL(given.GROMA_PUBLIC_URL).origin,
    smtp: given.GROMA_SMTP,
    oidc: readOidc(given.GROMA_OIDC),
    signOn: readSignOn(given.GROMA_SSO_URL, given.GROMA_SSO_SERVICE),
    geocoder: readGeocoder(given.GROMA_GEOCODER),
    office: readProgram('GROMA_OFFICE', given.GROMA_OFFICE),
    scanner: readScanner(given.GROMA_CLAMAV),
    finder: readFinder(given.GROMA_FINDER),
    layerHosts: namesAndPorts(given.GROMA_LAYER_HOSTS ?? ''),
    pluginHosts: namesAndPorts(given.GROMA_PLUGIN_HOSTS ?? ''),
    pluginFolder: given.GROMA_PLUGIN_FOLDER && path.resolve(given.GROMA_PLUGIN_FOLDER),
    authorOrigins: namesAndPorts(given.GROMA_AUTHOR_ORIGINS ?? ''),
    data: path.resolve(given.GROMA_DATA),
    databaseUrl: given.DATABASE_URL,
    storageUrl: given.GROMA_STORAGE,
    importFolder: readImportFolder(given.GROMA_IMPORT_FOLDER),
    quotaGigabytes: given.GROMA_QUOTA_GB,
    adminEmail: given.GROMA_ADMIN_EMAIL,
    adminPassword: given.GROMA_ADMIN_PASSWORD,
    demo: given.GROMA_DEMO !== '0',
    tokenSeconds: given.GROMA_TOKEN_SECONDS,
    trustProxy: given.GROMA_TRUST_PROXY === '1',
    connectionsPerAddress: given.GROMA_CONNECTIONS_PER_ADDRESS,
    drainSeconds: given.GROMA_DRAIN_SECONDS,
    workers: given.GROMA_WORKERS,
    cacheMegabytes: given.GROMA_KEPT_MB,
    logLevel: given.GROMA_LOG,
    version: programVersion(),
  };
}

function wholeNumber(byDefault: number, min: number, max: number) {
  const error = `give a whole number from ${min} to ${max}`;
  const isAllowed = (value: number) => Number.isInteger(value) && value >= min && value <= max;
  return z._default(z.coerce.number({ error }).check(z.refine(isAllowed, { error })), byDefault);
}

function namesAndPorts(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '');
}

/** An http or https address without path, query and fragment. */
function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return !!url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash;
}

function programVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** A program by its path, or by its name in PATH. */
function readProgram(variable: string, given: string | undefined): string | undefined {
  if (!given) return undefined;
  const folders = given.includes('/') ? ['.'] : (process.env['PATH'] ?? '').split(path.delimiter);
  if (folders.some((folder) => existsSync(path.resolve(folder, given)))) return given;
  throw new Error(`${variable}=${given} cannot be used: there is no such program.`);
}

/** A folder, or an address of an object store. */
function readImportFolder(given: string | undefined): string | undefined {
  if (!given) return undefined;
  if (!given.startsWith('s3:')) return path.resolve(given);
  readS3Address(given, process.env, 'GROMA_IMPORT_FOLDER');
  return given;
}
