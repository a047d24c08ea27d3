import { API } from '#core/api';
import { AppError } from '#core/kernel';
import { setStyle } from '#core/protocol';
import { useService, useTranslate } from '#core/react';
import { EDITED_STYLE } from '../model/edited-style.ts';

/** Saves the edited style for everybody; rejects with a sentence where someone else was faster. */
export function useSaveStyle(): () => Promise<void> {
  const t = useTranslate('object-types');
  const api = useService(API);
  const editing = useService(EDITED_STYLE);
  return async () => {
    const { edited, draft } = editing;
    if (!edited || !draft) return;
    const { type, source } = edited;
    try {
      await api.call(setStyle, { params: { id: type.id }, body: draft, ifMatch: String(type.version) });
    } catch (failure) {
      if (!(failure instanceof AppError && failure.status === 412)) throw failure;
      await source.reloadTypes();
      throw new AppError('overtaken', t('style.overtaken'), { cause: failure });
    }
    await source.reloadTypes();
  };
}
