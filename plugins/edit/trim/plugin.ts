import { ContainerModule } from 'inversify';
import { I18N } from '#core/i18n';
import { SETTINGS } from '#core/settings';
import type { Tool } from '#core/tools';
import { NEW_VALUES } from '#plugins/work/attributes/api';
import { EDIT_TARGETS } from '#plugins/work/selection/api';
import { TrimSession, type TrimKind } from './map/trim-session.ts';

const KINDS: readonly TrimKind[] = ['trim', 'extend'];

export default new ContainerModule(({ bind }) => {
  for (const kind of KINDS)
    bind(`trim.${kind}`).toDynamicValue((services): Tool => {
      const parts = {
        targets: services.get(EDIT_TARGETS),
        newValues: services.get(NEW_VALUES),
        settings: services.get(SETTINGS),
        i18n: services.get(I18N),
      };
      return { start: (context) => new TrimSession(kind, context, parts) };
    });
});
