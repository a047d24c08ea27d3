import type { Caller } from '../../base/caller.ts';
import { requireProject } from '../../shared/access/scope.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services/services.ts';
import { sentence } from '../../base/language.ts';
import { publicUrl } from '../../http/public-url.ts';
import { invite } from '../users/invite.ts';
import { notifyNewMembers } from '../notifications/new-members.ts';
import { findUser, makeUser, subjectOf } from '../users/user.ts';
import type { PendingAccessRequest } from './pending-request.ts';

/**
 * Creates a user and project member for the person who asked, and sends an invitation. Existing members keep their
 * role and are notified of the projects.
 */
export async function letIn(
  tx: Queries,
  services: Services,
  caller: Caller,
  request: PendingAccessRequest,
  { roleId, projectIds }: { roleId: string; projectIds: readonly string[] },
): Promise<string> {
  const { name, email, language, wish } = request;
  for (const id of projectIds) await requireProject(tx, caller, id);
  const [known] = await tx.query<{ id: string }>(
    `select u.id from users u join memberships m on m.user_id = u.id and m.organization_id = $2
     where lower(u.email) = lower($1) and u.deleted_at is null`,
    [email, caller.organizationId],
  );
  // Whoever approves cannot show more than they see themselves.
  const blockedLayers = caller.authorizations.includes('*') ? [] : [...caller.blockedLayers];
  const user = known
    ? await findUser(tx, caller, known.id)
    : await makeUser(
        tx,
        caller,
        { name, email, roleId, language, blockedLayers, organizationIds: [caller.organizationId] },
        null,
      );
  const subject = subjectOf(user);
  await audit(tx, { kind: 'request.accepted', actor: caller, subject, detail: { wish } });
  for (const id of projectIds) await join(tx, services, caller, user.id, id);
  if (known) await notifyPerson(tx, services, caller, request);
  else await invite(tx, services, caller, user);
  if (known && projectIds.length > 0)
    await services.events.announce(tx, 'session', { userId: user.id }, { reason: 'rights-changed' });
  return user.id;
}

async function join(
  tx: Queries,
  services: Services,
  caller: Caller,
  userId: string,
  projectId: string,
): Promise<void> {
  const [joined] = await tx.query<{ name: string }>(
    `with come as (insert into project_members (project_id, user_id) values ($1, $2)
       on conflict do nothing returning project_id)
     select p.project_name as name from projects p join come on come.project_id = p.id`,
    [projectId, userId],
  );
  if (!joined) return;
  const subject = { kind: 'project', id: projectId, name: joined.name };
  await audit(tx, { kind: 'project.members', actor: caller, subject, detail: { come: [userId], gone: [] } });
  await notifyNewMembers(tx, services, caller, subject, [userId]);
}

async function notifyPerson(
  tx: Queries,
  { config, mail }: Services,
  caller: Caller,
  { name, email, wish, language }: PendingAccessRequest,
): Promise<void> {
  const values = { name, wish, by: caller.name, site: publicUrl(config) };
  const text = sentence(language, 'mail.let-in.text', values);
  await mail.send({ to: email, subject: sentence(language, 'mail.let-in.subject', values), text }, tx);
}
