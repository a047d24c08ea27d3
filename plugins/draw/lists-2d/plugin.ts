import { ContainerModule } from 'inversify';
import { I18N } from '#core/i18n';
import { SETTINGS } from '#core/settings';
import { FINISH_DRAWING } from '#plugins/draw/draw/api';
import { ListSession } from './map/list-session.ts';
import { ListForm } from './model/form.ts';
import { FORM } from './model/tokens.ts';
import { ListPopup } from './ui/ListPopup.tsx';

export default new ContainerModule(({ bind }) => {
  bind(FORM)
    .toDynamicValue(() => new ListForm())
    .inSingletonScope();
  for (const kind of ['coordinates', 'traverse'] as const)
    bind(`lists-2d.${kind}`).toDynamicValue(({ get }) => ({
      start: (context: ConstructorParameters<typeof ListSession>[1]) =>
        new ListSession(kind, context, {
          form: get(FORM),
          finish: get(FINISH_DRAWING),
          settings: get(SETTINGS),
          i18n: get(I18N),
        }),
    }));
  bind('lists-2d.Popup').toConstantValue(ListPopup);
});
