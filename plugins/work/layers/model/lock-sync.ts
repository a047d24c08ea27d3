import type { Api } from '#core/api';
import { isAbort } from '#core/kernel';
import { changeLockedLayers, getLockedLayers } from '#core/protocol';
import type { StoredLayers } from './stored-layers.ts';

export type LockState = Pick<StoredLayers, 'locked' | 'unsentLocks'>;

interface LockSyncParts {
  readonly api: Pick<Api, 'call'>;
  readonly projectId: string;
  get(): LockState;
  set(state: LockState): void;
  /** Types that the server knows: others cannot be locked there. */
  isKnown(typeName: string): boolean;
  /** Called when the server could not be told. */
  onUnsent(): void;
  /** Aborted when the project is closed. */
  readonly closed: AbortSignal;
}

/** Keeps a person's locked layers of a project on the server, which leaves them out of exports. */
export class LockSync {
  readonly #parts: LockSyncParts;
  #sending: Promise<void> = Promise.resolve();

  constructor(parts: LockSyncParts) {
    this.#parts = parts;
  }

  /** Takes the locks of the server, with those of this device that it does not have yet. */
  async start(): Promise<void> {
    const { api, projectId, get, set, closed } = this.#parts;
    try {
      const { data } = await api.call(getLockedLayers, { params: { id: projectId } }, { signal: closed });
      if (closed.aborted) return;
      const { locked, unsentLocks } = get();
      // Locks from before the server stored them.
      const first = Object.fromEntries(locked.map((name) => [name, true]));
      const unsent = data.typeNames ? unsentLocks : { ...first, ...unsentLocks };
      set({ locked: withChanges(data.typeNames ?? [], unsent), unsentLocks: unsent });
    } catch (failure) {
      // The next opening asks again; until then the locks of this device apply.
      if (isAbort(failure)) return;
    }
    this.send();
  }

  setLocked(typeName: string, locked: boolean): void {
    const before = this.#parts.get();
    this.#parts.set({
      locked: withChanges(before.locked, { [typeName]: locked }),
      unsentLocks: { ...before.unsentLocks, [typeName]: locked },
    });
    this.send();
  }

  /** One request after the other, so that the last lock of a layer wins. */
  send(): void {
    this.#sending = this.#sending.then(() => this.#send());
  }

  async #send(): Promise<void> {
    const { api, projectId, get, set, isKnown, onUnsent, closed } = this.#parts;
    // What is unsent is sent at the next opening.
    if (closed.aborted) return;
    const sent = Object.entries(get().unsentLocks);
    const named = (locked: boolean) =>
      sent.flatMap(([name, each]) => (each === locked && (!locked || isKnown(name)) ? [name] : []));
    const body = { lock: named(true), unlock: named(false) };
    if (body.lock.length + body.unlock.length === 0) return;
    try {
      await api.call(changeLockedLayers, { params: { id: projectId }, body });
      if (closed.aborted) return;
      const { locked, unsentLocks } = get();
      const left = Object.entries(unsentLocks).filter(
        ([name, each]) => !body[each ? 'lock' : 'unlock'].includes(name),
      );
      set({ locked, unsentLocks: Object.fromEntries(left) });
    } catch {
      onUnsent();
    }
  }
}

function withChanges(names: readonly string[], changes: Readonly<Record<string, boolean>>): string[] {
  const all = new Set(names);
  for (const [name, locked] of Object.entries(changes)) {
    if (locked) all.add(name);
    else all.delete(name);
  }
  return [...all];
}
