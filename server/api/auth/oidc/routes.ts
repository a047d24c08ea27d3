import type { FastifyReply } from 'fastify';
import { oidcCallback, oidcStart } from '#core/protocol';
import { route, type Route } from '../../../http/context.ts';
import type { Services } from '../../../platform/services/services.ts';
import { publicUrl } from '../../../http/public-url.ts';
import { HttpError } from '../../../base/http-error.ts';
import { countGuess } from '../../../shared/auth/guesses.ts';
import { noteRefused } from '../../../shared/auth/enter.ts';
import { createLoginToken, type Entered } from '../../../shared/auth/sessions.ts';
import { personFor, type TurnedAway } from './person.ts';
import { clearDeparture, departureOf, setDeparture } from './sealed-cookie.ts';
import type { OidcSettings } from '../../../base/config/oidc.ts';

/** Lifetime of the login token, in minutes: the browser uses it at once. */
const TOKEN_MINUTES = 2;

/** These requests are page loads: errors are shown by the login page. */
type SignInFailure = TurnedAway | 'unreachable' | 'cancelled' | 'too-late' | 'failed';

export const routes: Route[] = [
  route(oidcStart, async ({ params, services, request, reply, language }) => {
    const settings = settingsOf(services, params.id);
    try {
      const { departTo, discovered } = await openProvider();
      const configuration = await discovered(services.outgoing, settings);
      const site = publicUrl(services.config);
      const back = `${site}/api${oidcCallback.path.replace(':id', settings.id)}`;
      const { url, departure } = await departTo(configuration, settings, back, language);
      await setDeparture(reply, services.signing.key, site, departure);
      return reply.header('cache-control', 'no-store').redirect(url);
    } catch (failure) {
      request.log.warn({ err: failure }, `OpenID provider ${settings.id} cannot be reached`);
      return turnAway(reply, settings, 'unreachable');
    }
  }),

  route(oidcCallback, async ({ params, services, request, reply }) => {
    const settings = settingsOf(services, params.id);
    const { db, config, signing, outgoing } = services;
    const site = publicUrl(config);
    const departure = await departureOf(request, signing.key, site);
    clearDeparture(reply, site);
    if (departure?.provider !== settings.id) return turnAway(reply, settings, 'too-late');
    const known = await countGuess(db, { kind: 'token', address: request.ip });
    const { discovered, introduced, wasCancelled } = await openProvider();
    let who;
    try {
      who = await introduced(await discovered(outgoing, settings), departure, new URL(request.url, site));
    } catch (failure) {
      const cancelled = wasCancelled(failure);
      if (!cancelled) request.log.warn({ err: failure }, `signing in with ${settings.id} failed`);
      return turnAway(reply, settings, cancelled ? 'cancelled' : 'failed');
    }
    const { idToken } = who;
    const entered = await db.transaction(async (tx) => {
      const person = await personFor(tx, settings, who);
      if (typeof person !== 'string') return person;
      const came = { way: 'oidc', provider: settings.id, idToken } as const;
      return createLoginToken(tx, person, TOKEN_MINUTES, came);
    });
    await known();
    if (typeof entered === 'string')
      return reply.header('cache-control', 'no-store').redirect(`/auth/${entered}`);
    await noteRefused(db, { email: who.email ?? '', userId: undefined }, 'oidc', request.ip);
    return turnAway(reply, settings, entered.turnedAway);
  }),
];

/** The sign-out page of the provider the person signed in with, if any. */
export async function farewellTo(
  { config, outgoing }: Services,
  { provider, idToken }: Partial<Entered>,
): Promise<string | undefined> {
  const settings = config.oidc.find(({ id }) => id === provider);
  if (!settings || idToken === undefined) return undefined;
  // People sign out here even if the provider cannot be reached.
  const { discovered, farewell } = await openProvider();
  const configuration = await discovered(outgoing, settings).catch(() => undefined);
  return configuration && farewell(configuration, idToken, `${publicUrl(config)}/login`);
}

/** The OpenID Connect client is loaded on first use: many servers have no provider. */
const openProvider = () => import('./provider.ts');

function settingsOf({ config }: Services, id: string): OidcSettings {
  const settings = config.oidc.find((provider) => provider.id === id);
  if (!settings) throw new HttpError(404, 'http.not-found');
  return settings;
}

function turnAway(reply: FastifyReply, { id }: OidcSettings, reason: SignInFailure): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(`/login?refused=${reason}&by=${id}`);
}
