import { makeAutoObservable } from 'mobx';
import { serviceToken } from '#core/kernel';

/** Whether the conflict dialog is open; the conflicts themselves belong to autosave. */
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
