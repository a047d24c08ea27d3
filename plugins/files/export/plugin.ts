import { ContainerModule, type ResolutionContext } from 'inversify';
import { lazy } from 'react';
import { I18N } from '#core/i18n';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import { TOASTS } from '#core/toasts';
import { SELECTION } from '#plugins/work/selection/api';
import { exportSelection, exportView } from './model/commands.ts';
import { DEPARTURE, Departure } from './model/departure.ts';
import { Leave } from './ui/Leave.tsx';

export default new ContainerModule(({ bind }) => {
  bind(DEPARTURE)
    .toDynamicValue(() => new Departure())
    .inSingletonScope();
  bind('export.selection').toDynamicValue(({ get }) =>
    exportSelection(get(DEPARTURE), get(PROJECTS), get(SELECTION, { optional: true }), noticesOf(get)),
  );
  bind('export.view').toDynamicValue(({ get }) =>
    exportView(get(DEPARTURE), get(PROJECTS), get(VIEWS), noticesOf(get)),
  );
  bind('export.Leave').toConstantValue(Leave);
  bind('export.Page').toConstantValue(lazy(() => import('./ui/ExportPage.tsx')));
});

function noticesOf(get: ResolutionContext['get']) {
  return { i18n: get(I18N), toasts: get(TOASTS) };
}
