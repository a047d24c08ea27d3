import { every } from '../base/every.ts';
import { opening } from '../base/opening.ts';
import { notifyExpiry } from '../api/files/notify-expiry.ts';
import { forgetOldRuns, openPluginRuns } from '../api/plugins/jobs/runs.ts';
import { forgetOldRequestCounts } from '../api/plugins/request-limits.ts';
import { forgetOldRequests } from '../api/requests/routing.ts';
import { forgetOldAudit } from '../platform/audit/audit.ts';
import { forgetOldTokens } from '../shared/auth/sessions.ts';
import { signingKey } from '../shared/auth/signing-key.ts';
import type { Engine } from '../platform/db/engine.ts';
import { openEvents } from '../platform/events/hub.ts';
import { TextCache, DEFAULT_MEGABYTES } from '../platform/texts/texts.ts';
import { sweepFiles } from '../shared/files/sweep.ts';
import { indexTexts } from '../shared/files/texts.ts';
import { sweepUploads } from '../shared/uploads/sweep.ts';
import type { ServerConfig } from '../base/config/server-config.ts';
import type { Services, JobServices } from '../platform/services/services.ts';
import type { JobQueue } from '../platform/services/queue.ts';
import { forgetOldMails, openMail } from '../platform/mail/mail.ts';
import { openOutgoing } from '../platform/outgoing/fetch.ts';
import { openStorage } from '../platform/storage/open.ts';
import { forgetOldDeliveries, openWebhooks } from '../platform/webhooks/deliver.ts';

export interface OpenServices {
  services: Services;
  /** Closes in reverse: jobs, live events, then the database. */
  close(): Promise<void>;
}

const HOUR = 3_600_000;

/**
 * Opens all services on a migrated database. Closes the database with them, also when one of them cannot be opened.
 */
export function openServices(
  db: Engine,
  config: ServerConfig,
  openJobs: (services: JobServices) => Promise<JobQueue>,
): Promise<OpenServices> {
  return opening(async (lifetime) => {
    lifetime.add(() => db.close());
    const signing = { key: await signingKey(db, config.data), tokenSeconds: config.tokenSeconds };
    const storage = await openStorage(config);
    const events = await openEvents(db);
    lifetime.add(() => events.close());
    const mail = await openMail(db, config);
    lifetime.add(() => mail.close());
    const outgoing = openOutgoing();
    lifetime.add(() => outgoing.close());
    const texts = new TextCache((config.cacheMegabytes ?? DEFAULT_MEGABYTES) * 1024 * 1024);
    const base: JobServices = { db, texts, storage, events, mail, outgoing, signing, config };
    const webhooks = await openWebhooks(db, outgoing, config, signing.key);
    lifetime.add(() => webhooks.close());
    const pluginRuns = await openPluginRuns(base);
    lifetime.add(() => pluginRuns.close());
    const jobs = await openJobs(base);
    lifetime.add(() => jobs.close());
    lifetime.add(every(HOUR, 'Removing old tokens', () => forgetOldTokens(db)));
    lifetime.add(every(HOUR, 'Removing old audit records', () => forgetOldAudit(db)));
    lifetime.add(every(HOUR, 'Removing old access requests', () => forgetOldRequests(db)));
    lifetime.add(every(HOUR, 'Removing files that nothing uses', () => sweepFiles(db, storage)));
    lifetime.add(every(HOUR, 'Reading the texts of documents', () => indexTexts({ db, storage })));
    lifetime.add(every(HOUR, 'Telling of documents that expire', () => notifyExpiry({ db, events })));
    lifetime.add(every(HOUR, 'Removing abandoned uploads', () => sweepUploads(db, config)));
    lifetime.add(every(HOUR, 'Removing old mails', () => forgetOldMails(db)));
    lifetime.add(every(HOUR, 'Removing old deliveries of webhooks', () => forgetOldDeliveries(db)));
    lifetime.add(every(HOUR, 'Removing old runs of plugins', () => forgetOldRuns(db)));
    lifetime.add(every(HOUR, 'Removing counts of requests', () => forgetOldRequestCounts(db)));
    return { services: { ...base, jobs }, close: () => lifetime.disposeAsync() };
  });
}
