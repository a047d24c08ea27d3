import { ContainerModule } from 'inversify';
import { I18N } from '#core/i18n';
import { PROJECTS } from '#core/project';
import { TOASTS } from '#core/toasts';
import type { Tool } from '#core/tools';
import { LAYERS } from '#plugins/work/layers/api';
import { EDIT_TARGETS, SELECTION_FINDER, SERVER_CHANGES } from '#plugins/work/selection/api';
import { LabelSession } from './map/label-session.ts';
import { AutomaticLabels, AUTOMATIC_LABELS } from './model/automatic-labels.ts';
import { LabelTexts } from './model/label-texts.ts';
import { LabelBar } from './ui/LabelBar.tsx';

export default new ContainerModule(({ bind }) => {
  bind(AUTOMATIC_LABELS)
    .toDynamicValue(
      (services) =>
        new AutomaticLabels({
          projects: services.get(PROJECTS),
          targets: services.get(EDIT_TARGETS),
          finder: services.get(SELECTION_FINDER),
          changes: services.get(SERVER_CHANGES),
          toasts: services.get(TOASTS),
          i18n: services.get(I18N),
        }),
    )
    .inSingletonScope();
  bind('labels.move').toDynamicValue((services): Tool => {
    const targets = services.get(EDIT_TARGETS);
    const automatic = services.get(AUTOMATIC_LABELS);
    const texts = new LabelTexts(services.get(LAYERS), services.get(I18N));
    return { start: (context) => new LabelSession(context, targets, texts, automatic) };
  });
  bind('labels.Bar').toConstantValue(LabelBar);
});
