import type { AnswerOf, BodyOf, CallSpec, HeadersOf, Language, ParamsOf, QueryOf } from '#core/protocol';
import type { Caller } from '../access/caller.ts';
import type { OidcSettings } from '../auth/oidc/settings.ts';
import type { Signing } from '../auth/sessions.ts';
import type { SignOnSettings } from '../auth/sign-on/service.ts';
import type { Database } from '../db/database.ts';
import type { EventStream } from '../events/stream.ts';
import type { KeptTexts } from '../geometries/texts.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { GeocoderSettings } from '../geocoding/settings.ts';
import type { Mail } from '../mail/mail.ts';
import type { Outgoing } from '../outgoing/fetch.ts';
import type { Storage } from '../storage/storage.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What every resource is given: the only road to the database, the files, the jobs and the live events. */
export interface Services {
  db: Database;
  /** Objects as they were told last. */
  texts: KeptTexts;
  storage: Storage;
  jobs: JobQueue;
  events: EventStream;
  mail: Mail;
  /** The one door for requests to other servers. */
  outgoing: Outgoing;
  /** What session tokens are signed with, and how long they live. */
  signing: Signing;
  /** The server is about to stop: whoever shares out requests sends them to others. */
  draining?: boolean;
  /** Server settings read from the environment once. */
  config: ServerConfig;
}

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

/** What a handler receives for one request, parsed and checked against its call. */
export interface Handling<C extends CallSpec> {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  headers: HeadersOf<C>;
  body: BodyOf<C>;
  /** Present unless the call is public. */
  caller: C['authorization'] extends 'public' ? Caller | undefined : Caller;
  /** Version named by `If-Match`; present on versioned calls. */
  ifMatch: number;
  language: Language;
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Answers with a value (sent as JSON), or undefined for 204; a handler that has sent through `reply` returns `reply`. */
export type Handler<C extends CallSpec> = (
  handling: Handling<C>,
) => Promise<AnswerOf<C> | undefined | FastifyReply | Precomposed>;

/** JSON composed by the database, sent as it is: text, or its bytes. */
export class Precomposed<T extends string | Buffer = string | Buffer> {
  constructor(readonly json: T) {}
}

/** One resource of the API: a folder under server/ that exports its routes. */
export interface Route {
  call: CallSpec;
  handle: Handler<CallSpec>;
}

/** Binds a handler to its call; server/http/app.ts registers what every resource exports. */
export function route<const C extends CallSpec>(call: C, handle: Handler<C>): Route {
  return { call, handle: handle };
}
