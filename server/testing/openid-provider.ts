import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

/** The provider's claims about a person; they sign in there with the key and any password. */
export interface ProviderClaims {
  email?: string;
  email_verified?: boolean;
  name?: string;
}

export interface OpenIdProvider {
  issuer: string;
  /** For `GROMA_OIDC`, `config.oidc`. */
  client: { clientId: string; clientSecret: string };
  /** Registers the Groma at this URL, whose settings call the provider `id`. */
  welcome(site: string, id: string): void;
  close(): Promise<void>;
}

/** A real OpenID provider (certified: `oidc-provider`) with its own sign-in pages. PKCE is required. */
export async function openIdProvider(people: Record<string, ProviderClaims>): Promise<OpenIdProvider> {
  const client = { clientId: 'groma', clientSecret: 'a secret between the two' };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' };
  const configured = (site: string, id: string) =>
    new Provider(issuer, {
      clients: [
        {
          client_id: client.clientId,
          client_secret: client.clientSecret,
          redirect_uris: [`${site}/api/sso/oidc/${id}/callback`],
          post_logout_redirect_uris: [`${site}/login`],
        },
      ],
      jwks: { keys: [jwk] },
      cookies: { keys: ['a key of the test'] },
      pkce: { required: () => true },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      findAccount: (_context, accountId) => {
        const known = people[accountId];
        return known && { accountId, claims: () => ({ sub: accountId, ...known }) };
      },
    });
  return {
    issuer,
    client,
    welcome: (site, id) => {
      const handle = configured(site, id).callback();
      server.on('request', (request, response) => void handle(request, response));
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
