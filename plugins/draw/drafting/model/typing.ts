import { BehaviorSubject } from 'rxjs';
import { serviceToken } from '#core/kernel';

/** Whether exact values are being typed at the cursor. */
export class Precise {
  readonly isOpen$ = new BehaviorSubject(false);

  open(): void {
    this.isOpen$.next(true);
  }
  close(): void {
    this.isOpen$.next(false);
  }
}

export const PRECISE = serviceToken<Precise>('drafting.Precise');
