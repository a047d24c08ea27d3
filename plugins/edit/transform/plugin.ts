import { ContainerModule } from 'inversify';
import { I18N } from '#core/i18n';
import { SETTINGS } from '#core/settings';
import { NEW_VALUES } from '#plugins/work/attributes/api';
import { LAYERS, lockedIn } from '#plugins/work/layers/api';
import { SELECTION } from '#plugins/work/selection/api';
import { transformTool } from './map/tools.ts';
import { TransformForm, type TransformKind } from './model/form.ts';
import { Targets } from './model/targets.ts';
import { FORM } from './model/tokens.ts';
import { TransformPopup } from './ui/TransformPopup.tsx';

const KINDS: readonly TransformKind[] = ['shift', 'rotate', 'scale', 'mirror'];

export default new ContainerModule(({ bind }) => {
  bind(FORM)
    .toDynamicValue(() => new TransformForm())
    .inSingletonScope();
  for (const kind of KINDS)
    bind(`transform.${kind}`).toDynamicValue((services) => {
      return transformTool(kind, {
        form: services.get(FORM),
        targets: new Targets(
          services.get(SELECTION),
          lockedIn(services.get(LAYERS, { optional: true })),
          services.get(NEW_VALUES),
        ),
        settings: services.get(SETTINGS),
        i18n: services.get(I18N),
      });
    });
  bind('transform.Popup').toConstantValue(TransformPopup);
});
