import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { byId, email, like, name, uuid } from './common.ts';

export const loginResult = z.object({
  tokens: z.array(z.object({ token: z.string(), organizationName: z.string() })),
  refreshToken: z.string(),
  userId: uuid,
});
export type LoginResult = z.output<typeof loginResult>;

/** The content of a session token (a signed JWT). */
export interface SessionClaims {
  roleId: string;
  userId: string;
  organizationId: string;
  /** The session family; refreshing preserves it, signing out ends it. */
  sessionId: string;
  /** Seconds since 1970. */
  exp: number;
}

/** Minimum length of new passwords. */
export const SHORTEST_PASSWORD = 10;
const newPassword = z.string().check(z.minLength(SHORTEST_PASSWORD), z.maxLength(1024));
const password = z.string().check(z.minLength(1), z.maxLength(1024));

export const login = defineCall({
  id: 'auth.login',
  method: 'POST',
  path: '/login',
  summary: 'Signs in with e-mail address and password; answers one token per organization.',
  authorization: 'public',
  body: z.object({ email: z.string().check(z.maxLength(254)), password }),
  answer: loginResult,
});

export const loginByToken = defineCall({
  id: 'auth.loginSso',
  method: 'POST',
  path: '/sso/login-sso',
  summary: 'Signs in with a one-time login token.',
  authorization: 'public',
  body: z.object({ loginToken: z.string().check(z.minLength(1), z.maxLength(500)) }),
  answer: loginResult,
});

export const refreshToken = defineCall({
  id: 'auth.refresh',
  method: 'POST',
  path: '/refreshtoken',
  summary: 'Exchanges a refresh token for new tokens; a refresh token used twice ends its session.',
  authorization: 'public',
  body: z.object({ refreshToken: z.string().check(z.minLength(1), z.maxLength(500)) }),
  answer: loginResult,
});

export const logout = defineCall({
  id: 'auth.logout',
  method: 'POST',
  path: '/logout',
  summary:
    'Ends the session; its refresh tokens are worth nothing from now on. 204, or where to sign out as well.',
  authorization: 'signed-in',
  session: true,
  /** Only for a session started at an OpenID provider that requires to be notified of its end. */
  answer: z.object({ continueAt: z.url() }),
});

export const changePassword = defineCall({
  id: 'auth.changePassword',
  method: 'POST',
  path: '/password',
  summary: "Changes the caller's own password; their other sessions and their personal access tokens end.",
  authorization: 'signed-in',
  session: true,
  body: z.object({ current: password, next: newPassword }),
});

const providers = z.object({
  signOn: z.boolean(),
  providers: z.array(z.object({ id: z.string(), title: z.string() })),
});

/** The sign-in options of the login page in addition to e-mail and password. */
export const signInProviders = defineCall({
  id: 'auth.providers',
  method: 'GET',
  path: '/sso/providers',
  summary: 'How people can sign in besides e-mail and password: the sign-on service, OpenID providers.',
  authorization: 'public',
  answer: providers,
});

/** The earlier path of `signInProviders`. */
export const signInWays = defineCall({
  id: 'auth.ways',
  method: 'GET',
  path: '/sso/ways',
  summary: 'Deprecated: use `/sso/providers`.',
  deprecated: true,
  authorization: 'public',
  answer: providers,
});
export type SignInProviders = z.output<(typeof signInProviders)['answer']>;

export const signOn = defineCall({
  id: 'auth.signOn',
  method: 'POST',
  path: '/sso/auth',
  summary: 'Asks the external sign-on service for a login token, to be used at `/auth/{loginToken}`.',
  authorization: 'public',
  body: z.object({ email: z.string().check(z.minLength(1), z.maxLength(254)), password }),
  answer: z.object({ loginToken: z.string() }),
});

const providerId = z.object({ id: like('acme', /^[a-z0-9-]{1,40}$/) });

export const oidcStart = defineCall({
  id: 'auth.oidcStart',
  method: 'GET',
  path: '/sso/oidc/:id',
  summary: 'Sends the browser to an OpenID provider to sign in there.',
  authorization: 'public',
  params: providerId,
});

export const oidcCallback = defineCall({
  id: 'auth.oidcCallback',
  method: 'GET',
  path: '/sso/oidc/:id/callback',
  summary:
    'Where the OpenID provider sends the browser back; goes on to `/auth/{loginToken}`, or says why not.',
  authorization: 'public',
  params: providerId,
});

export const sendRecoveryToken = defineCall({
  id: 'auth.sendRecoveryToken',
  method: 'POST',
  path: '/passwordrecovery/sendtoken',
  summary:
    'Sends a link for a new password by e-mail; the answer is the same whether anyone has the address.',
  authorization: 'public',
  body: z.object({ email }),
});

export const savePassword = defineCall({
  id: 'auth.savePassword',
  method: 'POST',
  path: '/passwordrecovery/savechange',
  summary: 'Sets a new password with the token of that link, once; all sessions of the person end.',
  authorization: 'public',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(500)), password: newPassword }),
});

/**
 * A personal access token, with which other programs (QGIS, GDAL, scripts) sign in, as Bearer token or as password of
 * Basic authentication.
 */
export const personalToken = z.object({
  id: uuid,
  name: z.string(),
  /** The organization it gives access to: the one it was created in. */
  organizationName: z.string(),
  /** It changes nothing. */
  readOnly: z.boolean(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
});
export type PersonalToken = z.output<typeof personalToken>;

export const listTokens = defineCall({
  id: 'auth.listTokens',
  method: 'GET',
  path: '/users/me/tokens',
  summary: "The caller's personal access tokens, newest first; never their secret.",
  authorization: 'signed-in',
  answer: z.array(personalToken),
});

export const deviceKey = defineCall({
  id: 'auth.deviceKey',
  method: 'GET',
  path: '/users/me/device-key',
  summary: "The caller's key for what their browser keeps after they sign out, 32 bytes in base64.",
  authorization: 'signed-in',
  session: true,
  answer: z.object({ key: z.string() }),
});

export const createToken = defineCall({
  id: 'auth.createToken',
  method: 'POST',
  path: '/users/me/tokens',
  summary: 'Makes a personal access token for other programs; its secret is answered only this once.',
  authorization: 'signed-in',
  session: true,
  /** Strict: a misspelt `readOnly` would make a token that may write. */
  body: z.strictObject({
    name,
    days: z.int().check(z.minimum(1), z.maximum(366)),
    /** Default: false, it may do what the person may do. */
    readOnly: z.optional(z.boolean()),
  }),
  answer: z.extend(personalToken, { token: z.string() }),
});

export const deleteToken = defineCall({
  id: 'auth.deleteToken',
  method: 'DELETE',
  path: '/users/me/tokens/:id',
  summary: 'Revokes a personal access token; it opens nothing from the next request on.',
  authorization: 'signed-in',
  session: true,
  params: byId,
});

/**
 * The signed-in person, as used by the client to filter menus, routes and tools. The server decides by the same data.
 */
export const me = defineCall({
  id: 'auth.me',
  method: 'GET',
  path: '/me',
  summary: 'The signed-in person: role, authorizations, organization and blocked layers.',
  authorization: 'signed-in',
  answer: z.object({
    userId: uuid,
    email,
    name: z.string(),
    language: z.nullable(z.enum(['en', 'it'])),
    roleId: uuid,
    roleName: z.string(),
    authorizations: z.array(z.string()),
    /** Administers all organizations of the server. */
    superAdministrator: z.boolean(),
    blockedLayers: z.array(z.string()),
    /** Whether there are object types and all of them are blocked: then there is nothing to draw or to show on a map. */
    everyTypeBlocked: z.optional(z.boolean()),
    organizationId: uuid,
    organizationName: z.string(),
  }),
});
export type Me = z.output<(typeof me)['answer']>;
