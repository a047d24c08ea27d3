import type { I18n } from '#core/i18n';
import { sentenceOf } from '#core/kernel';
import type { Panels } from '#core/plugin';
import type { Toasts } from '#core/toasts';
import type { FileOpener } from '#plugins/files/import/api';
import type { BookDesk } from './book-desk.ts';

interface Dependencies {
  panels: Panels;
  toasts: Pick<Toasts, 'show'>;
  i18n: Pick<I18n, 't'>;
}

/** Takes files of instruments from the import dialog. */
export function openerOf(desk: BookDesk, { panels, toasts, i18n }: Dependencies): FileOpener {
  return {
    async open(projectId, file) {
      try {
        const book = await desk.add(projectId, file);
        toasts.show('success', i18n.t('field-book:added', { name: book.name }));
        panels.open('field-book.panel');
      } catch (failure) {
        toasts.show('error', sentenceOf(failure));
      }
    },
  };
}
