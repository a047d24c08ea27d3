import type { AppError } from '#core/kernel';
import type { Session } from '#core/session';

/** What the server answers when the token has expired. */
const TOKEN_EXPIRED = 406;

const TIMEOUT = 30_000;

/** Returns what fetches the code of a plugin by its SHA-256. It rejects with `absent` where it cannot be had. */
export function codeFetcher(
  session: Pick<Session, 'token' | 'refresh'>,
  absent: () => AppError,
): (sha256: string) => Promise<string> {
  return async (sha256) => {
    const fetchWith = (jwt: string | undefined) =>
      fetch(`/extensions/${sha256}/entry.js`, {
        headers: jwt === undefined ? {} : { jwt },
        signal: AbortSignal.timeout(TIMEOUT),
      }).catch(() => Promise.reject(absent()));
    let response = await fetchWith(session.token);
    if (response.status === TOKEN_EXPIRED) response = await fetchWith(await session.refresh(session.token));
    if (!response.ok) throw absent();
    return response.text();
  };
}
