import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { email, uuid } from './common.ts';

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
  /** The session family; refreshing keeps it, signing out ends it. */
  sessionId: string;
  /** Seconds since 1970. */
  exp: number;
}

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
  summary: 'Ends the session; its refresh tokens are worth nothing from now on.',
  authorization: 'signed-in',
});

export const changePassword = defineCall({
  id: 'auth.changePassword',
  method: 'POST',
  path: '/password',
  summary: "Changes the caller's own password; other sessions of theirs end.",
  authorization: 'signed-in',
  body: z.object({ current: password, next: z.string().check(z.minLength(10), z.maxLength(1024)) }),
});

/** Who I am: what the client filters menus, routes and tools by. The server decides by the same facts. */
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
    blockedLayers: z.array(z.string()),
    organizationId: uuid,
    organizationName: z.string(),
  }),
});
export type Me = z.output<(typeof me)['answer']>;
