import type { Api } from '#core/api';
import { StoredValue, type TextStorage } from '#core/browser';
import { asRecord, isAbort } from '#core/kernel';
import { changeOwnStyle, getOwnStyles, type Style } from '#core/protocol';

/** The styles on this device, by type name. */
export interface LocalStyles {
  get(): Readonly<Record<string, unknown>>;
  set(styles: Readonly<Record<string, unknown>>): void;
}

/** What the server does not have yet is the rest: styles without `known`, and those that were removed here. */
interface Sent {
  /** Names of styles that are the same there. */
  readonly known: readonly string[];
  readonly removed: readonly string[];
}

interface Parts {
  readonly api: Pick<Api, 'call'>;
  readonly storage: TextStorage | undefined;
  readonly projectId: string;
  readonly local: LocalStyles;
  /** Called when the server could not be told. */
  onUnsent(): void;
}

/** Keeps a person's own styles of a project on the server, from where they come to the person's other devices. */
export class OwnStyles {
  readonly #parts: Parts;
  readonly #sent: StoredValue<Sent>;
  #sending: Promise<void> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#sent = new StoredValue<Sent>({
      storage: parts.storage,
      key: `styles-sent.${parts.projectId}`,
      read: (stored) => ({ known: [], removed: [], ...asRecord(stored) }),
    });
  }

  /** Takes the styles of the server, with the changes of this device that it does not have yet. */
  async start(): Promise<void> {
    const { api, projectId, local } = this.#parts;
    try {
      const { data } = await api.call(getOwnStyles, { params: { id: projectId } });
      const { known, removed } = this.#sent.get();
      const here = Object.entries(local.get()).filter(([name]) => !known.includes(name));
      const there = Object.entries(data.styles).filter(([name]) => !removed.includes(name));
      local.set(Object.fromEntries([...there, ...here]));
      const own = new Set(here.map(([name]) => name));
      this.#sent.set({ known: there.map(([name]) => name).filter((name) => !own.has(name)), removed });
    } catch (failure) {
      // The next opening asks again; until then the styles of this device apply.
      if (isAbort(failure)) return;
    }
    this.#send();
  }

  /** After a style was changed or removed here. */
  changed(typeName: string): void {
    const { known, removed } = this.#sent.get();
    const isRemoved = !Object.hasOwn(this.#parts.local.get(), typeName);
    const others = removed.filter((name) => name !== typeName);
    this.#sent.set({
      known: known.filter((name) => name !== typeName),
      removed: isRemoved ? [...others, typeName] : others,
    });
    this.#send();
  }

  /** One request after the other, so that the last change of a style wins. */
  #send(): void {
    this.#sending = this.#sending.then(() => this.#sendAll());
  }

  async #sendAll(): Promise<void> {
    const { api, projectId, local, onUnsent } = this.#parts;
    const { known, removed } = this.#sent.get();
    const styles = local.get();
    const changed = Object.keys(styles).filter((name) => !known.includes(name));
    try {
      for (const name of [...removed, ...changed]) {
        const style = (styles[name] as Style | undefined) ?? null;
        const body = { typeName: name, style };
        await api.call(changeOwnStyle, { params: { id: projectId }, body });
        // A newer change is sent next.
        if (JSON.stringify(local.get()[name]) !== JSON.stringify(styles[name])) continue;
        const now = this.#sent.get();
        this.#sent.set({
          known: style ? [...now.known, name] : now.known,
          removed: now.removed.filter((each) => each !== name),
        });
      }
    } catch {
      onUnsent();
    }
  }
}
