import type { Observable } from 'rxjs';
import type { LoginResult, Me } from '#core/protocol';

/** Who is signed in, and how one comes and goes. */
export interface Session {
  readonly me$: Observable<Me | undefined>;
  readonly me: Me | undefined;
  /** The token in use; sent as header `jwt`. */
  readonly token: string | undefined;
  /** All organizations of the last login; choosing another switches the token. */
  readonly organizations: readonly string[];
  signIn(email: string, password: string): Promise<LoginResult>;
  signInByToken(loginToken: string): Promise<LoginResult>;
  /** After a login with several organizations; the login with one chooses by itself. */
  chooseOrganization(name: string): Promise<void>;
  signOut(): Promise<void>;
  /**
   * A token newer than `refused` (the one in use unless given), by one refresh for everyone who waits, other tabs
   * included; rejects, clears storage and keeps the path for redirection when the server refuses it.
   */
  refresh(refused?: string): Promise<string>;
  /** Asks the server again who I am: rights may have changed. */
  reload(): Promise<void>;
  /** Comes back to `path` after the next login; not after the person left by themselves. */
  keepRedirection(path: string): void;
  /** Where to go after signing in; reading it consumes it. */
  takeRedirection(): string | undefined;
}
