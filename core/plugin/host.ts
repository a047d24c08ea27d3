import type { Observable } from 'rxjs';
import { serviceToken } from '#core/kernel';
import type { ContributionPoints } from './contributions.ts';
import type { PluginManifest } from './manifest.ts';

/** A contribution, and the plugin it came from: its namespace of texts, and whom to blame. */
export type Contribution<P extends keyof ContributionPoints> = ContributionPoints[P] & {
  readonly plugin: string;
};

/** A plugin that was switched off because it threw, or because the graph of plugins is wrong at it. */
export interface PluginFailure {
  readonly plugin: string;
  /** One sentence: culprit, relation, remedy. */
  readonly message: string;
  readonly cause: unknown;
  /** False where only another build or list of plugins can help. */
  readonly retryable: boolean;
}

/** All plugins: what they offer to the person who is signed in, their code, and their failures. */
export interface PluginHost {
  /**
   * What the person may use now, in order of `order` where the point has one; emits at once and again when rights,
   * plugins or failures change. Before signing in: public routes only.
   */
  contributions<P extends keyof ContributionPoints>(point: P): Observable<readonly Contribution<P>[]>;
  /** The same, now. The array stays the same one until something changes. */
  current<P extends keyof ContributionPoints>(point: P): readonly Contribution<P>[];
  /** Every plugin there is, whoever is signed in: for the administration's matrix. */
  readonly manifests: readonly PluginManifest[];
  readonly failures$: Observable<readonly PluginFailure[]>;
  readonly failures: readonly PluginFailure[];
  /** Loads a plugin's code after what it requires, once. @throws AppError('plugin-failed' | 'unknown-plugin'). */
  load(plugin: string): Promise<void>;
  /** A service that a plugin binds; loads the plugin first. @throws as `load`, or when nothing is bound under `name`. */
  service<T>(plugin: string, name: string): Promise<T>;
  /**
   * Runs a command the person may use. Answers why it cannot run now, as a text key with its namespace; undefined when
   * it ran. An AppError is thrown on; anything else switches the plugin off.
   */
  run(commandId: string): Promise<string | undefined>;
  /** Switches off, alone, a plugin that threw: its contributions vanish, others go on. */
  report(plugin: string, error: unknown): void;
  /** Lets a plugin that failed try again. */
  retry(plugin: string): void;
}
export const HOST = serviceToken<PluginHost>('core.PluginHost');
