import type { ContainerModule } from 'inversify';
import type { ContributionPoints } from './contributions.ts';

/** What `load()` resolves to: the plugin's `plugin.ts`, whose default export binds everything it has. */
export interface PluginCode {
  default: ContainerModule;
}

type Contributed = { readonly [P in keyof ContributionPoints]?: readonly ContributionPoints[P][] };

/** The face of a plugin: data only, read without loading any of its code. */
export interface PluginManifest extends Contributed {
  /** The name of its folder, unique over all groups; also its locale namespace and the prefix of its tools and commands. */
  readonly id: string;
  /** Plugins that must be there and are loaded first. */
  readonly requires?: readonly string[];
  /** Plugins that are loaded first where they are there. */
  readonly optional?: readonly string[];
  /** Contribution points it offers to others. */
  readonly points?: readonly (keyof ContributionPoints)[];
  /** An administrator can switch the whole plugin off per role (`plugin:<id>`). Pages everyone needs are not. */
  readonly switchable?: boolean;
  readonly load: () => Promise<PluginCode>;
}

export function definePlugin(manifest: PluginManifest): PluginManifest {
  return manifest;
}
