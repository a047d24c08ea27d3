import { makeAutoObservable } from 'mobx';
import { serviceToken } from '#core/kernel';

/** Whether the panel of the author mode is open. */
export class AuthorPanel {
  isOpen = false;

  constructor() {
    makeAutoObservable(this);
  }

  setOpen(isOpen: boolean): void {
    this.isOpen = isOpen;
  }
}
export const AUTHOR_PANEL = serviceToken<AuthorPanel>('author-mode.Panel');
