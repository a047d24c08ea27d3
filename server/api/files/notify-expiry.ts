import { grants, type Language } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { sentence } from '../../base/language.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services/services.ts';
import { memberOf } from '../../shared/access/member.ts';
import { visibleFiles } from '../../shared/files/scope.ts';
import { notify } from '../notifications/send.ts';

/** A document is announced this many days before it expires. */
const AHEAD = 30;
/** Documents named in a notification; the others are counted. */
const MAX_NAMED = 20;

/** Documents that expire soon, or have expired, and whose present expiry nobody was told of. */
const UNTOLD = `f.kind = 'document' and f.orphaned_at is null and f.expires_on <= current_date + ${AHEAD}
  and f.expiry_told is distinct from f.expires_on`;

interface ExpiringRow {
  name: string;
  expiresOn: string;
}

/**
 * Notifies the members of projects who may change files of the documents that expire within 30 days: each of those that they may
 * see, once for each expiry that it is given. A project at a time.
 */
export async function notifyExpiry({ db, events }: Pick<Services, 'db' | 'events'>): Promise<void> {
  for (let more = true; more;)
    more = await db.transaction(async (tx) => {
      const [project] = await tx.query<{ id: string; name: string; organizationId: string }>(
        `select p.id, p.project_name as name, p.organization_id as "organizationId" from projects p
         where exists (select 1 from files f where f.project_id = p.id and ${UNTOLD})
         order by p.id limit 1 for no key update of p skip locked`,
      );
      if (!project) return false;
      const { id: projectId, name, organizationId } = project;
      const expiring = await tx.query<{ id: string }>(
        `update files f set expiry_told = expires_on where f.project_id = $1 and ${UNTOLD} returning f.id`,
        [projectId],
      );
      for (const member of await keepersOf(tx, projectId)) {
        const files = await visibleAmong(tx, member, expiring);
        if (files.length === 0) continue;
        const language = member.language ?? 'en';
        const subject = sentence(language, 'files.expiry.subject', { project: name });
        const text = textOf(language, name, files);
        const notice = { kind: 'message', organizationId, senderId: null, subject, text, projectId } as const;
        await notify(tx, { events }, { ...notice, channels: ['app'], audience: [] }, [member.userId]);
      }
      return true;
    });
}

/** Members of a project who may change its files. */
async function keepersOf(tx: Queries, projectId: string): Promise<Caller[]> {
  const rows = await tx.query<{ userId: string }>(
    'select user_id as "userId" from project_members where project_id = $1 order by user_id',
    [projectId],
  );
  const keepers: Caller[] = [];
  for (const { userId } of rows) {
    const member = await memberOf(tx, userId, projectId);
    if (member && grants(member.authorizations, 'files.write')) keepers.push(member);
  }
  return keepers;
}

function visibleAmong(tx: Queries, member: Caller, files: readonly { id: string }[]): Promise<ExpiringRow[]> {
  const params: unknown[] = [files.map(({ id }) => id)];
  return tx.query(
    `select f.name, to_char(f.expires_on, 'YYYY-MM-DD') as "expiresOn" from files f
     where f.id = any($1::uuid[]) and ${visibleFiles(member, 'f', params)} order by f.expires_on, lower(f.name), f.id`,
    params,
  );
}

function textOf(language: Language, project: string, files: readonly ExpiringRow[]): string {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const lines = files
    .slice(0, MAX_NAMED)
    .map(({ name, expiresOn }) =>
      sentence(language, 'files.expiry.file', { file: name, date: day.format(new Date(expiresOn)) }),
    );
  const others = files.length - lines.length;
  return [
    sentence(language, 'files.expiry.text', { project }),
    ...lines,
    ...(others > 0 ? [sentence(language, 'files.expiry.others', { count: others })] : []),
    sentence(language, 'files.expiry.advice'),
  ].join('\n');
}
