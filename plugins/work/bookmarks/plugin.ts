import { ContainerModule } from 'inversify';
import { API } from '#core/api';
import { I18N } from '#core/i18n';
import { isAbort, sentenceOf } from '#core/kernel';
import { PROJECTS } from '#core/project';
import { onDemand } from '#core/react';
import { TOASTS } from '#core/toasts';
import { Bookmarks, BOOKMARKS } from './model/bookmarks.ts';

export default new ContainerModule(({ bind }) => {
  bind(BOOKMARKS)
    .toDynamicValue((services) => {
      const [toasts, i18n] = [services.get(TOASTS), services.get(I18N)];
      return new Bookmarks(services.get(API), services.get(PROJECTS), {
        failed(thrown) {
          if (!isAbort(thrown)) toasts.show('error', sentenceOf(thrown));
        },
        deleted(name, undo) {
          const action = { title: i18n.t('bookmarks:undo'), run: undo };
          toasts.show('info', i18n.t('bookmarks:deleted', { name }), action);
        },
      });
    })
    .inSingletonScope();
  bind('bookmarks.Panel').toConstantValue(onDemand(() => import('./ui/BookmarksPanel.tsx')));
});
