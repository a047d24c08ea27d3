import type { GeocoderSettings } from './geocoder.ts';
import type { OidcSettings } from './oidc.ts';
import type { SignOnSettings } from './sign-on.ts';

/** Settings of the server, read from the environment once. */
export interface ServerConfig {
  host: string;
  port: number;
  /** Where people reach the server, for links in e-mails: `https://groma.example.org`; else where it listens. */
  publicUrl: string | undefined;
  /** The mail server: `smtp://user:password@host:port?from=address`. */
  smtp: string | undefined;
  /** OpenID providers to sign in with. */
  oidc: OidcSettings[];
  /** The external sign-on service. */
  signOn: SignOnSettings | undefined;
  /** The geocoding service to ask before the embedded gazetteer. */
  geocoder?: GeocoderSettings | undefined;
  /** Folder of the embedded database, files and the signing key. */
  data: string;
  databaseUrl: string | undefined;
  storageUrl: string | undefined;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  demo: boolean;
  /** Life of a session token, seconds. */
  tokenSeconds: number;
  /** The server stands behind a proxy that sets X-Forwarded-For. */
  trustProxy: boolean;
  /** How long a server that is asked to stop still takes connections, until a load balancer has noticed. */
  drainSeconds?: number;
  /** Jobs that this process runs at a time; usually one a core, none where separate workers do it. */
  workers?: number;
  /** Megabytes of objects as they were told last that are kept in memory; 0 keeps none. */
  keptMegabytes?: number;
  /** Level of the server's log on stderr: silent, error, warn, info, debug. */
  logLevel: string;
  version: string;
}
