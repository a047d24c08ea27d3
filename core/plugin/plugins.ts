import type { Container, ContainerModule } from 'inversify';
import { BehaviorSubject, distinctUntilChanged, map, type Observable } from 'rxjs';
import { AppError, isAbort, loadedInTime, sentenceOf, serviceToken } from '#core/kernel';
import type { ContributionPoints, Guarded } from './contributions.ts';
import type { Contribution, PluginFailure, PluginHost } from './host.ts';
import type { PluginManifest } from './manifest.ts';
import type { Command } from './services.ts';
import {
  assignKeys,
  SHORTCUT_POINTS,
  shortcutItems,
  type ChosenKeys,
  type ShortcutItem,
  type ShortcutLoss,
} from './shortcuts.ts';
import { contributionsOf, dependents, verify, waitsFor, type Verified } from './verify.ts';

/** Returns whether the signed-in person may use this. */
export type Allows = (guard: Guarded, grant?: `tool:${string}` | `plugin:${string}`) => boolean;

type PluginContainer = Pick<Container, 'load' | 'unload' | 'getAsync' | 'isBound'>;

interface Ordered {
  readonly order?: number;
}
type AnyContribution = Contribution<keyof ContributionPoints>;

/** Sentences for people. Default: English. */
export interface PluginsOptions {
  /** A plugin threw, and is switched off until it is tried again. */
  readonly failed?: (plugin: string, reason: string) => string;
  /** A plugin is switched off with one that it requires. */
  readonly fallen?: (plugin: string, because: string) => string;
  /** A command failed in an unforeseen way. */
  readonly commandFailed?: (command: Contribution<'commands'>, reason: string) => string;
  /** Reports such a failure to developers. */
  readonly log?: (error: unknown) => void;
  /** A plugin that was added does not get a shortcut of its manifest; the person may choose another one. */
  readonly keysLost?: (loss: ShortcutLoss) => void;
}

/** How often a plugin whose code did not arrive is tried again by itself. */
const LATE_TRIES = 3;

/** The plugins of one workbench, with its container. */
export class Plugins implements PluginHost {
  readonly #container: PluginContainer;
  readonly #built: readonly PluginManifest[];
  readonly #all: BehaviorSubject<readonly PluginManifest[]>;
  readonly manifests$: Observable<readonly PluginManifest[]>;
  readonly #options: PluginsOptions;
  #verified: Verified;
  #shortcuts: readonly ShortcutItem[];
  #chosenKeys: ChosenKeys | undefined;
  readonly lostKeys: readonly ShortcutLoss[];
  #keys: ReadonlyMap<string, string>;
  #allows: Allows | undefined;
  #usable: readonly PluginManifest[] = [];
  readonly #thrown = new Map<string, PluginFailure>();
  readonly #code = new Map<string, Promise<void>>();
  readonly #modules = new Map<string, ContainerModule>();
  readonly #here = new Set<string>();
  readonly #offered = new Map<keyof ContributionPoints, readonly AnyContribution[]>();
  /** One wrapper per contribution, so that lists can be compared by identity of their items. */
  readonly #wrapped = new WeakMap<object, AnyContribution>();
  /** How often a plugin was tried again by itself since its code has last arrived. */
  readonly #triedLate = new Map<string, number>();
  readonly #revision = new BehaviorSubject(0);
  readonly #failures = new BehaviorSubject<readonly PluginFailure[]>([]);
  readonly failures$ = this.#failures.asObservable();

  constructor(
    manifests: readonly PluginManifest[],
    container: PluginContainer,
    options: PluginsOptions = {},
  ) {
    this.#options = options;
    this.#container = container;
    this.#built = manifests;
    this.#all = new BehaviorSubject(manifests);
    this.manifests$ = this.#all.asObservable();
    this.#verified = verify(manifests);
    this.#shortcuts = shortcutItems(this.#verified.sound);
    ({ keys: this.#keys, losses: this.lostKeys } = assignKeys(this.#shortcuts));
    this.#refresh();
  }

  /** Sets the rights of the signed-in person; `undefined` if nobody is signed in. */
  setAllows(allows: Allows | undefined): void {
    this.#allows = allows;
    this.#refresh();
  }

  setKeys(chosen: ChosenKeys): void {
    this.#chosenKeys = chosen;
    this.#keys = assignKeys(this.#shortcuts, chosen).keys;
    this.#refresh();
  }

  get manifests(): readonly PluginManifest[] {
    return this.#all.value;
  }

  setAdded(added: readonly PluginManifest[]): void {
    const before = this.manifests.slice(this.#built.length);
    if (before.length === added.length && before.every((manifest, n) => manifest === added[n])) return;
    for (const manifest of before) if (!added.includes(manifest)) this.#drop(manifest);
    const all = [...this.#built, ...added];
    this.#verified = verify(all);
    this.#shortcuts = shortcutItems(this.#verified.sound);
    const { keys, losses } = assignKeys(this.#shortcuts, this.#chosenKeys);
    this.#keys = keys;
    this.#refresh();
    this.#all.next(all);
    const isNew = new Set(added.filter((manifest) => !before.includes(manifest)).map(({ id }) => id));
    for (const loss of losses) if (isNew.has(loss.item.plugin)) this.#options.keysLost?.(loss);
  }

  /** Forgets the code of a plugin and its failure. */
  #drop({ id }: PluginManifest): void {
    if (this.#built.some((built) => built.id === id)) return;
    const module = this.#modules.get(id);
    if (module) void this.#container.unload(module);
    this.#modules.delete(id);
    this.#code.delete(id);
    this.#here.delete(id);
    this.#thrown.delete(id);
    this.#triedLate.delete(id);
  }

  get failures(): readonly PluginFailure[] {
    return this.#failures.value;
  }

  contributions<P extends keyof ContributionPoints>(point: P): Observable<readonly Contribution<P>[]> {
    return this.#revision.pipe(
      map(() => this.current(point)),
      distinctUntilChanged(),
    );
  }

  current<P extends keyof ContributionPoints>(point: P): readonly Contribution<P>[] {
    let offered = this.#offered.get(point);
    if (!offered) this.#offered.set(point, (offered = this.#collect(point)));
    return offered as unknown as readonly Contribution<P>[];
  }

  load(plugin: string): Promise<void> {
    const begun = this.#code.get(plugin);
    if (begun) return begun;
    const manifest = this.#usable.find(({ id }) => id === plugin);
    if (!manifest) return Promise.reject(this.#absent(plugin));
    const loading = this.#open(manifest).catch((thrown: unknown) => {
      if (!this.manifests.includes(manifest)) throw thrown;
      this.#code.delete(plugin);
      this.report(plugin, thrown);
      throw new AppError('plugin-failed', this.#thrown.get(plugin)?.message ?? sentenceOf(thrown), {
        cause: thrown,
      });
    });
    this.#code.set(plugin, loading);
    return loading;
  }

  async service<T>(plugin: string, name: string): Promise<T> {
    await this.load(plugin);
    const token = serviceToken<T>(name);
    if (!this.#container.isBound(token)) {
      const error = new Error(
        `its manifest names the service '${name}', and its plugin.ts binds nothing under that name`,
      );
      this.report(plugin, error);
      throw new AppError('plugin-failed', this.#thrown.get(plugin)?.message ?? error.message, {
        cause: error,
      });
    }
    return this.#container.getAsync(token);
  }

  async run(commandId: string): Promise<string | undefined> {
    const contribution = this.current('commands').find(({ id }) => id === commandId);
    if (!contribution) {
      const names = this.current('commands').map(({ id }) => id);
      throw new AppError(
        'unknown-command',
        `There is no command '${commandId}' here; there are ${names.join(', ')}.`,
      );
    }
    const { plugin } = contribution;
    // If this fails, the plugin is switched off.
    const command = await this.service<Command>(plugin, commandId);
    try {
      const reason = command.disabled?.();
      if (reason !== undefined) return reason.includes(':') ? reason : `${plugin}:${reason}`;
      await command.run();
      return undefined;
    } catch (thrown) {
      if (thrown instanceof AppError || isAbort(thrown)) throw thrown;
      this.#options.log?.(thrown);
      const why = sentenceOf(thrown);
      const sentence = this.#options.commandFailed?.(contribution, why) ?? `'${commandId}' failed: ${why}`;
      throw new AppError('command-failed', sentence, { cause: thrown });
    }
  }

  report(plugin: string, error: unknown): void {
    if (this.#thrown.has(plugin)) return;
    const reason = sentenceOf(error).replace(/[.\s]+$/, '');
    this.#thrown.set(plugin, {
      plugin,
      message:
        this.#options.failed?.(plugin, reason) ??
        `Plugin '${plugin}' failed and is switched off: ${reason}. Everything else goes on without it; it can be tried again.`,
      cause: error,
      retryable: true,
    });
    this.#refresh();
  }

  retry(plugin: string): void {
    if (this.#thrown.delete(plugin)) this.#refresh();
  }

  /**
   * Those whose code did not arrive: for when the network is back. Code that fails each time would be tried with every
   * reconnection: after some times that is left to the person.
   */
  retryLate(): void {
    for (const plugin of this.#thrown.keys()) {
      const tried = this.#triedLate.get(plugin) ?? 0;
      if (this.#modules.has(plugin) || tried >= LATE_TRIES) continue;
      this.#triedLate.set(plugin, tried + 1);
      this.retry(plugin);
    }
  }

  async #open(manifest: PluginManifest): Promise<void> {
    const byId = new Map(this.#usable.map((usable) => [usable.id, usable]));
    const first = [
      ...(manifest.requires ?? []).map((id) => this.load(id)),
      // An optional plugin reports its own failure, and this plugin continues without it. Does not wait for an
      // optional plugin that waits for this one.
      ...(manifest.optional ?? [])
        .filter((id) => byId.has(id) && !waitsFor(byId, id, manifest.id))
        .map((id) => this.load(id).catch(() => undefined)),
    ];
    const [{ default: module }] = await Promise.all([loadedInTime(manifest.load()), ...first]);
    // Removed meanwhile.
    if (!this.manifests.includes(manifest)) throw this.#absent(manifest.id);
    this.#container.load(module);
    this.#modules.set(manifest.id, module);
    this.#triedLate.delete(manifest.id);
    this.#here.add(manifest.id);
    if (manifest.overlays?.some(({ onDemand }) => onDemand)) this.#refresh();
  }

  /** A missing plugin and a plugin that is not allowed give the same error. */
  #absent(plugin: string): AppError {
    const failed = this.failures.find((failure) => failure.plugin === plugin);
    if (failed) return new AppError('plugin-failed', failed.message, { cause: failed.cause });
    const names = this.#usable.map(({ id }) => id).join(', ');
    return new AppError('unknown-plugin', `There is no plugin '${plugin}' here; there are ${names}.`);
  }

  #refresh(): void {
    const { sound, problems } = this.#verified;
    const off = new Set(this.#thrown.keys());
    const fallen = [...dependents(sound, off)].map(([plugin, because]) => ({
      plugin,
      message:
        this.#options.fallen?.(plugin, because) ??
        `Plugin '${plugin}' is switched off because '${because}', which it requires, failed.`,
      cause: undefined,
      retryable: false,
    }));
    const denied = new Set(sound.filter((manifest) => this.#denied(manifest)).map(({ id }) => id));
    const without = dependents(sound, denied);
    const fell = new Set(fallen.map(({ plugin }) => plugin));
    this.#usable = sound.filter(
      ({ id }) => !off.has(id) && !fell.has(id) && !denied.has(id) && !without.has(id),
    );
    for (const [point, before] of this.#offered) {
      const now = this.#collect(point);
      if (now.length !== before.length || now.some((one, i) => one !== before[i]))
        this.#offered.set(point, now);
    }
    this.#failures.next([...problems, ...this.#thrown.values(), ...fallen]);
    this.#revision.next(this.#revision.value + 1);
  }

  /**
   * Switched off for the role: the whole plugin, or each of its tools; then its panels and commands are removed, too.
   * A plugin whose tools only lack an authorization stays, for what can be done without it (`#collect`).
   */
  #denied(manifest: PluginManifest): boolean {
    if (manifest.switchable && !this.#allows?.({}, `plugin:${manifest.id}`)) return true;
    return (
      this.#allows !== undefined &&
      hasNone(manifest.tools, (tool) => this.#offers('tools', { ...tool, needs: [], needsAny: undefined }))
    );
  }

  #collect(point: keyof ContributionPoints): readonly AnyContribution[] {
    return this.#usable
      .flatMap((manifest) => {
        // What names no authorization comes and goes with the tools.
        const toolless =
          this.#allows !== undefined && hasNone(manifest.tools, (tool) => this.#offers('tools', tool));
        return contributionsOf(manifest, point)
          .filter(
            (contribution: Guarded & { public?: true }) =>
              !toolless || contribution.public || contribution.needs || contribution.needsAny,
          )
          .filter((contribution) => this.#offers(point, contribution))
          .filter((contribution) => !('onDemand' in contribution) || this.#here.has(manifest.id))
          .map((contribution) => this.#wrap(manifest.id, point, contribution));
      })
      .sort((a, b) => ((a as Ordered).order ?? 0) - ((b as Ordered).order ?? 0));
  }

  #offers(point: keyof ContributionPoints, contribution: Guarded & { public?: true; id?: string }): boolean {
    if (contribution.public) return true;
    if (!this.#allows) return false;
    return this.#allows(contribution, point === 'tools' ? `tool:${contribution.id ?? ''}` : undefined);
  }

  #wrap(
    plugin: string,
    point: keyof ContributionPoints,
    contribution: Guarded & { id?: string },
  ): AnyContribution {
    const hasKeys = (SHORTCUT_POINTS as readonly string[]).includes(point);
    const keys = hasKeys ? this.#keys.get(`${point}/${contribution.id}`) : undefined;
    let wrapped: (AnyContribution & { keys?: string }) | undefined = this.#wrapped.get(contribution);
    if (wrapped && (!hasKeys || wrapped.keys === keys)) return wrapped;
    const { keys: _wanted, ...rest } = contribution as { keys?: string };
    wrapped = {
      ...(hasKeys ? rest : contribution),
      ...(keys !== undefined && { keys }),
      plugin,
    } as AnyContribution;
    this.#wrapped.set(contribution, wrapped);
    return wrapped;
  }
}

/** Whether there are items, and none of them passes. */
function hasNone<T>(items: readonly T[] = [], passes: (item: T) => boolean): boolean {
  return items.length > 0 && !items.some(passes);
}
