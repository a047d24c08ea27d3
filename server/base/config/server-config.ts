import type { GeocoderSettings } from './geocoder.ts';
import type { OidcSettings } from './oidc.ts';
import type { ScannerAddress } from './scanner.ts';
import type { SignOnSettings } from './sign-on.ts';

/** Settings of the server, read from the environment once. */
export interface ServerConfig {
  host: string;
  port: number;
  /** Public URL of the server, for links in e-mails: `https://groma.example.org`; default: where it listens. */
  publicUrl: string | undefined;
  /** The mail server: `smtp://user:password@host:port?from=address`. */
  smtp: string | undefined;
  /** OpenID providers. */
  oidc: OidcSettings[];
  /** The external sign-on service. */
  signOn: SignOnSettings | undefined;
  /** The geocoding service to use before the built-in gazetteer. */
  geocoder?: GeocoderSettings | undefined;
  /** The program of LibreOffice, by which pages of office files are drawn. Default: none, only their text is shown. */
  office?: string | undefined;
  /** The scanner of viruses that looks at every document, photo and panorama. Default: none. */
  scanner?: ScannerAddress | undefined;
  /** Where SGBlur finds faces and plates in pictures. Default: none. */
  finder?: string | undefined;
  /** Servers of layers that may be internal, as `name:port`. Default: none. */
  layerHosts?: readonly string[];
  /** Servers that plugins from outside may ask and webhooks may notify although they are internal, as `name:port`. Default: none. */
  pluginHosts?: readonly string[];
  /** A folder of the server with packages of plugins, from which administrators can take them. */
  pluginFolder?: string | undefined;
  /** Origins from which authors may load plugins that they write, beside their own machine. Default: none. */
  authorOrigins?: readonly string[];
  /** Folder of the embedded database, files and the signing key. */
  data: string;
  databaseUrl: string | undefined;
  storageUrl: string | undefined;
  /** Folder of files that super administrators can take without a copy. */
  importFolder?: string | undefined;
  /** Gigabytes of files and uploads that an organization may store. Default: 0, no limit. */
  quotaGigabytes?: number;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  demo: boolean;
  /** Lifetime of a session token, seconds. */
  tokenSeconds: number;
  /** The server runs behind a proxy that sets X-Forwarded-For. */
  trustProxy: boolean;
  /** Most connections of one address; none are counted behind a proxy. Default: no limit. */
  connectionsPerAddress?: number;
  /** Seconds that a stopping server still accepts connections, until a load balancer has noticed. */
  drainSeconds?: number;
  /** Jobs that this process runs at a time. Default: one per core; 0 with separate workers. */
  workers?: number;
  /** Cache of object texts in megabytes; 0 disables it. */
  cacheMegabytes?: number;
  /** Level of the server's log on stderr: silent, error, warn, info, debug. */
  logLevel: string;
  version: string;
}
