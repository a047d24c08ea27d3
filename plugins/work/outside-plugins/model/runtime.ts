import { BehaviorSubject, type Observable } from 'rxjs';
import { ContainerModule } from 'inversify';
import { AppError, sentenceOf } from '#core/kernel';
import type { OutsideRuntime, PluginCode, UsedPlugin } from '#core/plugin';
import { Broker, type OpenFile } from './broker.ts';
import { Contained, type EndReason } from './contained.ts';
import type { WorkbenchServices } from './plugin-context.ts';
import type { Block, PluginEvent } from './messages.ts';
import { Overlay } from './overlay.ts';

/** What a panel of a plugin shows: its parts once it has sent them, or why there are none. */
export interface PanelState {
  readonly blocks: readonly Block[] | undefined;
  readonly problem: string | undefined;
}

/** One plugin as its panels, tools and commands use it. */
export interface RunningPlugin {
  /** Sends an event to the plugin, which is started first. What fails is shown to the person. */
  send(event: PluginEvent): Promise<void>;
  /** Sends an event, and resolves to the answer. Throws AppError with a sentence that names the plugin. */
  ask(event: PluginEvent): Promise<unknown>;
  /** As `ask`, for an event about the file `event.file`, whose content is taken. */
  exchange(event: PluginEvent & { readonly file: string }, taken: OpenFile): Promise<void>;
  panel$(panel: string): Observable<PanelState>;
}

export interface RuntimeServices extends Omit<WorkbenchServices, 'show' | 'overlay'> {
  readonly page: Document;
  /** The code of a plugin, by its SHA-256. */
  readonly fetchCode: (sha256: string) => Promise<string>;
  /** What binds panels and tools, which know React and the map. */
  readonly bindParts: (running: RunningPlugin, plugin: UsedPlugin) => readonly [string, object][];
}

/** All plugins from outside that this page has used. Each starts with its first use, and again after it was ended. */
export class Runtime implements OutsideRuntime {
  readonly #services: RuntimeServices;
  readonly #used = new Map<UsedPlugin, { running: PluginInstance; code: PluginCode }>();

  constructor(services: RuntimeServices) {
    this.#services = services;
  }

  codeOf(plugin: UsedPlugin): PluginCode {
    const used = this.#used.get(plugin);
    if (used) return used.code;
    const running = new PluginInstance(plugin, this.#services);
    const { manifest } = plugin;
    const commands = manifest.commands.map(({ id }): [string, object] => [
      `${manifest.id}.${id}`,
      { run: () => running.send({ name: 'command', of: id }) },
    ]);
    const parts = this.#services.bindParts(running, plugin);
    const code = {
      default: new ContainerModule(({ bind }) => {
        for (const [name, service] of [...commands, ...parts]) bind(name).toConstantValue(service);
      }),
    };
    this.#used.set(plugin, { running, code });
    return code;
  }

  keep(plugins: readonly UsedPlugin[]): void {
    for (const [plugin, { running }] of this.#used)
      if (!plugins.includes(plugin)) {
        this.#used.delete(plugin);
        running.end(plugins.find(({ manifest }) => manifest.id === plugin.manifest.id));
      }
  }
}

class PluginInstance implements RunningPlugin {
  readonly #plugin: UsedPlugin;
  readonly #services: RuntimeServices;
  readonly #broker: Broker;
  readonly #overlay: Overlay;
  readonly #panels = new Map<string, BehaviorSubject<PanelState>>();
  readonly #organizationId: string | undefined;
  #contained: Promise<Contained> | undefined;
  #isOver = false;

  constructor(plugin: UsedPlugin, services: RuntimeServices) {
    this.#plugin = plugin;
    this.#services = services;
    this.#organizationId = services.session.me?.organizationId;
    this.#overlay = new Overlay(plugin.manifest.id, services.views, services.projects);
    this.#broker = new Broker(plugin, {
      ...services,
      overlay: (sketch) => this.#overlay.show(sketch),
      show: (panel, blocks) => this.#panel(panel).next({ blocks, problem: undefined }),
    });
  }

  async send(event: PluginEvent): Promise<void> {
    try {
      await (await this.#start()).send(event);
      if (event.name === 'opened') this.#opened(this.#panel(event.of));
    } catch (thrown) {
      if (!this.#isOver && !(await this.#isEnded())) this.#fail(event, sentenceOf(thrown));
    }
  }

  async ask(event: PluginEvent): Promise<unknown> {
    try {
      return await (await this.#start()).send(event);
    } catch (thrown) {
      throw new AppError('outside-plugin', this.#says(sentenceOf(thrown)), { cause: thrown });
    }
  }

  async exchange(event: PluginEvent & { readonly file: string }, taken: OpenFile): Promise<void> {
    const open = this.#broker.openFile(event.file, taken);
    try {
      await this.ask(event);
    } finally {
      open.dispose();
    }
  }

  panel$(panel: string): Observable<PanelState> {
    return this.#panel(panel).asObservable();
  }

  /** Ends a plugin that was switched off or removed, or that `next`, another version, replaces. Tells so if it was in use. */
  end(next: UsedPlugin | undefined): void {
    if (this.#contained && this.#plugin.code === undefined && this.#isSameOrganization()) this.#tellEnd(next);
    this.#isOver = true;
    this.#overlay.show(undefined);
    void this.#contained?.then((contained) => contained.end()).catch(() => undefined);
    this.#contained = undefined;
  }

  #tellEnd(next: UsedPlugin | undefined): void {
    const version = next?.manifest.version ?? '';
    // Only its permissions are others.
    if (version === this.#plugin.manifest.version) return;
    this.#services.toasts.show('info', this.#text(next ? 'replaced' : 'off', { version }));
  }

  /** Otherwise the person has signed out, or gone to another one. */
  #isSameOrganization(): boolean {
    return this.#services.session.me?.organizationId === this.#organizationId;
  }

  /** Then the reason was told already. */
  async #isEnded(): Promise<boolean> {
    return (await this.#contained?.catch(() => undefined))?.isEnded ?? false;
  }

  async #start(): Promise<Contained> {
    if (this.#contained && !(await this.#isEnded())) return this.#contained;
    if (this.#isOver) throw new AppError('outside-plugin', this.#text('gone'));
    this.#contained = this.#open();
    this.#contained.catch(() => (this.#contained = undefined));
    return this.#contained;
  }

  async #open(): Promise<Contained> {
    const code =
      this.#plugin.code ?? (await this.#services.fetchCode(this.#plugin.manifest.files['entry.js']));
    const contained = new Contained({
      page: this.#services.page,
      code,
      answer: (name, values) => this.#broker.answer(name, values),
      refuse: (reason) => new AppError('outside-plugin', this.#text(reason)),
      ended: (reason, detail) => this.#ended(reason, detail),
    });
    // Removed while its code was fetched.
    if (this.#isOver) contained.end();
    return contained;
  }

  #ended(reason: EndReason, detail: string): void {
    const problem = this.#text(reason, { detail });
    this.#overlay.show(undefined);
    for (const panel of this.#panels.values()) panel.next({ blocks: undefined, problem });
    this.#services.toasts.show('error', problem);
  }

  /** A panel for which the plugin has sent nothing is empty, and no longer starting. */
  #opened(panel: BehaviorSubject<PanelState>): void {
    if (!panel.value.blocks) panel.next({ blocks: [], problem: undefined });
  }

  /** A panel that has nothing to show yet says what failed, with the button that tries again. */
  #fail(event: PluginEvent, text: string): void {
    if (event.name === 'opened' && !this.#panel(event.of).value.blocks)
      this.#panel(event.of).next({ blocks: undefined, problem: text });
    this.#services.toasts.show('error', this.#says(text));
  }

  #says(text: string): string {
    return this.#services.i18n.t('outside-plugins:says', { plugin: this.#title, text });
  }

  #text(key: string, values: Record<string, string> = {}): string {
    return this.#services.i18n.t(`outside-plugins:ended.${key}`, { plugin: this.#title, ...values });
  }

  get #title(): string {
    return this.#plugin.manifest.title[this.#services.i18n.language];
  }

  #panel(panel: string): BehaviorSubject<PanelState> {
    let state = this.#panels.get(panel);
    if (!state) {
      state = new BehaviorSubject<PanelState>({ blocks: undefined, problem: undefined });
      this.#panels.set(panel, state);
    }
    return state;
  }
}
