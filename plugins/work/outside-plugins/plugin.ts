import { ContainerModule } from 'inversify';
import { API, LIVE } from '#core/api';
import { I18N, type I18n } from '#core/i18n';
import { AppError } from '#core/kernel';
import { VIEWS } from '#core/mapview';
import { HOST, OUTSIDE_RUNTIME, outsidePanel, PANELS, type UsedPlugin } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { SESSION } from '#core/session';
import { SETTINGS, type Settings } from '#core/settings';
import { TOASTS } from '#core/toasts';
import { GEOJSON_IMPORTER, type Importer } from '#plugins/files/import/api';
import { EDIT_TARGETS, SELECTION } from '#plugins/work/selection/api';
import { OutsideTool } from './map/outside-tool.ts';
import { codeFetcher } from './model/fetch-code.ts';
import { OutsideExporter, OutsideImporter } from './model/outside-files.ts';
import { OutsideFinder } from './model/outside-finder.ts';
import { Runtime, type RunningPlugin } from './model/runtime.ts';
import { pageOf } from './ui/DeclaredPage.tsx';
import { panelOf } from './ui/DeclaredPanel.tsx';

export default new ContainerModule(({ bind }) => {
  bind(OUTSIDE_RUNTIME)
    .toDynamicValue(async (services) => {
      const [i18n, host, settings] = [services.get(I18N), services.get(HOST), services.get(SETTINGS)];
      // Why a plugin was ended is told at once.
      await i18n.load('outside-plugins').catch(() => undefined);
      return new Runtime({
        api: services.get(API),
        live: services.get(LIVE),
        projects: services.get(PROJECTS),
        views: services.get(VIEWS),
        selection: services.get(SELECTION),
        targets: services.get(EDIT_TARGETS),
        toasts: services.get(TOASTS),
        session: services.get(SESSION),
        panels: services.get(PANELS),
        i18n,
        page: document,
        fetchCode: codeFetcher(
          services.get(SESSION),
          () => new AppError('outside-plugin', i18n.t('outside-plugins:problem.no-code')),
        ),
        bindParts: (running, plugin) =>
          bindParts(running, plugin, {
            i18n,
            settings,
            geojson: () => host.service<Importer>('import', String(GEOJSON_IMPORTER)),
          }),
      });
    })
    .inSingletonScope();
});

/** What binds all that a manifest contributes. */
function bindParts(
  running: RunningPlugin,
  plugin: UsedPlugin,
  { i18n, settings, geojson }: { i18n: I18n; settings: Settings; geojson: () => Promise<Importer> },
): [string, object][] {
  const { id, tools, panels, pages, finders, importers, exporters } = plugin.manifest;
  return [
    ...tools.map((tool): [string, object] => [
      `${id}.${tool.id}`,
      new OutsideTool({
        hint: `${id}:hint.${tool.id}`,
        draws: tool.draws,
        settings,
        i18n,
        send: (what) => void running.send({ name: 'tool', of: tool.id, ...what }),
      }),
    ]),
    ...panels.map((panel): [string, object] => [outsidePanel(plugin, panel.id), panelOf(running, panel.id)]),
    ...pages.map((page): [string, object] => [
      outsidePanel(plugin, page.id),
      pageOf(running, page.id, `${id}:page.${page.id}`),
    ]),
    ...finders.map((finder): [string, object] => [
      `${id}.finder.${finder.id}`,
      new OutsideFinder(running, finder.id),
    ]),
    ...importers.map((importer): [string, object] => [
      `${id}.importer.${importer.id}`,
      new OutsideImporter(running, plugin, importer.id, geojson, i18n),
    ]),
    ...exporters.map((exporter): [string, object] => [
      `${id}.exporter.${exporter.id}`,
      new OutsideExporter(running, plugin, exporter.id, i18n),
    ]),
  ];
}
