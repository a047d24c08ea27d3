import { makeAutoObservable } from 'mobx';
import { serviceToken } from '#core/kernel';

/** Whether the dialog that sets mine and theirs side by side is open; the conflicts themselves are autosave's. */
export class Conflicts {
  isOpen = false;

  constructor() {
    makeAutoObservable(this);
  }
  open(): void {
    this.isOpen = true;
  }
  close(): void {
    this.isOpen = false;
  }
}
export const CONFLICTS = serviceToken<Conflicts>('history.Conflicts');
