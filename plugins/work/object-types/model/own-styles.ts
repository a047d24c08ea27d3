import type { Api } from '#core/api';
import { StoredValue, type TextStorage } from '#core/browser';
import { asRecord, isAbort } from '#core/kernel';
import { changeOwnStyle, getOwnStyles, type Style } from '#core/protocol';

/** The styles on this device, by type name. */
export interface LocalStyles {
  get(): Readonly<Record<string, unknown>>;
  set(styles: Readonly<Record<string, unknown>>): void;
}

/** How far this device and the server agree, by names of object types. */
interface Sent {
  /** Styles that are the same on the server; others are still to be sent. */
  readonly known: readonly string[];
  /** Styles that were removed here, which the server does not know yet. */
  readonly removed: readonly string[];
}

interface OwnStylesOptions {
  readonly api: Pick<Api, 'call'>;
  readonly storage: TextStorage | undefined;
  readonly projectId: string;
  readonly local: LocalStyles;
  /** Called when the server could not be told. */
  onUnsent(): void;
}

/** Keeps a person's own styles of a project on the server, from where they come to the person's other devices. */
export class OwnStyles {
  readonly #options: OwnStylesOptions;
  readonly #sent: StoredValue<Sent>;
  #sending: Promise<void> = Promise.resolve();

  constructor(options: OwnStylesOptions) {
    this.#options = options;
    this.#sent = new StoredValue<Sent>({
      storage: options.storage,
      key: `styles-sent.${options.projectId}`,
      read: (stored) => ({ known: [], removed: [], ...asRecord(stored) }),
    });
  }

  /** Takes the styles of the server, with the changes of this device that it does not have yet. */
  async start(): Promise<void> {
    const { api, projectId, local } = this.#options;
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
    const isRemoved = !Object.hasOwn(this.#options.local.get(), typeName);
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
    const { api, projectId, local, onUnsent } = this.#options;
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
