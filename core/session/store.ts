import { asRecord, StoredValue, type TextStorage } from '#core/kernel';
import type { LoginResult, Me } from '#core/protocol';

/** What a signed-in person leaves on this device, shared by all tabs. */
export interface Kept extends LoginResult {
  /** The organization in use; absent until one is chosen. */
  organization?: string;
  /** What the server last said, to start with where it cannot be reached. */
  me?: Me;
}

/** The session's place in the browser: shared by tabs (`localStorage`), the path to come back to by tab (`sessionStorage`). */
export class SessionStore {
  readonly #session: StoredValue<Kept | undefined>;
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

  /** Undefined too for what another version left and this one cannot read. */
  read(): Kept | undefined {
    return this.#session.get();
  }

  write(kept: Kept): void {
    this.#session.set(kept);
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

function readSession(stored: unknown): Kept | undefined {
  const { tokens, refreshToken } = asRecord(stored);
  return Array.isArray(tokens) && typeof refreshToken === 'string' ? (stored as Kept) : undefined;
}

export function tokenOf(kept: Kept | undefined): string | undefined {
  return kept?.tokens.find(({ organizationName }) => organizationName === kept.organization)?.token;
}
