import { serviceToken } from '#core/kernel';
import type { Session } from './contract.ts';

export type { AuthorizationLimit, Session } from './contract.ts';
export { LiveSession, type SessionOptions } from './live-session.ts';
export { acrossTabs, type OneAtATime } from './one-at-a-time.ts';
export { SessionStore } from './store.ts';
export const SESSION = serviceToken<Session>('core.Session');
