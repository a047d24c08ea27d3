import type { ServerConfig } from '../../base/config/server-config.ts';
import type { Database } from '../db/database.ts';
import type { EventStream } from '../events/stream.ts';
import type { TextCache } from '../texts/texts.ts';
import type { JobQueue } from './queue.ts';
import type { Mail } from '../mail/mail.ts';
import type { Outgoing } from '../outgoing/fetch.ts';
import type { Storage } from '../storage/storage.ts';

/** Signing key and lifetime in seconds of session tokens. */
export interface Signing {
  key: Uint8Array;
  tokenSeconds: number;
}

/** What every resource receives: database, files, jobs and live events. */
export interface Services {
  db: Database;
  /** Cached texts of objects. */
  texts: TextCache;
  storage: Storage;
  jobs: JobQueue;
  events: EventStream;
  mail: Mail;
  /** For requests to other servers. */
  outgoing: Outgoing;
  /** Signing key and lifetime of session tokens. */
  signing: Signing;
  /** The server is about to stop: load balancers should use others. */
  draining?: boolean;
  config: ServerConfig;
}

/** What jobs receive: all services except the queue. */
export type JobServices = Omit<Services, 'jobs'>;
