import type { ContainerModule } from 'inversify';
import type { ContributionPoints } from './contributions.ts';

/** The result of `load()`: the plugin's `plugin.ts`, whose default export binds all its services. */
export interface PluginCode {
  default: ContainerModule;
}

type Contributed = { readonly [P in keyof ContributionPoints]?: readonly ContributionPoints[P][] };

/** The manifest of a plugin: data only, read without loading its code. */
export interface PluginManifest extends Contributed {
  /**
   * The name of its folder, unique across all groups; also its locale namespace and the prefix of its tools and
   * commands.
   */
  readonly id: string;
  /** Plugins that must be present and are loaded first. */
  readonly requires?: readonly string[];
  /** Plugins that are loaded first if present. */
  readonly optional?: readonly string[];
  /** Contribution points that it provides for others. */
  readonly points?: readonly (keyof ContributionPoints)[];
  /**
   * Whether an administrator can switch off the plugin per role (`plugin:<id>`). Not for pages that everyone needs.
   */
  readonly switchable?: boolean;
  readonly load: () => Promise<PluginCode>;
}

export function definePlugin(manifest: PluginManifest): PluginManifest {
  return manifest;
}
