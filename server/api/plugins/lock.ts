import {
  grants,
  type AnswerOf,
  type applyPluginLock,
  type InstalledPlugin,
  type PluginLock,
} from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { change } from './change.ts';
import { readSettings } from './full.ts';
import { findPlugin, lockPlugins, readPlugins } from './store.ts';

type Applied = AnswerOf<typeof applyPluginLock>[number];
type Locked = PluginLock['plugins'][number];

export async function lockOf(db: Queries, caller: Caller): Promise<PluginLock> {
  const plugins = await readPlugins(db, caller);
  return {
    format: 1,
    plugins: plugins.flatMap(({ name, enabled, currentId, versions }): Locked[] => {
      const current = versions.find(({ id }) => id === currentId);
      if (!current) return [];
      const { manifest, granted, signedBy } = current;
      const sha256 = manifest.files['entry.js'];
      return [{ name, version: manifest.version, sha256, publicKey: signedBy.publicKey, granted, enabled }];
    }),
  };
}

/** Approves what is exactly as the file says; a plugin that differs stays as it is, with the reason. */
export async function applyLock(tx: Queries, caller: Caller, { plugins }: PluginLock): Promise<Applied[]> {
  await lockPlugins(tx, caller);
  const installed = await readPlugins(tx, caller);
  const { fullAllowed } = await readSettings(tx, caller);
  const mayFull = fullAllowed && grants(caller.authorizations, 'plugins.full');
  const answers: Applied[] = [];
  for (const wanted of plugins) {
    const known = installed.find(({ name }) => name === wanted.name);
    const plugin = known && (await findPlugin(tx, caller, known.id));
    const outcome = outcomeOf(plugin, wanted, mayFull);
    answers.push({ name: wanted.name, version: wanted.version, outcome });
    if (!plugin || outcome !== 'applied') continue;
    const { id: versionId } = plugin.versions.find(({ manifest }) => manifest.version === wanted.version)!;
    const { granted, enabled } = wanted;
    await change(tx, caller, plugin.id, plugin.version, { versionId, granted, enabled });
  }
  return answers;
}

function outcomeOf(
  plugin: InstalledPlugin | undefined,
  wanted: Locked,
  mayFull: boolean,
): Applied['outcome'] {
  const version = plugin?.versions.find(({ manifest }) => manifest.version === wanted.version);
  if (!version) return 'no-package';
  if (version.signedBy.publicKey !== wanted.publicKey) return 'other-key';
  if (version.manifest.files['entry.js'] !== wanted.sha256) return 'other-code';
  if (version.signedBy.state !== 'accepted') return 'key-not-accepted';
  if (version.manifest.kind === 'full' && wanted.enabled && !mayFull) return 'full-not-allowed';
  const isAsked = wanted.granted.every((each) => version.manifest.permissions.includes(each));
  return isAsked ? 'applied' : 'not-asked';
}
