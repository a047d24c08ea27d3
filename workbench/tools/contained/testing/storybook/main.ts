import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import type { StorybookConfig } from '@storybook/react-vite';
import type { Plugin } from 'vite';
import house from '../../../../../.storybook/main.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
/** The folder of the plugin, and where its package is laid by `groma-plugin stories`. */
const FOLDER = resolve(process.env['GROMA_PLUGIN_FOLDER'] ?? '.');
const PACKED = process.env['GROMA_PLUGIN_PACKED'] ?? '';

const CODE = join(PACKED, 'entry.js');

/** A plugin's folder has no packages of its own: what it imports by name is that of Groma. */
const packagesOfGroma: Plugin = {
  name: 'packages-of-groma',
  enforce: 'pre',
  resolveId(id, importer) {
    if (id === 'virtual:groma-plugin/manifest') return join(PACKED, 'manifest.json');
    if (id === 'virtual:groma-plugin/code')
      return existsSync(CODE) ? `${CODE}?raw` : join(import.meta.dirname, 'no-code.ts');
    if (!importer?.startsWith(FOLDER + sep) || /^[./\0]|^virtual:/.test(id)) return null;
    return this.resolve(id, join(ROOT, 'index.html'), { skipSelf: true });
  },
};

const config: StorybookConfig = {
  ...house,
  stories: [{ directory: FOLDER, files: '**/*.stories.@(ts|tsx)' }],
  viteFinal: async (vite, options) => {
    const given = (await house.viteFinal?.(vite, options)) ?? vite;
    const fs = { ...given.server?.fs, allow: [ROOT, FOLDER, PACKED] };
    return {
      ...given,
      root: ROOT,
      server: { ...given.server, fs },
      plugins: [packagesOfGroma, ...(given.plugins ?? [])],
    };
  },
};
export default config;
