import { ContainerModule } from 'inversify';
import { I18N } from '#core/i18n';
import { SETTINGS } from '#core/settings';
import type { ToolContext } from '#core/tools';
import { NEW_VALUES } from '#plugins/attributes/api';
import { LAYERS, sparedIn } from '#plugins/layers/api';
import { SELECTION } from '#plugins/selection/api';
import { TrimSession, type TrimKind } from './map/trim-session.ts';

const KINDS: readonly TrimKind[] = ['trim', 'extend'];

export default new ContainerModule(({ bind }) => {
  for (const kind of KINDS)
    bind(`trim-2d.${kind}`).toDynamicValue((services) => {
      const layers = services.get(LAYERS, { optional: true });
      return {
        start: (context: ToolContext) =>
          new TrimSession(kind, context, {
            selection: services.get(SELECTION),
            newValues: services.get(NEW_VALUES),
            isSpared: sparedIn(layers),
            isHidden: ({ typeName }) => layers?.stateOf(typeName)?.visible === false,
            settings: services.get(SETTINGS),
            i18n: services.get(I18N),
          }),
      };
    });
});
