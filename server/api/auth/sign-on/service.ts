import * as z from 'zod/mini';
import type { SignOnSettings } from '../../../base/config/sign-on.ts';
import { HttpError } from '../../../base/http-error.ts';
import { hostOf, type Outgoing } from '../../../platform/outgoing/fetch.ts';

const authenticated = z.object({
  userId: z.union([z.string().check(z.minLength(1)), z.number()]),
  /** The e-mail address at the service, if it differs from the one typed. */
  email: z.optional(z.string()),
});
const sent = z.object({ url: z.string().check(z.minLength(1), z.maxLength(4000)) });
const checked = z.object({ email: z.string().check(z.minLength(1), z.maxLength(254)) });

/** The person according to the service, and the login token it issued. */
export interface SignedOn {
  email: string;
  loginToken: string;
}

/**
 * The external sign-on service: `POST auth`, then `POST auth/send-token`. Undefined when it does not know the person.
 */
export async function signOnAt(
  service: SignOnSettings,
  outgoing: Outgoing,
  credentials: { email: string; password: string },
): Promise<SignedOn | undefined> {
  const person = await post(service, outgoing, 'auth', credentials, authenticated);
  if (!person) return undefined;
  const { serviceId } = service;
  const answer = await post(service, outgoing, 'auth/send-token', { serviceId, userId: person.userId }, sent);
  const loginToken = answer && lastSegment(answer.url);
  if (!loginToken) throw new HttpError(502, 'auth.sign-on-broken', { host: new URL(service.url).host });
  return { email: person.email ?? credentials.email, loginToken };
}

/** The person of a login token in a link that the service sent itself: `POST auth/check-token`. */
export async function checkAt(
  service: SignOnSettings,
  outgoing: Outgoing,
  token: string,
): Promise<string | undefined> {
  const { serviceId } = service;
  return (await post(service, outgoing, 'auth/check-token', { serviceId, token }, checked))?.email;
}

async function post<S extends z.core.$ZodType>(
  { url }: SignOnSettings,
  outgoing: Outgoing,
  path: string,
  body: object,
  schema: S,
): Promise<z.output<S> | undefined> {
  const { host } = new URL(url);
  const response = await outgoing.fetch(`${url}/${path}`, {
    internal: [hostOf(url)],
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    maxBytes: 100_000,
  });
  const text = await response.text();
  if (response.status >= 400 && response.status < 500) return undefined;
  const parsed = z.safeParse(schema, response.ok ? jsonOf(text) : undefined);
  if (!parsed.success) throw new HttpError(502, 'auth.sign-on-broken', { host });
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `https://groma.example/auth/abc?x#y` → `abc`. */
function lastSegment(url: string): string | undefined {
  const { pathname } = new URL(url, 'http://any');
  const token = decodeURIComponent(pathname.split('/').filter(Boolean).at(-1) ?? '');
  return token === '' || token.length > 500 ? undefined : token;
}
