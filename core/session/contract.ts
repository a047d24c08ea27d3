import type { Observable } from 'rxjs';
import type { LoginResult, Me } from '#core/protocol';

/** Returns those of the authorizations that remain. */
export type AuthorizationLimit = (held: readonly string[]) => readonly string[];

/** Who is signed in; signing in and out. */
export interface Session {
  readonly me$: Observable<Me | undefined>;
  readonly me: Me | undefined;
  /** The token in use; sent as header `jwt`. */
  readonly token: string | undefined;
  /** The organizations of the last login; choosing another switches the token. */
  readonly organizations: readonly string[];
  /** Why the session ended other than by signing out, as a sentence; until the next sign-in. */
  readonly ended: string | undefined;
  signIn(email: string, password: string): Promise<LoginResult>;
  signInByToken(loginToken: string): Promise<LoginResult>;
  /** Needed after a login with several organizations; a single one is chosen automatically. */
  chooseOrganization(name: string): Promise<void>;
  signOut(): Promise<void>;
  /**
   * Returns a token newer than `refused` (default: the current one); concurrent calls and tabs share one refresh.
   * When the server refuses it rejects, clears the storage and stores the path for redirection.
   */
  refresh(refused?: string): Promise<string>;
  /** Limits the authorizations of `me` to what is possible where the person is now; undefined: no limit. */
  limit(limit: AuthorizationLimit | undefined): void;
  /** Reloads the signed-in user, whose rights may have changed. */
  reload(): Promise<void>;
  /** Returns to `path` after the next login, unless the person signed out themselves. */
  keepRedirection(path: string): void;
  /** Returns the path to go to after signing in, once. */
  takeRedirection(): string | undefined;
}
