import { ContainerModule } from 'inversify';
import { I18N } from '#core/i18n';
import { SETTINGS } from '#core/settings';
import type { Tool, ToolContext, ToolSession } from '#core/tools';
import { NEW_VALUES } from '#plugins/work/attributes/api';
import { EDIT_TARGETS } from '#plugins/work/selection/api';
import type { TransformDependencies } from './map/dependencies.ts';
import { FitSession } from './map/fit-session.ts';
import { PivotSession } from './map/pivot-session.ts';
import { TwoPointSession } from './map/two-point-session.ts';
import { FIT_FORM, FitForm } from './model/fit-form.ts';
import { FORM, TransformForm, type TransformKind } from './model/form.ts';
import { TransformPopup } from './ui/TransformPopup.tsx';

const KINDS: readonly TransformKind[] = ['shift', 'rotate', 'scale', 'mirror', 'fit'];

export default new ContainerModule(({ bind }) => {
  bind(FORM)
    .toDynamicValue(() => new TransformForm())
    .inSingletonScope();
  bind(FIT_FORM)
    .toDynamicValue(() => new FitForm())
    .inSingletonScope();
  for (const kind of KINDS)
    bind(`transform.${kind}`).toDynamicValue((services): Tool => {
      const parts = {
        form: services.get(FORM),
        targets: services.get(EDIT_TARGETS),
        newValues: services.get(NEW_VALUES),
        settings: services.get(SETTINGS),
        i18n: services.get(I18N),
      };
      if (kind === 'fit') {
        const fit = services.get(FIT_FORM);
        return { start: (context) => new FitSession(context, parts, fit) };
      }
      return { start: (context) => sessionOf(kind, context, parts) };
    });
  bind('transform.Popup').toConstantValue(TransformPopup);
});

function sessionOf(
  kind: Exclude<TransformKind, 'fit'>,
  context: ToolContext,
  parts: TransformDependencies,
): ToolSession {
  return kind === 'shift' || kind === 'mirror'
    ? new TwoPointSession(kind, context, parts)
    : new PivotSession(kind, context, parts);
}
