import { ContainerModule } from 'inversify';
import { lazy } from 'react';
import { I18N } from '#core/i18n';
import { PERSONAL_STORAGE } from '#core/browser';
import { SETTINGS } from '#core/settings';
import { printerOf } from '#core/sketch';
import { NEW_VALUES } from '#plugins/work/attributes/api';
import { EDIT_TARGETS } from '#plugins/work/selection/api';
import { AreaSplitSession } from './map/area-session.ts';
import { SplitSession } from './map/split-session.ts';
import { AREA_FORM, AreaForm } from './model/area-form.ts';
import { Rules } from './model/rules.ts';
import { Splitting, SPLITTING } from './model/splitting.ts';
import { AreaPopup } from './ui/AreaPopup.tsx';

export default new ContainerModule(({ bind }) => {
  bind(SPLITTING)
    .toDynamicValue(
      ({ get }) => new Splitting(get(EDIT_TARGETS), new Rules(get(PERSONAL_STORAGE)), get(NEW_VALUES)),
    )
    .inSingletonScope();
  bind('split.split').toDynamicValue((services) => ({
    start: (context: ConstructorParameters<typeof SplitSession>[0]) =>
      new SplitSession(context, services.get(SPLITTING), services.get(SETTINGS), services.get(I18N)),
  }));
  bind(AREA_FORM)
    .toDynamicValue(({ get }) => new AreaForm(printerOf(get(I18N), get(SETTINGS)).parseArea))
    .inSingletonScope();
  bind('split.area').toDynamicValue((services) => ({
    start: (context: ConstructorParameters<typeof AreaSplitSession>[0]) =>
      new AreaSplitSession(context, {
        form: services.get(AREA_FORM),
        splitting: services.get(SPLITTING),
        settings: services.get(SETTINGS),
        i18n: services.get(I18N),
      }),
  }));
  bind('split.AreaPopup').toConstantValue(AreaPopup);
  bind('split.SplitPanel').toConstantValue(lazy(() => import('./ui/SplitPanel.tsx')));
});
