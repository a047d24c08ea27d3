import { savePassword, sendRecoveryToken, type Language } from '#core/protocol';
import { audit } from '../../platform/audit/audit.ts';
import type { Queries } from '../../platform/db/database.ts';
import { outsideTransaction } from '../../platform/db/nesting.ts';
import { route, type Route } from '../../http/context.ts';
import type { Services } from '../../platform/services/services.ts';
import { sentence } from '../../base/language.ts';
import { publicUrl } from '../../http/public-url.ts';
import { HttpError } from '../../base/http-error.ts';
import { countGuess } from '../../shared/auth/guesses.ts';
import { refuseCommonPasswordOf } from '../../shared/auth/common-passwords.ts';
import { hashPassword } from '../../shared/auth/passwords.ts';
import { createRecoveryLink, LINK_MINUTES } from '../../shared/auth/recovery-link.ts';
import { endSessionsOf, hashOfToken, revokeTokensOf } from '../../shared/auth/sessions.ts';

export const routes: Route[] = [
  route(sendRecoveryToken, async ({ body, services, request, language }) => {
    await countGuess(services.db, { kind: 'recovery', address: request.ip, account: body.email });
    // The address is looked up after the response: neither its content nor its timing reveals whether the address
    // exists.
    await services.db.query('insert into recovery_requests (email, language, address) values ($1, $2, $3)', [
      body.email,
      language,
      request.ip,
    ]);
    void outsideTransaction(() => answerRecoveryRequests(services)).catch((failure: unknown) =>
      request.log.error({ err: failure }, 'password recovery failed'),
    );
    return undefined;
  }),

  route(savePassword, async ({ body, services, request }) => {
    const known = await countGuess(services.db, { kind: 'token', address: request.ip });
    const hash = await hashPassword(body.password);
    await services.db.transaction(async (tx) => {
      const [person] = await tx.query<{ userId: string; name: string }>(
        `update recovery_tokens t set used_at = now() from users u
         where t.hash = $1 and t.used_at is null and t.expires_at > now()
           and u.id = t.user_id and u.active and u.deleted_at is null
         returning u.id as "userId", u.name`,
        [hashOfToken(body.token)],
      );
      if (!person) throw new HttpError(401, 'auth.recovery-unknown');
      const { userId, name } = person;
      // The link stays valid for another attempt.
      await refuseCommonPasswordOf(tx, body.password, userId);
      await tx.query('update users set password_hash = $2 where id = $1', [userId, hash]);
      await tx.query('delete from recovery_tokens where user_id = $1 and used_at is null', [userId]);
      await tx.query('delete from login_tokens where user_id = $1 and used_at is null', [userId]);
      await endSessionsOf(tx, userId);
      await revokeTokensOf(tx, userId);
      await audit(tx, {
        kind: 'password.recovered',
        actor: { userId },
        subject: { kind: 'user', id: userId, name },
        address: request.ip,
      });
      await services.events.announce(tx, 'session', { userId }, { reason: 'ended' });
    });
    await known();
    return undefined;
  }),
];

interface RecoveryRequest {
  email: string;
  language: Language;
  address: string;
}

/** Each request is handled by one server; what was left at a stop is handled by the next server. */
export async function answerRecoveryRequests(services: Services): Promise<void> {
  for (let more = true; more;)
    more = await services.db.transaction(async (tx) => {
      const [request] = await tx.query<RecoveryRequest>(
        `delete from recovery_requests where id = (select id from recovery_requests order by id limit 1
           for update skip locked) returning email, language, address`,
      );
      if (request) await answer(tx, services, request);
      return request !== undefined;
    });
}

async function answer(tx: Queries, { config, mail }: Services, request: RecoveryRequest): Promise<void> {
  const [person] = await tx.query<{ id: string; name: string; email: string; language: Language | null }>(
    'select id, name, email, language from users where lower(email) = lower($1) and active and deleted_at is null',
    [request.email],
  );
  if (!person) return;
  const language = person.language ?? request.language;
  const link = await createRecoveryLink(tx, config, person.id);
  const values = { name: person.name, link, minutes: LINK_MINUTES, site: publicUrl(config) };
  const message = {
    to: person.email,
    subject: sentence(language, 'mail.recovery.subject', values),
    text: sentence(language, 'mail.recovery.text', values),
  };
  await mail.send(message, tx);
  await audit(tx, {
    kind: 'password.recovery-asked',
    actor: null,
    subject: { kind: 'user', id: person.id, name: person.name },
    address: request.address,
  });
}
