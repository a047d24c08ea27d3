import { outsidePanel, type PluginCode, type PluginManifest, type UsedPlugin } from '#core/plugin';
import type { PackageManifest } from '#core/protocol';

/** The plugin in whose code others run. */
export const RUNTIME = 'outside-plugins';

/** The manifest of a plugin from outside as the workbench knows it: like one of its own, switchable per role. */
export function manifestOf(plugin: UsedPlugin, load: () => Promise<PluginCode>): PluginManifest {
  if (plugin.manifest.kind === 'full') return fullManifest(plugin.manifest, load);
  const { id, tools, panels, commands, pages, importers, exporters, layers } = plugin.manifest;
  return {
    id,
    requires: [RUNTIME],
    optional: [
      ...(importers.length > 0 ? ['import'] : []),
      ...(exporters.length > 0 ? ['export'] : []),
      ...(layers.length > 0 ? ['external-layers'] : []),
    ],
    // The author of a plugin has it whatever the role says of plugins.
    switchable: plugin.code === undefined,
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
    routes: pages.map((page) => ({
      path: `/plugin/${id}/${page.id}`,
      render: outsidePanel(plugin, page.id),
      title: `page.${page.id}`,
    })),
    menu: pages.map((page) => ({
      id: `${id}.${page.id}`,
      title: `page.${page.id}`,
      icon: page.icon,
      path: `/plugin/${id}/${page.id}`,
      order: page.order,
    })),
    layerSources: layers.map((layer) => ({
      ...layer,
      id: `${id}.${layer.id}`,
      title: `layer.${layer.id}`,
      help: `layer-help.${layer.id}`,
    })),
    ...filesAndSearch(plugin),
    load,
  };
}

/** The plugins that offer points of their own to full ones. */
const OFFERED_BY = {
  importers: 'import',
  exporters: 'export',
  layerSources: 'external-layers',
  measureParts: 'measure-2d',
  reportSections: 'user-report',
} as const;

/** A full plugin contributes as one of the build does. */
function fullManifest(
  { id, requires = [], contributes = {} }: PackageManifest,
  load: () => Promise<PluginCode>,
): PluginManifest {
  const optional = Object.entries(OFFERED_BY)
    .filter(([point]) => contributes[point as keyof typeof OFFERED_BY])
    .map(([, owner]) => owner);
  const points = contributes as Omit<PluginManifest, 'id' | 'load'>;
  return { ...points, id, requires, optional, switchable: true, load };
}

/** What is only there where its permission was granted. */
function filesAndSearch({
  manifest: { id, importers, exporters, finders },
  granted,
}: UsedPlugin): Pick<PluginManifest, 'importers' | 'exporters' | 'palette'> {
  const ifGranted = <T>(permission: string, items: readonly T[]) =>
    granted.includes(permission) ? items : [];
  return {
    importers: ifGranted('files.read', importers).map((importer) => ({
      id: `${id}.${importer.id}`,
      title: `importer.${importer.id}`,
      extensions: importer.extensions,
      service: `${id}.importer.${importer.id}`,
      needs: ['import'],
    })),
    exporters: ifGranted('files.write', exporters).map((exporter) => ({
      id: `${id}.${exporter.id}`,
      title: `exporter.${exporter.id}`,
      ...(exporter.help && { help: `exporter-help.${exporter.id}` }),
      extension: exporter.extension,
      service: `${id}.exporter.${exporter.id}`,
      needs: ['export'],
    })),
    palette: ifGranted('search', finders).map((finder) => ({
      id: `${id}.${finder.id}`,
      render: `${id}.finder.${finder.id}`,
      order: finder.order,
    })),
  };
}

/** Its texts in each language, by the keys that the manifest above names. */
export function textsOf(manifest: PackageManifest): Record<'en' | 'it', Record<string, string>> {
  const inLanguage = (language: 'en' | 'it'): Record<string, string> => ({
    ...manifest.texts?.[language],
    title: manifest.title[language],
    ...Object.fromEntries([
      ...manifest.tools.flatMap(({ id, title, hint }) => [
        [`tool.${id}`, title[language]],
        [`hint.${id}`, hint[language]],
      ]),
      ...manifest.panels.map(({ id, title }) => [`panel.${id}`, title[language]]),
      ...manifest.pages.map(({ id, title }) => [`page.${id}`, title[language]]),
      ...manifest.importers.map(({ id, title }) => [`importer.${id}`, title[language]]),
      ...manifest.exporters.flatMap(({ id, title, help }) => [
        [`exporter.${id}`, title[language]],
        ...(help ? [[`exporter-help.${id}`, help[language]]] : []),
      ]),
      ...manifest.layers.flatMap(({ id, title, help }) => [
        [`layer.${id}`, title[language]],
        [`layer-help.${id}`, help[language]],
      ]),
      // The heading of what it finds.
      ...manifest.finders.map(({ title }) => ['palette', title[language]]),
      ...manifest.commands.flatMap(({ id, title, words }) => [
        [`command.${id}`, title[language]],
        ...(words ? [[`words.${id}`, words[language]]] : []),
      ]),
    ]),
  });
  return { en: inLanguage('en'), it: inLanguage('it') };
}
