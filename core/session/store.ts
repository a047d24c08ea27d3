import { StoredValue, type TextStorage } from '#core/browser';
import { asRecord } from '#core/kernel';
import type { LoginResult, Me } from '#core/protocol';

/** The stored session, shared by all tabs. */
export interface StoredSession extends LoginResult {
  /** The current organization; absent until one is chosen. */
  organization?: string;
  /** The user as last sent by the server, used while it is unreachable. */
  me?: Me;
}

/** Browser storage of the session: shared by tabs (`localStorage`), the redirection path per tab (`sessionStorage`). */
export class SessionStore {
  readonly #session: StoredValue<StoredSession | undefined>;
  readonly #path: StoredValue<string | undefined>;

  constructor(shared: TextStorage | undefined, tab: TextStorage | undefined) {
    this.#session = new StoredValue({ storage: shared, key: 'groma.session', read: readSession });
    this.#path = new StoredValue({
      storage: tab,
      key: 'groma.redirection',
      read: (stored) => (typeof stored === 'string' ? stored : undefined),
      isText: true,
    });
  }

  /** Returns undefined also for a session of an unknown format. */
  read(): StoredSession | undefined {
    return this.#session.get();
  }

  write(session: StoredSession): void {
    this.#session.set(session);
  }

  clear(): void {
    this.#session.clear();
  }

  keepPath(path: string): void {
    this.#path.set(path);
  }

  takePath(): string | undefined {
    const path = this.#path.get();
    this.#path.clear();
    return path;
  }

  /** Whether the browser's `storage` event says that another tab wrote or cleared the session. */
  isChangedBy(event: Pick<StorageEvent, 'key'>): boolean {
    return this.#session.isChangedBy(event);
  }
}

function readSession(stored: unknown): StoredSession | undefined {
  const { tokens, refreshToken } = asRecord(stored);
  return Array.isArray(tokens) && typeof refreshToken === 'string' ? (stored as StoredSession) : undefined;
}

export function tokenOf(session: StoredSession | undefined): string | undefined {
  return session?.tokens.find(({ organizationName }) => organizationName === session.organization)?.token;
}
