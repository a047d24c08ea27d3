import { ContainerModule } from 'inversify';
import { lazy } from 'react';
import { I18N } from '#core/i18n';
import { SETTINGS } from '#core/settings';
import { LAYERS, sparedIn } from '#plugins/layers/api';
import { SELECTION } from '#plugins/selection/api';
import { SplitSession } from './map/split-session.ts';
import { Rules } from './model/rules.ts';
import { Splitting } from './model/splitting.ts';
import { SPLITTING } from './model/tokens.ts';

export default new ContainerModule(({ bind }) => {
  bind(SPLITTING)
    .toDynamicValue(
      ({ get }) =>
        new Splitting(get(SELECTION), new Rules(localStorage), sparedIn(get(LAYERS, { optional: true }))),
    )
    .inSingletonScope();
  bind('split-2d.split').toDynamicValue((services) => ({
    start: (context: ConstructorParameters<typeof SplitSession>[0]) =>
      new SplitSession(context, services.get(SPLITTING), services.get(SETTINGS), services.get(I18N)),
  }));
  bind('split-2d.SplitPanel').toConstantValue(
    lazy(async () => ({ default: (await import('./ui/SplitPanel.tsx')).SplitPanel })),
  );
});
