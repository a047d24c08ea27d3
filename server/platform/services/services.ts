import type { ServerConfig } from '../../base/config/server-config.ts';
import type { Database } from '../db/database.ts';
import type { EventStream } from '../events/stream.ts';
import type { KeptTexts } from '../texts/texts.ts';
import type { JobQueue } from './queue.ts';
import type { Mail } from '../mail/mail.ts';
import type { Outgoing } from '../outgoing/fetch.ts';
import type { Storage } from '../storage/storage.ts';

/** What session tokens are signed with, and how many seconds they live. */
export interface Signing {
  key: Uint8Array;
  tokenSeconds: number;
}

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
  config: ServerConfig;
}

/** What jobs are given: all of the services except the queue itself. */
export type JobServices = Omit<Services, 'jobs'>;
