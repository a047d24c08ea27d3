import { makeAutoObservable } from 'mobx';
import { serviceToken } from '#core/kernel';

/** Whether exact values are being typed at the cursor. */
export class Precise {
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

export const PRECISE = serviceToken<Precise>('drafting.Precise');
