import { AppError } from '#core/kernel';
import type { I18n } from '#core/i18n';
import { MAX_FRAMES } from '#core/protocol';
import type { Toasts } from '#core/toasts';
import type { SheetFrames } from '../api.ts';
import type { SheetDesk } from './sheet-desk.ts';

/** Puts what other viewers show into frames of the sheet. */
export class SheetAdditions implements SheetFrames {
  constructor(
    readonly desk: Pick<SheetDesk, 'addContent'>,
    readonly toasts: Pick<Toasts, 'show'>,
    readonly i18n: Pick<I18n, 't'>,
  ) {}

  add(...[content, scale]: Parameters<SheetFrames['add']>): void {
    const number = this.desk.addContent(content, scale);
    if (number === undefined)
      throw new AppError('sheet.full', this.i18n.t('sheet:full', { most: MAX_FRAMES }));
    this.toasts.show('success', this.i18n.t('sheet:added', { number }));
  }
}
