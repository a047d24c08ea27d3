import * as z from 'zod/mini';

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));

const provider = z.strictObject({
  /** Used in the URLs `/api/sso/oidc/{id}` and `…/{id}/callback`; the latter is registered at the provider. */
  id: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
  /** Label of the button: "Sign in with {title}". */
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  issuer: z.url().check(z.refine(isSafeIssuer, { error: 'must begin with https://' })),
  clientId: text,
  clientSecret: z.optional(text),
  scope: z._default(text, 'openid email profile'),
  /** Accepts e-mail addresses that the provider has not verified: only if it assigns them itself. */
  trustEmail: z._default(z.boolean(), false),
  /** Accepts only addresses in these domains. */
  domains: z.optional(z.array(z.string().check(z.toLowerCase(), z.minLength(1)))),
  /** Creates accounts with this role in this organization; without it, unknown people are rejected. */
  newUsers: z.optional(z.strictObject({ role: text, organization: text })),
});
export type OidcSettings = z.output<typeof provider>;

/** Plain HTTP only to this machine, for tests. */
function isSafeIssuer(issuer: string): boolean {
  if (!URL.canParse(issuer)) return false;
  const { protocol, hostname } = new URL(issuer);
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  );
}

/** Parses `GROMA_OIDC`, a JSON list of providers. Throws an error with a message for the operator. */
export function readOidc(setting: string | undefined): OidcSettings[] {
  if (!setting) return [];
  let json: unknown;
  try {
    json = JSON.parse(setting);
  } catch {
    throw new Error(
      'GROMA_OIDC cannot be used: it is no JSON. Give a list: [{"id": …, "title": …, "issuer": …, "clientId": …}].',
    );
  }
  const parsed = z.array(provider).safeParse(json);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw new Error(`GROMA_OIDC cannot be used: ${path.join('.') || 'it'}: ${message}`);
  }
  const ids = parsed.data.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice) throw new Error(`GROMA_OIDC cannot be used: two providers have the id ${twice}.`);
  return parsed.data;
}
