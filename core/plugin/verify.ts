import { CORE_POINTS, type ContributionPoints } from './contributions.ts';
import type { PluginFailure } from './host.ts';
import { addressOn, viewersOf } from './tool-address.ts';
import type { PluginManifest } from './manifest.ts';

/** Fields of a manifest that are not contribution points. */
const OWN_FIELDS = ['id', 'requires', 'optional', 'points', 'switchable', 'load'];
const LIST = 'workbench/plugins.ts';

export interface Verified {
  /** The valid plugins, in the given order. */
  readonly sound: readonly PluginManifest[];
  readonly problems: readonly PluginFailure[];
}

/**
 * Checks the dependencies and contributions of plugins. Each faulty plugin is excluded together with those that
 * require it, and explained in one sentence: the plugin, the relation, and the remedy.
 */
export function verify(given: readonly PluginManifest[]): Verified {
  const problems: PluginFailure[] = [];
  const blame = (plugin: string, message: string): void => {
    problems.push({ plugin, message, cause: undefined, retryable: false });
  };

  const byId = new Map<string, PluginManifest>();
  for (const manifest of given) {
    if (byId.has(manifest.id))
      blame(
        manifest.id,
        `There are two plugins '${manifest.id}', and the second is left out: give one of them another id, or name it only once in ${LIST}.`,
      );
    else byId.set(manifest.id, manifest);
  }

  const faults = new Map<string, string>();
  const manifests = [...byId.values()];
  const fault = (plugin: string, message: string): void => {
    if (!faults.has(plugin)) faults.set(plugin, message);
  };
  for (const check of [missing, cyclic, unoffered, misnamed, clashing]) check(manifests, byId, fault);
  for (const [plugin, message] of faults) blame(plugin, message);

  const off = new Set(faults.keys());
  for (const [plugin, because] of dependents(manifests, off)) {
    off.add(plugin);
    blame(
      plugin,
      `Plugin '${plugin}' requires '${because}', which is left out: mend '${because}', or take it from the \`requires\` of '${plugin}'.`,
    );
  }
  return { sound: manifests.filter((manifest) => !off.has(manifest.id)), problems };
}

type ManifestCheck = (
  manifests: readonly PluginManifest[],
  byId: ReadonlyMap<string, PluginManifest>,
  fault: (plugin: string, message: string) => void,
) => void;

const missing: ManifestCheck = (manifests, byId, fault) => {
  for (const { id, requires = [] } of manifests)
    for (const needed of requires)
      if (!byId.has(needed))
        fault(
          id,
          `Plugin '${id}' requires '${needed}', and there is no plugin '${needed}': add it to ${LIST}, or take it from the \`requires\` of '${id}'.`,
        );
};

/** Plugins that require each other in a cycle have no loading order. (An `optional` one in a cycle is not waited for.) */
const cyclic: ManifestCheck = (manifests, byId, fault) => {
  const done = new Set<string>();
  const walk = (id: string, path: readonly string[]): void => {
    const at = path.indexOf(id);
    if (at >= 0) {
      const ring = path.slice(at);
      for (const member of ring)
        fault(
          member,
          `Plugins ${[...ring, id].map((one) => `'${one}'`).join(' → ')} require each other, so none can be loaded first: move what they share into one that the others require.`,
        );
      return;
    }
    if (done.has(id)) return;
    for (const next of byId.get(id)?.requires ?? []) walk(next, [...path, id]);
    done.add(id);
  };
  for (const { id } of manifests) walk(id, []);
};

const unoffered: ManifestCheck = (manifests, byId, fault) => {
  const offered = new Set<string>([
    ...CORE_POINTS,
    ...manifests.flatMap((manifest) => manifest.points ?? []),
  ]);
  for (const manifest of manifests) {
    // A plugin may also contribute to the points of an optional plugin that is missing.
    if (manifest.optional?.some((id) => !byId.has(id))) continue;
    for (const field of Object.keys(manifest))
      if (!OWN_FIELDS.includes(field) && !offered.has(field))
        fault(
          manifest.id,
          `Plugin '${manifest.id}' contributes to '${field}', a point that no plugin offers; there are ${[...offered].sort().join(', ')}: correct the name, or add the plugin that offers it to ${LIST}.`,
        );
  }
};

const misnamed: ManifestCheck = (manifests, _byId, fault) => {
  for (const { id, tools = [], commands = [] } of manifests)
    for (const [kind, items] of [
      ['tool', tools],
      ['command', commands],
    ] as const)
      for (const item of items)
        if (!item.id.startsWith(`${id}.`))
          fault(
            id,
            `Plugin '${id}' has the ${kind} '${item.id}', whose id does not begin with '${id}.': rename it, so that roles and shortcuts can tell whose it is.`,
          );
};

/**
 * Names that must be unique across all plugins; the later plugin in the list is at fault. Equal shortcuts cost the later
 * one only its shortcut (`assignKeys`).
 */
const clashing: ManifestCheck = (manifests, _byId, fault) => {
  const taken = new Map<string, { plugin: string; item: string }>();
  const claim = (plugin: string, thing: string, name: string, item: string): void => {
    const one = `${thing} ${name}`;
    const other = taken.get(one);
    if (!other) taken.set(one, { plugin, item });
    else
      fault(
        plugin,
        `Plugin '${plugin}' claims the ${thing} '${name}'${item === name ? '' : ` for '${item}'`}, which plugin '${other.plugin}' has already${other.item === name ? '' : ` for '${other.item}'`}: choose another one in '${plugin}'.`,
      );
  };
  for (const manifest of manifests) {
    const { id } = manifest;
    for (const route of manifest.routes ?? []) claim(id, 'route', route.path, route.path);
    for (const entry of manifest.menu ?? []) claim(id, 'menu entry', entry.id, entry.id);
    for (const panel of manifest.panels ?? []) claim(id, 'panel', panel.id, panel.id);
    for (const setting of manifest.settings ?? []) claim(id, 'setting', setting.key, setting.key);
    for (const command of manifest.commands ?? []) claim(id, 'command', command.id, command.id);
    for (const tool of manifest.tools ?? []) {
      claim(id, 'tool', tool.id, tool.id);
      for (const viewer of viewersOf(tool)) claim(id, 'tool address', addressOn(tool, viewer)!, tool.id);
    }
  }
};

/**
 * Returns the plugins that require one of `off`, directly or through others, each with the one it misses, nearest
 * first.
 */
export function dependents(
  manifests: readonly PluginManifest[],
  off: ReadonlySet<string>,
): Map<string, string> {
  const found = new Map<string, string>();
  for (let grew = true; grew;) {
    grew = false;
    for (const { id, requires = [] } of manifests) {
      if (off.has(id) || found.has(id)) continue;
      const missed = requires.find((needed) => off.has(needed) || found.has(needed));
      if (missed === undefined) continue;
      found.set(id, missed);
      grew = true;
    }
  }
  return found;
}

/** Returns whether `from` waits for `to` while it is loaded, directly or through others. */
export function waitsFor(byId: ReadonlyMap<string, PluginManifest>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const walk = (id: string): boolean => {
    if (id === to) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    const { requires = [], optional = [] } = byId.get(id) ?? {};
    return [...requires, ...optional].some(walk);
  };
  return walk(from);
}

/** Returns the contributions of a manifest to a point. */
export function contributionsOf<P extends keyof ContributionPoints>(
  manifest: PluginManifest,
  point: P,
): readonly ContributionPoints[P][] {
  return (manifest[point] ?? []) as readonly ContributionPoints[P][];
}
