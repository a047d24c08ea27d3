import type { Observable } from 'rxjs';
import { serviceToken } from '#core/kernel';
import type { ContributionPoints } from './contributions.ts';
import type { PluginManifest } from './manifest.ts';
import type { ChosenKeys, ShortcutLoss } from './shortcuts.ts';

/** A contribution and the plugin it comes from, which is its namespace of texts and the one reported on failure. */
export type Contribution<P extends keyof ContributionPoints> = ContributionPoints[P] & {
  readonly plugin: string;
};

/** A plugin that is switched off because it threw an error, or because its dependencies are wrong. */
export interface PluginFailure {
  readonly plugin: string;
  /** One sentence: the plugin, the relation, and the remedy. */
  readonly message: string;
  readonly cause: unknown;
  /** False if only another build or list of plugins can help. */
  readonly retryable: boolean;
}

/** All plugins: their contributions for the signed-in person, their code, and their failures. */
export interface PluginHost {
  /**
   * The contributions that the person may use now, sorted by `order` if the point has one. Emits at once, and again
   * when rights, plugins or failures change. Before signing in: only public routes.
   */
  contributions<P extends keyof ContributionPoints>(point: P): Observable<readonly Contribution<P>[]>;
  /** The current contributions. Returns the same array until something changes. */
  current<P extends keyof ContributionPoints>(point: P): readonly Contribution<P>[];
  /**
   * Every plugin, whoever is signed in: for the matrix of roles in the administration. The same array until plugins are
   * added or removed.
   */
  readonly manifests: readonly PluginManifest[];
  readonly manifests$: Observable<readonly PluginManifest[]>;
  /**
   * Sets the plugins that are there in addition to those of the build: they are added, or removed with their code, at
   * once. A manifest that is the same object as before stays as it is. A plugin of the build is never replaced.
   */
  setAdded(manifests: readonly PluginManifest[]): void;
  readonly failures$: Observable<readonly PluginFailure[]>;
  readonly failures: readonly PluginFailure[];
  /**
   * Loads the code of a plugin once, after the plugins it requires.
   * @throws AppError('plugin-failed' | 'unknown-plugin').
   */
  load(plugin: string): Promise<void>;
  /**
   * Returns a service bound by a plugin; loads the plugin first. Waits for a binding that loads more code.
   * @throws as `load`, or if nothing is bound under `name`.
   */
  service<T>(plugin: string, name: string): Promise<T>;
  /**
   * Runs a command that the person may use. Returns the reason why it cannot run now, as a text key with its
   * namespace; undefined if it ran. A command that fails is one failure of one command: its plugin stays on.
   * @throws AppError: the command's own, or 'command-failed' with the reason; as `load` if its code is missing.
   */
  run(commandId: string): Promise<string | undefined>;
  /** Switches off a plugin that threw an error: its contributions disappear, other plugins continue. */
  report(plugin: string, error: unknown): void;
  /** Enables a failed plugin again. */
  retry(plugin: string): void;
  /** Sets the shortcuts that the person has chosen. Contributions then have the `keys` that they are given. */
  setKeys(chosen: ChosenKeys): void;
  /** The shortcuts of manifests that are taken or wrong, whatever the person has chosen: for developers. */
  readonly lostKeys: readonly ShortcutLoss[];
}
export const HOST = serviceToken<PluginHost>('core.PluginHost');
