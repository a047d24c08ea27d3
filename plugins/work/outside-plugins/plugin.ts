import { ContainerModule } from 'inversify';
import { API } from '#core/api';
import { I18N } from '#core/i18n';
import { AppError } from '#core/kernel';
import { VIEWS } from '#core/mapview';
import { OUTSIDE_RUNTIME, outsidePanel, PANELS } from '#core/plugin';
import type { OutsidePlugin } from '#core/protocol';
import { PROJECTS } from '#core/project';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import { EDIT_TARGETS, SELECTION } from '#plugins/work/selection/api';
import { OutsideTool } from './map/outside-tool.ts';
import { codeFetcher } from './model/fetch-code.ts';
import { Runtime, type RunningPlugin } from './model/runtime.ts';
import { panelOf } from './ui/DeclaredPanel.tsx';

export default new ContainerModule(({ bind }) => {
  bind(OUTSIDE_RUNTIME)
    .toDynamicValue(async (services) => {
      const i18n = services.get(I18N);
      // Why a plugin was ended is told at once.
      await i18n.load('outside-plugins').catch(() => undefined);
      return new Runtime({
        api: services.get(API),
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
        bindParts,
      });
    })
    .inSingletonScope();
});

function bindParts(running: RunningPlugin, plugin: OutsidePlugin): [string, object][] {
  const { id, tools, panels } = plugin.manifest;
  return [
    ...tools.map((tool): [string, object] => [
      `${id}.${tool.id}`,
      new OutsideTool(`${id}:hint.${tool.id}`, (position) => {
        void running.send({ name: 'tool', of: tool.id, position });
      }),
    ]),
    ...panels.map((panel): [string, object] => [outsidePanel(plugin, panel.id), panelOf(running, panel.id)]),
  ];
}
