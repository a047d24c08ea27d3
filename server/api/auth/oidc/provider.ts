import * as client from 'openid-client';
import { hostOf, type Outgoing } from '../../../platform/outgoing/fetch.ts';
import type { Departure } from './sealed-cookie.ts';
import type { OidcSettings } from '../../../base/config/oidc.ts';

const REMEMBERED = 3_600_000;

interface CachedConfiguration {
  at: number;
  configuration: Promise<client.Configuration>;
}
const known = new WeakMap<Outgoing, Map<string, CachedConfiguration>>();

/** The provider's discovery document, cached for an hour. Throws whatever kept it from answering. */
export function discovered(outgoing: Outgoing, settings: OidcSettings): Promise<client.Configuration> {
  const remembered = known.get(outgoing) ?? new Map<string, CachedConfiguration>();
  known.set(outgoing, remembered);
  const before = remembered.get(settings.id);
  if (before && Date.now() - before.at < REMEMBERED) return before.configuration;
  const configuration = discover(outgoing, settings);
  remembered.set(settings.id, { at: Date.now(), configuration });
  // A failed discovery is not cached.
  configuration.catch(() => remembered.delete(settings.id));
  return configuration;
}

function discover(outgoing: Outgoing, settings: OidcSettings): Promise<client.Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const internal = [hostOf(issuer)];
  const send: client.CustomFetch = async (url, { method, headers, body, signal }) => {
    const text =
      body instanceof URLSearchParams ? body.toString() : ((body ?? undefined) as string | undefined);
    const answer = await outgoing.fetch(url, {
      internal,
      method,
      headers,
      body: text,
      signal,
      maxBytes: 1_000_000,
    });
    return answer as unknown as Response;
  };
  return client.discovery(
    new URL(issuer),
    clientId,
    undefined,
    clientSecret ? client.ClientSecretBasic(clientSecret) : client.None(),
    {
      [client.customFetch]: send,
      execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
    },
  );
}

/**
 * The authorization URL, and what the browser must bring back: authorization code flow with PKCE, state and nonce.
 */
export async function departTo(
  configuration: client.Configuration,
  settings: OidcSettings,
  redirectUri: string,
  language: string,
): Promise<{ url: string; departure: Departure }> {
  const departure = {
    provider: settings.id,
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  };
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: settings.scope,
    state: departure.state,
    nonce: departure.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(departure.verifier),
    code_challenge_method: 'S256',
    ui_locales: language,
  });
  return { url: url.href, departure };
}

/** The provider's claims about the person. */
export interface Introduced {
  email: string | undefined;
  emailVerified: boolean;
  name: string | undefined;
  idToken: string;
}

/** Exchanges the authorization code for claims. Throws when the provider or its response is invalid. */
export async function introduced(
  configuration: client.Configuration,
  { state, nonce, verifier }: Departure,
  arrivedAt: URL,
): Promise<Introduced> {
  const tokens = await client.authorizationCodeGrant(configuration, arrivedAt, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims()!;
  // Many providers return the e-mail address only from the userinfo endpoint.
  const more =
    claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
      ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : {};
  const facts: Record<string, unknown> = { ...more, ...claims };
  const word = (name: string) => (typeof facts[name] === 'string' ? facts[name].trim() : undefined);
  return {
    email: word('email')?.toLowerCase(),
    emailVerified: facts['email_verified'] === true,
    name: word('name'),
    idToken: tokens.id_token!,
  };
}

/** Returns whether the person cancelled at the provider. */
export function wasCancelled(failure: unknown): boolean {
  return failure instanceof client.AuthorizationResponseError && failure.error === 'access_denied';
}

/** The provider's sign-out URL; undefined if it has none. */
export function farewell(
  configuration: client.Configuration,
  idToken: string,
  backTo: string,
): string | undefined {
  if (!configuration.serverMetadata().end_session_endpoint) return undefined;
  return client.buildEndSessionUrl(configuration, {
    id_token_hint: idToken,
    post_logout_redirect_uri: backTo,
  }).href;
}
