import { ContainerModule } from 'inversify';
import { API } from '#core/api';
import { I18N } from '#core/i18n';
import { isAbort, sentenceOf } from '#core/kernel';
import { PANELS } from '#core/plugin';
import { onDemand } from '#core/react';
import { TOASTS } from '#core/toasts';
import { CLOUD_STAGE, CLOUD_VIEWS } from '#plugins/cloud/point-cloud/api';
import { SHOW_SIGNS, type ShowSigns } from './api.ts';
import { AnnotationTool } from './map/place-tool.ts';
import { Signs } from './map/signs.ts';
import { CLOUD_ANNOTATIONS, CloudAnnotations } from './model/annotations.ts';
import { SignsOnView } from './ui/SignsOnView.tsx';

export default new ContainerModule(({ bind }) => {
  bind(CLOUD_ANNOTATIONS)
    .toDynamicValue((services) => {
      const [toasts, i18n] = [services.get(TOASTS), services.get(I18N)];
      return new CloudAnnotations(services.get(API), services.get(CLOUD_STAGE), {
        failed(thrown) {
          if (!isAbort(thrown)) toasts.show('error', sentenceOf(thrown));
        },
        deleted(title, undo) {
          const action = { title: i18n.t('cloud-annotate:undo'), run: undo };
          toasts.show('info', i18n.t('cloud-annotate:deleted', { title }), action);
        },
      });
    })
    .inSingletonScope();
  bind(SHOW_SIGNS)
    .toDynamicValue((services): ShowSigns => {
      const i18n = services.get(I18N);
      // Texts that cannot be loaded show as keys.
      i18n.load('cloud-annotate').catch(() => undefined);
      const label: Signs['label'] = ({ title, category }, others) =>
        [title, category, others > 0 && i18n.t('cloud-annotate:others', { count: others })]
          .filter(Boolean)
          .join(', ');
      return (view, choose) => new Signs(view, choose, label);
    })
    .inSingletonScope();
  bind('cloud-annotate.place').toDynamicValue(
    (services) =>
      new AnnotationTool(
        services.get(CLOUD_ANNOTATIONS),
        services.get(CLOUD_VIEWS),
        services.get(PANELS),
        services.get(I18N),
      ),
  );
  bind('cloud-annotate.Signs').toConstantValue(SignsOnView);
  bind('cloud-annotate.Panel').toConstantValue(onDemand(() => import('./ui/AnnotationsPanel.tsx')));
});
