import type { I18n } from '#core/i18n';
import type { OutsideRuntime, PluginCode, PluginHost, UsedPlugin } from '#core/plugin';
import { manifestOf, textsOf } from './outside-manifest.ts';

export { RUNTIME } from './outside-manifest.ts';

/** What holds the code of full plugins; loaded with the first of them. */
export interface FullRuntime {
  codeOf(plugin: UsedPlugin): Promise<PluginCode>;
  keep(plugins: readonly UsedPlugin[]): void;
}

interface Added {
  readonly plugin: UsedPlugin;
  readonly manifest: ReturnType<typeof manifestOf>;
}

/** The plugins from outside in this page. */
export class OutsidePlugins {
  readonly #host: Pick<PluginHost, 'setAdded'>;
  /** A plugin of the build keeps its texts, also where an installed one has its name. */
  readonly #built: ReadonlySet<string>;
  readonly #i18n: Pick<I18n, 'setTexts'>;
  readonly #open: () => Promise<OutsideRuntime>;
  readonly #openFull: () => Promise<FullRuntime>;
  readonly #forget: (plugin: string) => void;
  #runtime: OutsideRuntime | undefined;
  #full: FullRuntime | undefined;
  /** By all that makes them: what is listed again unchanged stays the same object. */
  #added: ReadonlyMap<string, Added> = new Map();

  constructor(
    host: Pick<PluginHost, 'setAdded' | 'manifests'>,
    i18n: Pick<I18n, 'setTexts'>,
    open: () => Promise<OutsideRuntime>,
    openFull: () => Promise<FullRuntime>,
    /** Called before the code of a plugin goes, so that no component of it is shown again. */
    forget: (plugin: string) => void,
  ) {
    this.#host = host;
    this.#built = new Set(host.manifests.map(({ id }) => id));
    this.#i18n = i18n;
    this.#open = open;
    this.#openFull = openFull;
    this.#forget = forget;
  }

  /** Whether code of a full plugin was loaded: it can be ended, but not be taken out of the page. */
  get hasRunFull(): boolean {
    return this.#full !== undefined;
  }

  set(plugins: readonly UsedPlugin[]): void {
    const before = this.#added;
    const texts = new Map<string, ReturnType<typeof textsOf> | undefined>();
    if (before.size === 0 && plugins.length === 0) return;
    this.#added = new Map(
      plugins.map((plugin) => {
        // The manifest has the sum of the code.
        const key = JSON.stringify({ ...plugin, code: plugin.code !== undefined });
        const known = before.get(key);
        if (!known) texts.set(plugin.manifest.id, textsOf(plugin.manifest));
        return [key, known ?? this.#add(plugin)];
      }),
    );
    for (const [key, { plugin }] of before) if (!this.#added.has(key)) this.#forget(plugin.manifest.id);
    const stay = new Set([...this.#added.values()].map(({ plugin }) => plugin.manifest.id));
    for (const { plugin } of before.values())
      if (!stay.has(plugin.manifest.id)) texts.set(plugin.manifest.id, undefined);
    for (const id of this.#built) texts.delete(id);
    if (texts.size > 0) this.#i18n.setTexts(texts);
    this.#host.setAdded([...this.#added.values()].map(({ manifest }) => manifest));
    const used = [...this.#added.values()].map(({ plugin }) => plugin);
    this.#runtime?.keep(used);
    this.#full?.keep(used);
  }

  #add(plugin: UsedPlugin): Added {
    const load =
      plugin.manifest.kind === 'full'
        ? async () => (this.#full ??= await this.#openFull()).codeOf(plugin)
        : async () => (this.#runtime ??= await this.#open()).codeOf(plugin);
    return { plugin, manifest: manifestOf(plugin, load) };
  }
}
