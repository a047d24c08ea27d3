import { sentenceOf } from '#core/kernel';
import { saveFile, useService } from '#core/react';
import { TOASTS } from '#core/toasts';
import type { ExportDesk } from '../model/export-desk.ts';

/** Fetches the file of an export with the session's token and saves it. */
export function useDownload(desk: ExportDesk): (nameZip: string) => Promise<void> {
  const toasts = useService(TOASTS);
  return async (nameZip) => {
    try {
      saveFile(await desk.fetch(nameZip), nameZip);
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    }
  };
}
