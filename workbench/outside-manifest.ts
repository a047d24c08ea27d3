import { outsidePanel, type PluginCode, type PluginManifest } from '#core/plugin';
import type { OutsidePlugin, PackageManifest } from '#core/protocol';

/** The plugin in whose code others run. */
export const RUNTIME = 'outside-plugins';

/** The manifest of a plugin from outside as the workbench knows it: like one of its own, switchable per role. */
export function manifestOf(plugin: OutsidePlugin, load: () => Promise<PluginCode>): PluginManifest {
  const { id, tools, panels, commands } = plugin.manifest;
  return {
    id,
    requires: [RUNTIME],
    switchable: true,
    tools: tools.map((tool) => ({
      id: `${id}.${tool.id}`,
      viewer: '2d',
      also: { '3d': `3doutside/${id}/${tool.id}` },
      layers: ['map-2d', 'map-3d'],
      group: tool.group,
      icon: tool.icon,
      title: `tool.${tool.id}`,
      order: tool.order,
      route: `2doutside/${id}/${tool.id}`,
      ...(tool.keys !== undefined && { keys: tool.keys }),
    })),
    panels: panels.map((panel) => ({
      id: `${id}.${panel.id}`,
      title: `panel.${panel.id}`,
      icon: panel.icon,
      order: panel.order,
      render: outsidePanel(plugin, panel.id),
      ...(panel.keys !== undefined && { keys: panel.keys }),
    })),
    commands: commands.map((command) => ({
      id: `${id}.${command.id}`,
      title: `command.${command.id}`,
      icon: command.icon,
      ...(command.words && { words: `words.${command.id}` }),
      ...(command.keys !== undefined && { keys: command.keys }),
      ...(command.workspace && { workspace: true as const }),
    })),
    load,
  };
}

/** Its texts in each language, by the keys that the manifest above names. */
export function textsOf(manifest: PackageManifest): Record<'en' | 'it', Record<string, string>> {
  const inLanguage = (language: 'en' | 'it'): Record<string, string> => ({
    title: manifest.title[language],
    ...Object.fromEntries([
      ...manifest.tools.flatMap(({ id, title, hint }) => [
        [`tool.${id}`, title[language]],
        [`hint.${id}`, hint[language]],
      ]),
      ...manifest.panels.map(({ id, title }) => [`panel.${id}`, title[language]]),
      ...manifest.commands.flatMap(({ id, title, words }) => [
        [`command.${id}`, title[language]],
        ...(words ? [[`words.${id}`, words[language]]] : []),
      ]),
    ]),
  });
  return { en: inLanguage('en'), it: inLanguage('it') };
}
