import { forgetOldRequests } from './requests/routing.ts';
import { forgetOldAudit } from './audit/audit.ts';
import { forgetOldTokens } from './auth/sessions.ts';
import { signingKey } from './auth/signing-key.ts';
import type { Engine } from './db/engine.ts';
import { openEvents } from './events/hub.ts';
import { KeptTexts, USUAL_MEGABYTES } from './geometries/texts.ts';
import { sweepFiles } from './files/sweep.ts';
import type { ServerConfig } from './base/config/server-config.ts';
import type { Services, JobServices } from './platform/services/services.ts';
import type { JobQueue } from './jobs/queue.ts';
import { forgetOldMails, openMail } from './mail/mail.ts';
import { openOutgoing } from './outgoing/fetch.ts';
import { openStorage } from './storage/open.ts';

export interface OpenServices {
  services: Services;
  /** Closes in reverse: jobs, live events, then the database. */
  close(): Promise<void>;
}

const HOUR = 3_600_000;

/** Opens, on a database in the program's shape, all that the resources are given. */
export async function openServices(
  db: Engine,
  config: ServerConfig,
  openJobs: (services: JobServices) => Promise<JobQueue>,
): Promise<OpenServices> {
  const signing = { key: await signingKey(db, config.data), tokenSeconds: config.tokenSeconds };
  const storage = await openStorage(config);
  const events = await openEvents(db);
  const mail = await openMail(db, config);
  const outgoing = openOutgoing();
  const texts = new KeptTexts((config.keptMegabytes ?? USUAL_MEGABYTES) * 1024 * 1024);
  const base: JobServices = { db, texts, storage, events, mail, outgoing, signing, config };
  const jobs = await openJobs(base);
  const cleaning = setInterval(() => void forgetOldTokens(db).catch(() => {}), HOUR);
  const forgetting = setInterval(() => {
    void forgetOldAudit(db).catch(() => {});
    void forgetOldRequests(db).catch(() => {});
  }, HOUR);
  const sweeping = setInterval(() => void sweepFiles(db, storage).catch(() => {}), HOUR);
  cleaning.unref();
  sweeping.unref();
  const forgettingMails = setInterval(() => void forgetOldMails(db).catch(() => {}), HOUR);
  forgetting.unref();
  forgettingMails.unref();
  return {
    services: { ...base, jobs },
    close: async () => {
      clearInterval(cleaning);
      clearInterval(sweeping);
      clearInterval(forgetting);
      clearInterval(forgettingMails);
      await jobs.close();
      await outgoing.close();
      await mail.close();
      await events.close();
      await db.close();
    },
  };
}
