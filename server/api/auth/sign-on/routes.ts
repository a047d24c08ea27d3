import { signInProviders, signInWays, signOn, type SignInProviders } from '#core/protocol';
import type { Queries } from '../../../platform/db/database.ts';
import { route, type Route } from '../../../http/context.ts';
import type { Services } from '../../../platform/services/services.ts';
import { HttpError } from '../../../base/http-error.ts';
import { noteRefused } from '../../../shared/auth/enter.ts';
import { countGuess } from '../../../shared/auth/guesses.ts';
import { hashOfToken } from '../../../shared/auth/sessions.ts';
import { checkAt, signOnAt } from './service.ts';

/** Lifetime of a login token: the time people take to follow its link. */
const TOKEN_MINUTES = 10;
/** How long a used token of the service is remembered. */
const USED_MINUTES = 24 * 60;

export const routes: Route[] = [
  route(signInProviders, async ({ services }) => providersOf(services)),
  route(signInWays, async ({ services }) => providersOf(services)),

  /** The service authenticates the person; this server decides whether they may sign in. */
  route(signOn, async ({ body, services, request }) => {
    const { db, config, outgoing } = services;
    if (!config.signOn) throw new HttpError(404, 'auth.sign-on-absent');
    const known = await countGuess(db, { kind: 'password', address: request.ip, account: body.email });
    const signedOn = await signOnAt(config.signOn, outgoing, body);
    if (!signedOn) {
      await noteRefused(db, { email: body.email, userId: undefined }, 'sign-on', request.ip);
      throw new HttpError(401, 'auth.wrong-password');
    }
    const userId = await userCalled(db, signedOn.email);
    await remember(db, userId, signedOn.loginToken, TOKEN_MINUTES, false);
    await known();
    return { loginToken: signedOn.loginToken };
  }),
];

function providersOf({ config }: Services): SignInProviders {
  return {
    signOn: config.signOn !== undefined,
    providers: config.oidc.map(({ id, title }) => ({ id, title })),
  };
}

/**
 * The user of a login token that was issued elsewhere, once per token; undefined when no sign-on service is
 * configured or it does not know the token.
 */
export async function userOfForeignToken(services: Services, token: string): Promise<string | undefined> {
  const { db, config, outgoing } = services;
  if (!config.signOn) return undefined;
  const [ours] = await db.query('select 1 from login_tokens where hash = $1', [hashOfToken(token)]);
  if (ours) return undefined;
  const email = await checkAt(config.signOn, outgoing, token);
  if (email === undefined) return undefined;
  const userId = await userCalled(db, email);
  return (await remember(db, userId, token, USED_MINUTES, true)) ? userId : undefined;
}

async function userCalled(db: Queries, email: string): Promise<string> {
  const [user] = await db.query<{ id: string }>(
    'select id from users where lower(email) = lower($1) and active and deleted_at is null',
    [email.trim()],
  );
  if (!user) throw new HttpError(403, 'auth.no-account', { email: email.trim() });
  return user.id;
}

/** Returns false if it was already used. */
async function remember(
  db: Queries,
  userId: string,
  token: string,
  minutes: number,
  used: boolean,
): Promise<boolean> {
  const added = await db.query(
    `insert into login_tokens (hash, user_id, expires_at, used_at, entered)
     values ($1, $2, now() + make_interval(mins => $3), case when $4 then now() end, '{"way": "sign-on"}')
     on conflict (hash) do nothing returning 1`,
    [hashOfToken(token), userId, minutes, used],
  );
  return added.length > 0;
}
