import { Subject } from 'rxjs';
import { serviceToken } from '#core/kernel';

/** Opens docked panels: a tool whose result is shown in one opens it. */
export class Panels {
  readonly #opened = new Subject<string>();
  readonly opened$ = this.#opened.asObservable();

  /** Does nothing where there is no such panel for the person or the viewer. */
  open(id: string): void {
    this.#opened.next(id);
  }
}
export const PANELS = serviceToken<Panels>('core.Panels');
