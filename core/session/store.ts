import type { LoginResult, Me } from '#core/protocol';

/** What a signed-in person leaves on this device, shared by all tabs. */
export interface Kept extends LoginResult {
  /** The organization in use; absent until one is chosen. */
  organization?: string;
  /** What the server last said, to start with where it cannot be reached. */
  me?: Me;
}

const SESSION_KEY = 'groma.session';
const PATH_KEY = 'groma.redirection';

/** The session's place in the browser: shared by tabs (`localStorage`), the path to come back to by tab (`sessionStorage`). */
export class SessionStore {
  readonly #shared: Storage;
  readonly #tab: Storage;

  constructor(shared: Storage, tab: Storage) {
    this.#shared = shared;
    this.#tab = tab;
  }

  /** Undefined too for what another version left and this one cannot read. */
  read(): Kept | undefined {
    try {
      const kept = JSON.parse(this.#shared.getItem(SESSION_KEY) ?? 'null') as Partial<Kept> | null;
      return kept && Array.isArray(kept.tokens) && typeof kept.refreshToken === 'string'
        ? (kept as Kept)
        : undefined;
    } catch {
      return undefined;
    }
  }

  write(kept: Kept): void {
    this.#shared.setItem(SESSION_KEY, JSON.stringify(kept));
  }

  clear(): void {
    this.#shared.removeItem(SESSION_KEY);
  }

  keepPath(path: string): void {
    this.#tab.setItem(PATH_KEY, path);
  }

  takePath(): string | undefined {
    const path = this.#tab.getItem(PATH_KEY) ?? undefined;
    this.#tab.removeItem(PATH_KEY);
    return path;
  }

  /** Is this the browser's notice that another tab wrote or cleared the session? */
  concerns(event: Pick<StorageEvent, 'key'>): boolean {
    return event.key === SESSION_KEY || event.key === null;
  }
}

export function tokenOf(kept: Kept | undefined): string | undefined {
  return kept?.tokens.find(({ organizationName }) => organizationName === kept.organization)?.token;
}
