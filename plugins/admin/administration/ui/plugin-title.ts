import type { InstalledPlugin } from '#core/protocol';
import { currentVersion } from '../model/plugin-review.ts';

/** By the version in use, else by the newest. */
export function titleOf(plugin: InstalledPlugin, language: 'en' | 'it'): string {
  const { manifest } = currentVersion(plugin) ?? plugin.versions[0]!;
  return manifest.title[language];
}
