import type { User } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { createRecoveryLink } from '../../shared/auth/recovery-link.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services/services.ts';
import { sentence } from '../../base/language.ts';

/** Lifetime of an invitation, in days: people may not read their mail today. */
const DAYS = 7;

/** Sends the link to set the first password, in the transaction that creates the user. */
export async function invite(
  tx: Queries,
  { config, mail }: Pick<Services, 'config' | 'mail'>,
  caller: Caller,
  { id, name, email, language }: User,
): Promise<void> {
  const link = await createRecoveryLink(tx, config, id, DAYS * 24 * 60);
  const values = { name, by: caller.name, organization: caller.organizationName, link, days: DAYS };
  const to = language ?? caller.language ?? 'en';
  await mail.send(
    {
      to: email,
      subject: sentence(to, 'mail.invitation.subject', values),
      text: sentence(to, 'mail.invitation.text', values),
    },
    tx,
  );
}
