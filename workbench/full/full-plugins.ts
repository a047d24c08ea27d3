import type { I18n } from '#core/i18n';
import { sentenceOf } from '#core/kernel';
import type { PluginCode, UsedPlugin } from '#core/plugin';
import type { Toasts } from '#core/toasts';
import { loadFull, type FullStage, type RunningFull } from './load-full.ts';

/** The full plugins whose code is in this page. */
export class FullPlugins {
  readonly #i18n: Pick<I18n, 't' | 'language'>;
  readonly #toasts: Pick<Toasts, 'show'>;
  readonly #stage: FullStage;
  readonly #running = new Map<UsedPlugin, Promise<RunningFull>>();

  constructor(
    i18n: Pick<I18n, 't' | 'language'>,
    toasts: Pick<Toasts, 'show'>,
    stage: Omit<FullStage, 'text'> = {
      page: document,
      importCode: (address) => import(/* @vite-ignore */ address),
    },
  ) {
    this.#i18n = i18n;
    this.#toasts = toasts;
    this.#stage = { ...stage, text: (key, values) => i18n.t(`workbench:full.${key}`, values) };
  }

  async codeOf(plugin: UsedPlugin): Promise<PluginCode> {
    let running = this.#running.get(plugin);
    if (!running) {
      running = loadFull(plugin, this.#stage);
      this.#running.set(plugin, running);
      // It is tried again with the next use.
      running.catch(() => this.#running.delete(plugin));
    }
    return (await running).code;
  }

  /** Ends all except these, once the page no longer shows them. */
  keep(plugins: readonly UsedPlugin[]): void {
    for (const [plugin, running] of this.#running)
      if (!plugins.includes(plugin)) {
        this.#running.delete(plugin);
        const isReplaced = plugins.some(({ manifest }) => manifest.id === plugin.manifest.id);
        void running
          .then((full) => setTimeout(() => this.#end(plugin, full, isReplaced)))
          .catch(() => undefined);
      }
  }

  #end({ manifest }: UsedPlugin, running: RunningFull, isReplaced: boolean): void {
    const plugin = manifest.title[this.#i18n.language];
    try {
      running.dispose();
      this.#toasts.show('info', this.#stage.text(isReplaced ? 'replaced' : 'ended', { plugin }));
    } catch (thrown) {
      this.#toasts.show('error', this.#stage.text('not-ended', { plugin, reason: sentenceOf(thrown) }));
    }
  }
}
