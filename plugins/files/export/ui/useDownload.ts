import { sentenceOf } from '#core/kernel';
import { useService } from '#core/react';
import { TOASTS } from '#core/toasts';
import type { ExportDesk } from '../model/export-desk.ts';

/** Fetches the file of an export with the session's token and saves it. */
export function useDownload(desk: ExportDesk): (nameZip: string) => Promise<void> {
  const toasts = useService(TOASTS);
  return async (nameZip) => {
    try {
      const address = URL.createObjectURL(await desk.fetch(nameZip));
      const link = Object.assign(document.createElement('a'), { href: address, download: nameZip });
      link.click();
      // The browser has read the data by then.
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    }
  };
}
