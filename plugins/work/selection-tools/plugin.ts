import { ContainerModule, type ResolutionContext } from 'inversify';
import type { MapObject } from '#core/document';
import { I18N } from '#core/i18n';
import { PROJECTS } from '#core/project';
import { dialogOnDemand } from '#core/react';
import { SETTINGS } from '#core/settings';
import { TOASTS } from '#core/toasts';
import type { ToolContext } from '#core/tools';
import { EDIT_TARGETS, SELECTION, SELECTION_FINDER } from '#plugins/work/selection/api';
import { AreaSelectSession } from './map/area-session.ts';
import { BoxSession } from './map/box-session.ts';
import { invertSelection, selectLayer, selectMeeting, selectNone } from './model/commands.ts';
import { SelectionOptions, SELECTION_OPTIONS } from './model/selection-options.ts';
import { AttributeSearch, SEARCH } from './model/search.ts';
import { HowPopup } from './ui/HowPopup.tsx';

const SESSIONS = { box: BoxSession, area: AreaSelectSession } as const;
const COMMANDS = { meeting: selectMeeting, layer: selectLayer, invert: invertSelection, none: selectNone };

export default new ContainerModule(({ bind }) => {
  bind(SELECTION_OPTIONS)
    .toDynamicValue(() => new SelectionOptions())
    .inSingletonScope();
  bind(SEARCH)
    .toDynamicValue((services) => {
      const [i18n, toasts] = [services.get(I18N), services.get(TOASTS)];
      return new AttributeSearch({
        ...partsOf(services),
        notify: (count) => toasts.show('success', i18n.t('selection-tools:found', { count })),
      });
    })
    .inSingletonScope();
  for (const [name, Session] of Object.entries(SESSIONS))
    bind(`selection-tools.${name}`).toDynamicValue((services) => ({
      start: (context: ToolContext) =>
        new Session(context, {
          ...partsOf(services),
          how: services.get(SELECTION_OPTIONS),
          settings: services.get(SETTINGS),
          i18n: services.get(I18N),
        }),
    }));
  for (const [name, command] of Object.entries(COMMANDS))
    bind(`selection-tools.${name}`).toDynamicValue((services) => command(partsOf(services)));
  bind('selection-tools.conditions').toDynamicValue((services) => ({
    disabled: () => (services.get(PROJECTS).current ? undefined : 'disabled.project'),
    run: () => services.get(SEARCH).open(),
  }));
  bind('selection-tools.Popup').toConstantValue(HowPopup);
  bind('selection-tools.Dialog').toConstantValue(
    dialogOnDemand(SEARCH, () => import('./ui/ConditionsDialog.tsx')),
  );
});

function partsOf(services: ResolutionContext) {
  const targets = services.get(EDIT_TARGETS);
  return {
    projects: services.get(PROJECTS),
    selection: services.get(SELECTION),
    finder: services.get(SELECTION_FINDER),
    accepts: (object: MapObject) => !targets.isLockedOrHidden(object),
  };
}
