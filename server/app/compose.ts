import { forgetOldRequests } from '../api/requests/routing.ts';
import { forgetOldAudit } from '../platform/audit/audit.ts';
import { forgetOldTokens } from '../shared/auth/sessions.ts';
import { signingKey } from '../shared/auth/signing-key.ts';
import type { Engine } from '../platform/db/engine.ts';
import { openEvents } from '../platform/events/hub.ts';
import { KeptTexts, USUAL_MEGABYTES } from '../platform/texts/texts.ts';
import { sweepFiles } from '../shared/files/sweep.ts';
import type { ServerConfig } from '../base/config/server-config.ts';
import type { Services, JobServices } from '../platform/services/services.ts';
import type { JobQueue } from '../platform/services/queue.ts';
import { forgetOldMails, openMail } from '../platform/mail/mail.ts';
import { openOutgoing } from '../platform/outgoing/fetch.ts';
import { openStorage } from '../platform/storage/open.ts';

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
