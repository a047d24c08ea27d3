import type { StorybookConfig } from '@storybook/react-vite';
import type { Plugin, PluginOption } from 'vite';

const DOCGEN = 'storybook:react-docgen-plugin';

const config: StorybookConfig = {
  stories: ['../{core,workbench}/**/*.stories.tsx', '../plugins/[a-z]*/**/*.stories.tsx'],
  addons: ['@storybook/addon-a11y', '@storybook/addon-vitest'],
  framework: '@storybook/react-vite',
  // Tests read no documentation.
  typescript: { reactDocgen: process.env['VITEST'] === undefined ? 'react-docgen' : false },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  /** Component docs are read from components only: the parser fails on other TypeScript. */
  async viteFinal(vite) {
    const plugins = await allOf(vite.plugins ?? []);
    for (const plugin of plugins) {
      if (plugin?.name !== DOCGEN || typeof plugin.transform !== 'function') continue;
      const transform = plugin.transform as (this: unknown, code: string, id: string) => unknown;
      plugin.transform = function (this: unknown, code: string, id: string) {
        return /\.tsx(\?|$)/.test(id) ? transform.call(this, code, id) : undefined;
      } as Plugin['transform'];
    }
    // In tests the virtualizer of React Aria renders every row unless it is told that there is a real layout.
    return { ...vite, plugins, define: { ...vite.define, 'process.env.VIRT_ON': '"1"' } };
  },
};
export default config;

async function allOf(options: readonly PluginOption[]): Promise<Plugin[]> {
  const found: Plugin[] = [];
  for (const option of options) {
    const ready = await option;
    if (Array.isArray(ready)) found.push(...(await allOf(ready)));
    else if (ready) found.push(ready);
  }
  return found;
}
