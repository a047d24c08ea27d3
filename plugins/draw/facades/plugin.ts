import { ContainerModule } from 'inversify';
import { I18N } from '#core/i18n';
import { SETTINGS } from '#core/settings';
import { printerOf } from '#core/sketch';
import type { Tool } from '#core/tools';
import { FINISH_DRAWING } from '#plugins/draw/draw/api';
import { FacadeSession } from './map/facade-session.ts';
import { FACADE, FacadeForm } from './model/facade-form.ts';
import { FacadePopup } from './ui/FacadePopup.tsx';

export default new ContainerModule(({ bind }) => {
  bind(FACADE)
    .toDynamicValue(({ get }) => new FacadeForm(printerOf(get(I18N), get(SETTINGS)).parseLength))
    .inSingletonScope();
  bind('facades.facade').toDynamicValue((services): Tool => {
    const parts = {
      form: services.get(FACADE),
      finish: services.get(FINISH_DRAWING),
      settings: services.get(SETTINGS),
      i18n: services.get(I18N),
    };
    return { start: (context) => new FacadeSession(context, parts) };
  });
  bind('facades.Popup').toConstantValue(FacadePopup);
});
