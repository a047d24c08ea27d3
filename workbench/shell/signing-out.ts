import { filter, firstValueFrom } from 'rxjs';
import { dropUnsentChanges, sealUnsentChanges, unsentChangesOf } from '#core/autosave';
import { canEncrypt } from '#core/browser';
import { AppError } from '#core/kernel';
import type { Projects } from '#core/project';
import type { Session } from '#core/session';

/** What a person who signs out has not sent. */
export interface Unsent {
  readonly count: number;
  /** The projects, the open one first. */
  readonly projectIds: readonly string[];
  /** Why it cannot be kept on this device; undefined if it can. */
  readonly keepProblem: 'no-encryption' | 'not-stored' | undefined;
}

interface SigningOutParts {
  readonly session: Pick<Session, 'me' | 'signOut'>;
  readonly projects: Pick<Projects, 'current' | 'current$' | 'open' | 'close' | 'deviceKey'>;
  /** Leaves the workspace, which closes the open project. */
  readonly leaveWorkspace: () => void;
}

/** Signs the person out, after asking what shall become of their unsent changes. */
export class SigningOut {
  readonly #parts: SigningOutParts;

  constructor(parts: SigningOutParts) {
    this.#parts = parts;
  }

  /** On this device, and in this tab where the browser stores nothing. */
  async unsent(): Promise<Unsent> {
    const { current } = this.#parts.projects;
    await current?.autosave.stored();
    const stored = await unsentChangesOf(this.#userId).catch(() => []);
    const inTab = current?.autosave.state.queued ?? 0;
    const openId = current?.project.id;
    const ofOpen = stored.find(({ projectId }) => projectId === openId)?.count ?? 0;
    const unstored = Math.max(0, inTab - ofOpen);
    const others = stored.map(({ projectId }) => projectId).filter((id) => id !== openId);
    return {
      count: stored.reduce((sum, { count }) => sum + count, unstored),
      projectIds: openId !== undefined && inTab + ofOpen > 0 ? [openId, ...others] : others,
      keepProblem: unstored > 0 ? 'not-stored' : canEncrypt() ? undefined : 'no-encryption',
    };
  }

  /**
   * Sends everything, then signs out.
   * @throws AppError('unsent') with the reason, if something could not be sent: the person stays signed in.
   */
  async send({ projectIds }: Unsent): Promise<void> {
    const { projects, session } = this.#parts;
    for (const id of projectIds) {
      if (projects.current && projects.current.project.id !== id) {
        this.#parts.leaveWorkspace();
        await firstValueFrom(projects.current$.pipe(filter((open) => open === undefined)));
      }
      const { autosave } = await projects.open(id);
      await autosave.flush();
      const { queued, error, refused, conflicts } = autosave.state;
      if (queued === 0) continue;
      throw new AppError('unsent', error ?? refused[0]?.detail ?? (conflicts.length > 0 ? 'conflict' : ''));
    }
    await session.signOut();
  }

  /** Encrypts everything on this device with the person's key, then signs out. Rejects if the server gives no key. */
  async keep(): Promise<void> {
    const { projects, session } = this.#parts;
    const key = await projects.deviceKey();
    await this.#close();
    await sealUnsentChanges(this.#userId, key);
    await session.signOut();
  }

  /** Removes everything from this device, and signs out. */
  async drop(): Promise<void> {
    const userId = this.#userId;
    await this.#close();
    await dropUnsentChanges(userId).catch(() => undefined);
    await this.#parts.session.signOut();
  }

  async #close(): Promise<void> {
    const { projects } = this.#parts;
    await projects.current?.autosave.stored();
    projects.close();
  }

  get #userId(): string {
    return this.#parts.session.me?.userId ?? '';
  }
}
