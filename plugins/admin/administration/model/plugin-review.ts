import { grants, type InstalledPlugin, type PackageManifest, type PluginVersionRecord } from '#core/protocol';

/** A permission of a version, as an administrator decides on it. */
export interface ReviewedPermission {
  readonly permission: string;
  /** Whether it is granted to the version in use. */
  readonly held: boolean;
  /** Whether the version in use does not ask for it. */
  readonly isNew: boolean;
}

export function currentVersion({ versions, currentId }: InstalledPlugin): PluginVersionRecord | undefined {
  return versions.find(({ id }) => id === currentId);
}

/** What a version asks for, beside what the version in use asks for and was granted. */
export function reviewOf(plugin: InstalledPlugin, version: PluginVersionRecord): ReviewedPermission[] {
  const current = currentVersion(plugin);
  return version.manifest.permissions.map((permission) => ({
    permission,
    held: current?.granted.includes(permission) ?? false,
    isNew: current !== undefined && !current.manifest.permissions.includes(permission),
  }));
}

/** What the version in use asks for and this one does not. */
export function dropped(plugin: InstalledPlugin, version: PluginVersionRecord): string[] {
  const requested = currentVersion(plugin)?.manifest.permissions ?? [];
  return requested.filter((permission) => !version.manifest.permissions.includes(permission));
}

/** A permission in words: a text key with its values. */
export function wordsOf(permission: string): { key: string; values: Record<string, string> } {
  const colon = permission.indexOf(':');
  const [kind, of] = colon < 0 ? [permission, ''] : [permission.slice(0, colon), permission.slice(colon + 1)];
  const every = of === '*' ? '.every' : '';
  return { key: `plugins.permission.${kind}${every}`, values: { of } };
}

/** The switches of a role for a plugin and all its tools. */
export function grantsOf({
  id,
  tools,
  contributes,
}: Pick<PackageManifest, 'id' | 'tools' | 'contributes'>): string[] {
  const ofFull = contributes?.tools ?? [];
  return [
    `plugin:${id}`,
    ...tools.map((tool) => `tool:${id}.${tool.id}`),
    ...ofFull.map((tool) => `tool:${tool.id}`),
  ];
}

/** Whether a role has the plugin with all its tools; `always`: by a switch for all plugins and tools. */
export function heldBy(authorizations: readonly string[], switches: readonly string[]): boolean | 'always' {
  if (!switches.every((each) => grants(authorizations, each))) return false;
  return switches.some((each) => authorizations.includes(each)) ? true : 'always';
}

/** Whether a role has a part of the plugin and its tools only: of a version with fewer tools, or as the matrix says. */
export function holdsPart(authorizations: readonly string[], switches: readonly string[]): boolean {
  const count = switches.filter((each) => grants(authorizations, each)).length;
  return count > 0 && count < switches.length;
}
