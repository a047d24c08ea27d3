import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { readOidc } from '../base/config/oidc.ts';
import { readSignOn } from '../base/config/sign-on.ts';
import { readGeocoder } from '../base/config/geocoder.ts';
import { USUAL_MEGABYTES } from '../platform/texts/texts.ts';
import type { ServerConfig } from '../base/config/server-config.ts';

/** Reads the settings from the environment. Throws an error that names the setting that cannot be used. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): ServerConfig {
  return {
    host: env['HOST'] || '127.0.0.1',
    port: wholeNumber(env, 'PORT', 3000, 0, 65_535),
    publicUrl: publicUrl(env['GROMA_PUBLIC_URL']),
    smtp: env['GROMA_SMTP'] || undefined,
    oidc: readOidc(env['GROMA_OIDC']),
    signOn: readSignOn(env['GROMA_SSO_URL'], env['GROMA_SSO_SERVICE']),
    geocoder: readGeocoder(env['GROMA_GEOCODER']),
    data: path.resolve(env['GROMA_DATA'] || './data'),
    databaseUrl: env['DATABASE_URL'] || undefined,
    storageUrl: env['GROMA_STORAGE'] || undefined,
    adminEmail: env['GROMA_ADMIN_EMAIL'] || undefined,
    adminPassword: env['GROMA_ADMIN_PASSWORD'] || undefined,
    demo: env['GROMA_DEMO'] !== '0',
    tokenSeconds: wholeNumber(env, 'GROMA_TOKEN_SECONDS', 900, 1, 86_400),
    trustProxy: env['GROMA_TRUST_PROXY'] === '1',
    drainSeconds: wholeNumber(env, 'GROMA_DRAIN_SECONDS', 0, 0, 600),
    workers: wholeNumber(env, 'GROMA_WORKERS', availableParallelism(), 0, 256),
    keptMegabytes: wholeNumber(env, 'GROMA_KEPT_MB', USUAL_MEGABYTES, 0, 65_536),
    logLevel: env['GROMA_LOG'] || 'warn',
    version: programVersion(),
  };
}

function wholeNumber(
  env: NodeJS.ProcessEnv,
  name: string,
  usual: number,
  least: number,
  most: number,
): number {
  const text = env[name];
  if (text === undefined || text === '') return usual;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new Error(`${name}=${text} cannot be used: give a whole number from ${least} to ${most}.`);
  return value;
}

function publicUrl(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new Error(
      `GROMA_PUBLIC_URL=${text} cannot be used: give where people reach the server, such as https://groma.example.org.`,
    );
  return url.origin;
}

function programVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
