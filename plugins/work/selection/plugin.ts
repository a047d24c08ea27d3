import { ContainerModule, type ResolutionContext } from 'inversify';
import { API, LIVE } from '#core/api';
import { copyText } from '#core/browser';
import { I18N } from '#core/i18n';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import { dialogOnDemand } from '#core/react';
import { SETTINGS } from '#core/settings';
import { TOASTS } from '#core/toasts';
import type { Tool } from '#core/tools';
import { LAYERS } from '#plugins/work/layers/api';
import { EDIT_TARGETS, SELECTION, SELECTION_FINDER, SERVER_CHANGES } from './api.ts';
import { SelectSession } from './map/select-session.ts';
import { ObjectChoice as ChoiceModel, CHOICE } from './model/choice.ts';
import { copySelection, flyToSelection, selectAll } from './model/commands.ts';
import { ServerFinder } from './model/finder.ts';
import { objectFinder } from './model/find-objects.ts';
import { ProjectTargets } from './model/project-targets.ts';
import { SERVER_JOBS, ServerJobs } from './model/server-changes.ts';
import { SelectedObjects } from './model/selected.ts';
import { Choice } from './ui/Choice.tsx';
import { Count } from './ui/Count.tsx';
import { Marks } from './ui/Marks.tsx';

export default new ContainerModule(({ bind }) => {
  bind(SELECTION)
    .toDynamicValue((services) => new SelectedObjects(services.get(PROJECTS)))
    .inSingletonScope();
  bind(EDIT_TARGETS)
    .toDynamicValue(
      (services) =>
        new ProjectTargets(
          services.get(SELECTION),
          services.get(PROJECTS),
          services.get(LAYERS, { optional: true }),
          services.get(CHOICE),
        ),
    )
    .inSingletonScope();
  bind(SELECTION_FINDER)
    .toDynamicValue(
      (services) =>
        new ServerFinder({
          api: services.get(API),
          projects: services.get(PROJECTS),
          targets: services.get(EDIT_TARGETS),
          toasts: services.get(TOASTS),
          i18n: services.get(I18N),
        }),
    )
    .inSingletonScope();
  bind(SERVER_JOBS)
    .toDynamicValue(
      (services) =>
        new ServerJobs({
          api: services.get(API),
          live: services.get(LIVE),
          projects: services.get(PROJECTS),
          selection: services.get(SELECTION),
          toasts: services.get(TOASTS),
          i18n: services.get(I18N),
        }),
    )
    .inSingletonScope();
  bind(SERVER_CHANGES).toService(SERVER_JOBS);
  bind(CHOICE)
    .toDynamicValue(() => new ChoiceModel())
    .inSingletonScope();
  bind('selection.select').toDynamicValue((services): Tool => {
    const parts = {
      targets: services.get(EDIT_TARGETS),
      finder: services.get(SELECTION_FINDER),
      choice: services.get(CHOICE),
      settings: services.get(SETTINGS),
    };
    return { start: (context) => new SelectSession(context, parts) };
  });
  bind('selection.all').toDynamicValue((services) =>
    selectAll(partsOf(services), services.get(SELECTION_FINDER)),
  );
  bind('selection.fly').toDynamicValue((services) =>
    flyToSelection(partsOf(services), services.get(SETTINGS)),
  );
  bind('selection.copy').toDynamicValue((services) => {
    const [i18n, toasts] = [services.get(I18N), services.get(TOASTS)];
    return copySelection(partsOf(services), services.get(SETTINGS), copyText, (count, to) =>
      to === 'clipboard'
        ? toasts.show('success', i18n.t('selection:copied', { count }))
        : toasts.show('warning', i18n.t('selection:copied.here', { count })),
    );
  });
  bind('selection.Objects').toDynamicValue((services) =>
    objectFinder(
      services.get(PROJECTS),
      services.get(VIEWS),
      services.get(SELECTION),
      services.get(I18N),
      services.get(SETTINGS),
    ),
  );
  bind('selection.Marks').toConstantValue(Marks);
  bind('selection.Count').toConstantValue(Count);
  bind('selection.ChangeDialog').toConstantValue(
    dialogOnDemand(SERVER_JOBS, () => import('./ui/ChangeDialog.tsx')),
  );
  bind('selection.Choice').toConstantValue(Choice);
});

function partsOf(services: ResolutionContext) {
  return {
    selection: services.get(SELECTION),
    views: services.get(VIEWS),
    projects: services.get(PROJECTS),
    targets: services.get(EDIT_TARGETS),
  };
}
